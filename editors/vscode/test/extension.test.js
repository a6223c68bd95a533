// What the extension asks, asked of the real server over stdio, with the JSON-RPC library of the extension; and the package.
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { spawn } = require('node:child_process');
const rpc = require('vscode-jsonrpc/node');
const { byVerdict } = require('../src/verdicts');

const [program, ...first] = JSON.parse(process.env.ENHANCE || '["enhance"]');
const FALSE = 'For real $a$ and $b$,\n\n$$\n(a + b)^2 = a^2 + b^2 \\tag{1}\n$$\n\nand\n\n$$\na + a = 2a \\tag{1}\n$$\n';

test('a line shows its worst verdict', () => {
  const at = (line, verdict) => ({ verdict, range: { start: { line, character: 0 }, end: { line, character: 1 } } });
  const shown = new Map(byVerdict([at(3, 'proved'), at(3, 'refuted'), at(5, 'agrees')]));
  assert.deepEqual(shown.get('proved'), []);
  assert.equal(shown.get('refuted').length, 1);
  assert.equal(shown.get('agrees')[0].range.start.line, 5);
});

test('the server answers what the extension asks', { timeout: 120000 }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mathpost-'));
  const uri = pathToFileURL(path.join(folder, 'post.md')).href;
  const server = spawn(program, [...first, 'lsp'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
  const verdicts = new Promise(resolve => connection.onNotification('enhance/verdicts', params => params.verdicts.length && resolve(params)));
  const refuted = new Promise(resolve => connection.onNotification('textDocument/publishDiagnostics', params => {
    if (params.diagnostics.some(d => d.code === 'D001')) resolve(params.diagnostics);
  }));
  connection.listen();
  try {
    await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    connection.sendNotification('initialized', {});
    connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'markdown', version: 1, text: FALSE } });
    const codes = (await refuted).map(d => d.code);
    assert.ok(codes.includes('N001'));
    const { uri: of, verdicts: found } = await verdicts;
    assert.equal(of, uri);
    assert.deepEqual(found.map(v => v.verdict), ['refuted', 'proved']);
    assert.equal(found[0].range.start.line, 3);
    const textDocument = { uri };
    const hover = await connection.sendRequest('textDocument/hover', { textDocument, position: { line: 3, character: 2 } });
    assert.match(hover.contents.value, /refuted.*left/s);
    const range = { start: { line: 0, character: 0 }, end: { line: 11, character: 0 } };
    const actions = await connection.sendRequest('textDocument/codeAction', { textDocument, range, context: { diagnostics: [] } });
    assert.ok(actions.some(a => a.title.startsWith('Renumber') && a.edit));
    assert.ok(actions.some(a => a.isPreferred));
    await connection.sendRequest('shutdown');
    connection.sendNotification('exit');
  } finally {
    connection.dispose();
    server.kill();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

test('the package holds what the manifest names', () => {
  const manifest = require('../package.json');
  const vsix = path.join(__dirname, '..', 'mathpost.vsix');
  assert.ok(fs.existsSync(vsix), 'npm run package');
  const names = fs.readFileSync(vsix).toString('latin1');
  for (const name of ['extension/dist/extension.js', 'extension/package.json', 'extension/images/refuted.svg']) {
    assert.ok(names.includes(name), name);
  }
  const source = fs.readFileSync(path.join(__dirname, '..', 'dist', 'extension.js'), 'utf8');
  for (const { command } of manifest.contributes.commands) assert.ok(source.includes(command), command);
});
