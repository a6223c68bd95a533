const passages = [...document.querySelectorAll('.passage')];
const chips = [...document.querySelectorAll('[data-only]')];
const marked = () => passages.filter(p => !p.hidden && (p.dataset.claims || p.dataset.findings));

function filter() {
  const wanted = chips.filter(chip => chip.ariaPressed === 'true').map(chip => chip.dataset.only);
  let count = 0;
  for (const passage of passages) {
    const kinds = (passage.dataset.claims || '').split(' ').concat(passage.dataset.findings ? 'finding' : []);
    passage.hidden = wanted.length > 0 && !wanted.some(kind => kinds.includes(kind));
    count += !passage.hidden;
  }
  document.getElementById('nothing').hidden = count > 0;
}
for (const chip of chips) {
  chip.addEventListener('click', () => { chip.ariaPressed = String(chip.ariaPressed !== 'true'); filter(); });
}

let here = null;
function go(by) {
  const places = marked();
  if (!places.length) return;
  let at = places.indexOf(here);
  if (at < 0) at = by > 0 ? -1 : places.length;
  if (here) here.classList.remove('here');
  here = places[Math.min(places.length - 1, Math.max(0, at + by))];
  here.classList.add('here');
  here.scrollIntoView({ block: 'center' });
  (here.querySelector('summary') || here.querySelector('.no')).focus({ preventScroll: true });
}
onKeys({ n: () => go(1), p: () => go(-1), u: () => document.getElementById('up').click(), Escape: () => { chips.forEach(chip => { chip.ariaPressed = 'false'; }); filter(); } });
