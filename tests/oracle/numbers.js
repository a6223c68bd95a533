// Which numbers MathJax 3 shows on a page with AMS numbers.
// stdin: one JSON array per line, the formulas of one page in order: [{"tex": "…", "display": true}, …].
// stdout: one JSON object per line: {"shown": [["1", "2"], [], …], "errors": [null, "message", …], "labels": {"eq:a": "1"}}.
const base = 'mathjax-full/js/';
const { mathjax } = require(base + 'mathjax.js');
const { TeX } = require(base + 'input/tex.js');
const { liteAdaptor } = require(base + 'adaptors/liteAdaptor.js');
const { RegisterHTMLHandler } = require(base + 'handlers/html.js');
const { STATE } = require(base + 'core/MathItem.js');
require(base + 'input/tex/AllPackages.js');
RegisterHTMLHandler(liteAdaptor());

const packages = ['base', 'ams', 'newcommand', 'action', 'amscd', 'bbox', 'boldsymbol', 'braket', 'cancel', 'color',
  'enclose', 'extpfeil', 'html', 'mhchem', 'unicode', 'verb'];

function textOf(node) {
  if (node.isKind('text')) return node.getText();
  return (node.childNodes || []).map(textOf).join('');
}

function numbersIn(node, found) {
  if (!node || !node.childNodes) return found;
  if (node.isKind('mlabeledtr')) found.push(textOf(node.childNodes[0]));
  node.childNodes.forEach((child) => numbersIn(child, found));
  return found;
}

function page(formulas) {
  let error = null;
  const input = new TeX({ packages, tags: 'ams', formatError: (jax, problem) => { error = problem.message; return jax.formatError(problem); } });
  const document = mathjax.document('', { InputJax: input });
  const shown = [], errors = [];
  for (const formula of formulas) {
    error = null;
    let tree = null;
    try {
      tree = document.convert(formula.tex, { display: formula.display, end: STATE.COMPILED });
    } catch (problem) { error = String(problem.message); }
    shown.push(error ? [] : numbersIn(tree, []));
    errors.push(error);
  }
  const labels = {};
  const all = input.parseOptions.tags.allLabels;
  for (const name of Object.keys(all)) labels[name] = all[name].tag;
  return { shown, errors, labels };
}

const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean);
for (const line of lines) process.stdout.write(JSON.stringify(page(JSON.parse(line))) + '\n');
