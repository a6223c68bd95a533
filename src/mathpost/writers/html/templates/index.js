const body = document.querySelector('#posts tbody');
const rows = [...body.rows];
const search = document.getElementById('search');
const status = document.getElementById('status');
const shown = document.getElementById('shown');

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const text = row.cells[0].textContent.toLowerCase() + ' ' + decodeURIComponent(row.querySelector('a').getAttribute('href'));
    row.hidden = (status.value && row.dataset.status !== status.value) || !words.every(word => text.includes(word));
    count += !row.hidden;
  }
  shown.textContent = shown.dataset.text.replace('{shown}', count).replace('{total}', rows.length);
  document.getElementById('nothing').hidden = count > 0;
}
search.addEventListener('input', filter);
status.addEventListener('change', filter);
filter();

const value = (row, column) => row.cells[column].dataset.sort ?? row.cells[column].textContent.trim();
const compare = (a, b) => (a !== '' && b !== '' && !isNaN(a) && !isNaN(b)) ? a - b : a.localeCompare(b, root.lang);
for (const head of document.querySelectorAll('#posts th')) {
  const button = head.querySelector('button');
  if (!button) continue;
  button.addEventListener('click', () => {
    const down = head.getAttribute('aria-sort') === 'ascending' ||
      (head.classList.contains('n') && head.getAttribute('aria-sort') !== 'descending');
    document.querySelectorAll('#posts th').forEach(other => other.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const sorted = [...rows].sort((a, b) => compare(value(a, head.cellIndex), value(b, head.cellIndex)));
    body.append(...(down ? sorted.reverse() : sorted));
  });
}

function move(by) {
  const links = [...body.rows].filter(row => !row.hidden).map(row => row.querySelector('a'));
  if (!links.length) return;
  const at = links.indexOf(document.activeElement);
  links[at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + by))].focus();
}
onKeys({ '/': () => search.focus(), j: () => move(1), k: () => move(-1), Escape: () => { search.value = ''; search.blur(); filter(); } });
