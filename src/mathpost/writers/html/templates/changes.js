const rows = [...document.querySelectorAll('.review > .row:not(.sides), .review > details')];
const chips = [...document.querySelectorAll('[data-only]')];
const changed = () => rows.filter(row => !row.hidden && row.dataset.kinds);

function filter() {
  const wanted = chips.filter(chip => chip.ariaPressed === 'true').map(chip => chip.dataset.only);
  for (const row of rows) {
    const kinds = (row.dataset.kinds || '').split(' ');
    row.hidden = wanted.length > 0 && !wanted.some(kind => kinds.includes(kind));
  }
}
for (const chip of chips) {
  chip.addEventListener('click', () => { chip.ariaPressed = String(chip.ariaPressed !== 'true'); filter(); });
}

let here = null;
function go(by) {
  const places = changed();
  if (!places.length) return;
  let at = places.indexOf(here);
  if (at < 0) at = by > 0 ? -1 : places.length;
  if (here) here.classList.remove('here');
  here = places[Math.min(places.length - 1, Math.max(0, at + by))];
  here.classList.add('here');
  here.tabIndex = -1;
  here.focus({ preventScroll: true });
  here.scrollIntoView({ block: 'center' });
}
onKeys({ n: () => go(1), p: () => go(-1), u: () => document.getElementById('up').click(), Escape: () => { chips.forEach(chip => { chip.ariaPressed = 'false'; }); filter(); } });
