// Where MathJax 3 itself finds formulas on a page.
// stdin: one JSON string per line, the HTML of a page. stdout: one JSON array per line: [{"tex": "…", "display": true}, …].
const base = 'mathjax-full/js/';
const { mathjax } = require(base + 'mathjax.js');
const { TeX } = require(base + 'input/tex.js');
const { liteAdaptor } = require(base + 'adaptors/liteAdaptor.js');
const { RegisterHTMLHandler } = require(base + 'handlers/html.js');
RegisterHTMLHandler(liteAdaptor());

const delimiters = { inlineMath: [['$', '$']], displayMath: [['$$', '$$']], processEscapes: true, processRefs: false };

function find(html) {
  const document = mathjax.document(html, { InputJax: new TeX(delimiters) });
  document.findMath();
  return [...document.math].filter((item) => item.display !== null).map((item) => ({ tex: item.math, display: item.display }));
}

const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean);
for (const line of lines) process.stdout.write(JSON.stringify(find(JSON.parse(line))) + '\n');
