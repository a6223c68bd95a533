const place = 'enhance-live:' + location.pathname;
const folds = () => [...document.querySelectorAll('details')];
try {
  const before = JSON.parse(sessionStorage.getItem(place) || 'null');
  if (before) {
    sessionStorage.removeItem(place);
    folds().forEach((fold, at) => { fold.open = before.open.includes(at); });
    scrollTo(0, before.top);
  }
} catch { /* a browser without storage starts at the top */ }
const status = document.createElement('p');
status.id = 'live';
status.className = 'soft';
status.setAttribute('role', 'status');
document.querySelector('header').prepend(status);
const stream = new EventSource('/events');
stream.addEventListener('open', () => { status.textContent = 'live'; });
stream.addEventListener('error', () => { status.textContent = 'offline: enhance serve has ended'; });
stream.addEventListener('checking', () => { status.textContent = 'checking …'; });
stream.addEventListener('ready', (event) => {
  if (decodeURIComponent(location.pathname) !== '/' + decodeURIComponent(event.data)) {
    if (event.data === 'index.html') { status.textContent = 'live'; }
    return;
  }
  const open = folds().flatMap((fold, at) => (fold.open ? [at] : []));
  try { sessionStorage.setItem(place, JSON.stringify({ open, top: scrollY })); } catch { /* see above */ }
  location.reload();
});
