// Verdicts as the server sends them, sorted for the gutter.
'use strict';
const VERDICTS = ['proved', 'agrees', 'unchecked', 'refuted']; // the last one of a line is the one that shows

/** The verdicts of each kind; a line shows its worst one only. */
function byVerdict(verdicts) {
  const worst = new Map();
  for (const found of verdicts) {
    const line = found.range.start.line;
    const before = worst.get(line);
    if (!before || VERDICTS.indexOf(found.verdict) > VERDICTS.indexOf(before.verdict)) worst.set(line, found);
  }
  return VERDICTS.map(verdict => [verdict, [...worst.values()].filter(found => found.verdict === verdict)]);
}

module.exports = { VERDICTS, byVerdict };
