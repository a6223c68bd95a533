// A thin client of the language server `enhance lsp`. The server finds, judges and fixes; this file shows.
'use strict';
const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');
const { execFile } = require('node:child_process');
const { VERDICTS, byVerdict } = require('./verdicts');

let client;
const known = new Map(); // verdicts of a document, by its URI
const styles = new Map(); // how a verdict shows in the gutter

const settings = () => vscode.workspace.getConfiguration('mathpost');
const command = () => settings().get('command');

async function start(context) {
  const [program, ...first] = command();
  const server = { command: program, args: [...first, 'lsp'], transport: TransportKind.stdio };
  const documentSelector = ['markdown', 'quarto'].map(language => ({ scheme: 'file', language }));
  client = new LanguageClient('mathpost', 'mathpost', server, { documentSelector });
  client.onNotification('enhance/verdicts', ({ uri, verdicts }) => {
    known.set(vscode.Uri.parse(uri).toString(), verdicts);
    vscode.window.visibleTextEditors.forEach(decorate);
  });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(`mathpost: cannot start \`${[program, ...first].join(' ')} lsp\`: ${error.message}. Set mathpost.command.`);
  }
}

function decorate(editor) {
  const verdicts = settings().get('gutter') ? known.get(editor.document.uri.toString()) || [] : [];
  for (const [verdict, found] of byVerdict(verdicts)) {
    const ranges = found.map(({ range }) => client.protocol2CodeConverter.asRange(range));
    editor.setDecorations(styles.get(verdict), ranges);
  }
}

async function applyActions(kinds) {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
  const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', editor.document.uri, whole);
  for (const action of actions || []) {
    if (action.edit && kinds(action)) await vscode.workspace.applyEdit(action.edit);
  }
}

function explain() {
  const editor = vscode.window.activeTextEditor;
  const at = editor && editor.selection.active;
  const finding = editor && vscode.languages.getDiagnostics(editor.document.uri).find(d => d.source === 'mathpost' && d.range.contains(at));
  if (!finding) return void vscode.window.showInformationMessage('mathpost: no finding at the cursor');
  const [program, ...first] = command();
  execFile(program, [...first, 'explain', String(finding.code)], async (error, content) => {
    if (error) return void vscode.window.showErrorMessage(`mathpost: ${error.message}`);
    const page = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    vscode.window.showTextDocument(page, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  });
}

exports.activate = async context => {
  for (const verdict of VERDICTS) {
    const gutterIconPath = vscode.Uri.joinPath(context.extensionUri, 'images', `${verdict}.svg`);
    styles.set(verdict, vscode.window.createTextEditorDecorationType({ gutterIconPath, gutterIconSize: 'contain' }));
  }
  const commands = {
    'mathpost.restart': async () => { await client?.stop(); await start(context); },
    'mathpost.renumber': () => applyActions(action => action.title.startsWith('Renumber')),
    'mathpost.fixAll': () => applyActions(action => action.isPreferred),
    'mathpost.explain': explain,
  };
  for (const [name, run] of Object.entries(commands)) context.subscriptions.push(vscode.commands.registerCommand(name, run));
  context.subscriptions.push(
    ...styles.values(),
    vscode.window.onDidChangeVisibleTextEditors(editors => editors.forEach(decorate)),
    vscode.workspace.onDidCloseTextDocument(document => known.delete(document.uri.toString())),
    vscode.workspace.onDidChangeConfiguration(change => {
      if (change.affectsConfiguration('mathpost.command')) vscode.commands.executeCommand('mathpost.restart');
      if (change.affectsConfiguration('mathpost.gutter')) vscode.window.visibleTextEditors.forEach(decorate);
    }),
  );
  await start(context);
};

exports.deactivate = () => client?.stop();
