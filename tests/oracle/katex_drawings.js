// What KaTeX draws: the MathML of a formula without the wrappers that change nothing to look at.
// stdin: one JSON array per line, the formulas of one post in order: [{"tex": "…", "display": true}, …].
// stdout: one JSON array per line: null where KaTeX refuses, else the MathML.
const katex = require('katex');

function look(mathml) {
  return mathml
    .replace(/<annotation[^>]*>[^]*?<\/annotation>/g, '')
    .replace(/<\/?(mrow|semantics|mpadded|span)\b[^>]*>/g, '');
}

function drawPost(formulas) {
  const macros = {};
  return formulas.map(({ tex, display }) => {
    const settings = {
      displayMode: display, throwOnError: true, trust: true, strict: 'ignore', globalGroup: true, macros, output: 'mathml',
    };
    try {
      return look(katex.renderToString(tex, settings));
    } catch (error) {
      if (!(error instanceof katex.ParseError)) throw error;
      return null;
    }
  });
}

const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean);
for (const line of lines) process.stdout.write(JSON.stringify(drawPost(JSON.parse(line))) + '\n');
