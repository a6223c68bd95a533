// What MathJax 3 draws: every glyph and rule of a formula with its place.
// stdin: one JSON array per line, the formulas of one post in order: [{"tex": "…", "display": true}, …].
// stdout: one JSON array per line: null where MathJax refuses, else [["1D465", x, y, scale], …] in order of place.
const base = 'mathjax-full/js/';
const { mathjax } = require(base + 'mathjax.js');
const { TeX } = require(base + 'input/tex.js');
const { SVG } = require(base + 'output/svg.js');
const { liteAdaptor } = require(base + 'adaptors/liteAdaptor.js');
const { RegisterHTMLHandler } = require(base + 'handlers/html.js');
require(base + 'input/tex/AllPackages.js');
const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);

const packages = ['base', 'ams', 'newcommand', 'boldsymbol', 'braket', 'cancel', 'color', 'html', 'unicode'];

function marks(node, x, y, scale, found) {
  const kind = adaptor.kind(node);
  if (kind === '#text') return found;
  for (const step of (adaptor.getAttribute(node, 'transform') || '').matchAll(/(translate|scale)\(([^)]*)\)/g)) {
    const [first, second] = step[2].split(',').map(Number);
    if (step[1] === 'translate') { x += scale * first; y += scale * (second || 0); } else scale *= first;
  }
  if (kind === 'path') found.push([adaptor.getAttribute(node, 'data-c') || '', Math.round(x), Math.round(y), scale.toFixed(2)]);
  if (kind === 'rect') found.push(['rule', Math.round(x), Math.round(y), adaptor.getAttribute(node, 'width')]);
  for (const child of adaptor.childNodes(node)) marks(child, x, y, scale, found);
  return found;
}

function drawPost(formulas) {
  const input = new TeX({ packages, tags: 'none', formatError: (_, error) => { throw error; } });
  const document = mathjax.document('', { InputJax: input, OutputJax: new SVG({ fontCache: 'none' }) });
  return formulas.map((formula) => {
    try {
      return marks(document.convert(formula.tex, { display: formula.display }), 0, 0, 1, []).sort();
    } catch (error) {
      return null;
    }
  });
}

const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean);
for (const line of lines) process.stdout.write(JSON.stringify(drawPost(JSON.parse(line))) + '\n');
