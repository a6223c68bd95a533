// What KaTeX and MathJax 3 say about formulas.
// stdin: one JSON array per line, the formulas of one post in order: [{"tex": "…", "display": true}, …].
// stdout: one JSON array per line: [{"katex": null or message, "position": null or offset, "mathjax": null or message}, …].
// Macros live for the whole post in both, as they do on a page.
const katex = require('katex');
const base = 'mathjax-full/js/';
const { mathjax } = require(base + 'mathjax.js');
const { TeX } = require(base + 'input/tex.js');
const { liteAdaptor } = require(base + 'adaptors/liteAdaptor.js');
const { RegisterHTMLHandler } = require(base + 'handlers/html.js');
const { MapHandler } = require(base + 'input/tex/MapHandler.js');
const { STATE } = require(base + 'core/MathItem.js');
require(base + 'input/tex/AllPackages.js');
RegisterHTMLHandler(liteAdaptor());

// base, ams and what autoload brings; bussproofs needs a browser.
const packages = ['base', 'ams', 'newcommand', 'action', 'amscd', 'bbox', 'boldsymbol', 'braket', 'cancel', 'color',
  'enclose', 'extpfeil', 'html', 'mhchem', 'unicode', 'verb'];

function askKatex(formula, macros) {
  const settings = { displayMode: formula.display, throwOnError: true, trust: true, strict: 'ignore', globalGroup: true, macros };
  try {
    katex.__parse(formula.tex, settings);
    return [null, null];
  } catch (error) {
    return [String(error.rawMessage || error.message), error.position === undefined ? null : error.position];
  }
}

function askMathJax(formula, document) {
  try {
    document.convert(formula.tex, { display: formula.display, end: STATE.CONVERT });
    return null;
  } catch (error) {
    return String(error.message);
  }
}

// What a page defines is kept in tables that all pages share.
function forgetDefinitions() {
  for (const name of ['new-Command', 'new-Environment', 'new-Delimiter']) {
    const table = MapHandler.getMap(name);
    if (table) table.map.clear();
  }
}

function askPost(formulas) {
  forgetDefinitions();
  const input = new TeX({ packages, tags: 'ams', formatError: (_, error) => { throw error; } });
  const document = mathjax.document('', { InputJax: input });
  const macros = {};
  return formulas.map((formula) => {
    const [message, position] = askKatex(formula, macros);
    return { katex: message, position, mathjax: askMathJax(formula, document) };
  });
}

const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean);
for (const line of lines) process.stdout.write(JSON.stringify(askPost(JSON.parse(line))) + '\n');
