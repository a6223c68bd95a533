'use strict';
const root = document.documentElement;
const kept = { get: () => { try { return localStorage.getItem('enhance-theme'); } catch { return null; } },
  set: value => { try { localStorage.setItem('enhance-theme', value); } catch { /* a page from disk may not */ } } };
if (kept.get()) root.dataset.theme = kept.get();
function turnTheme() {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  kept.set(root.dataset.theme);
}
document.getElementById('theme').addEventListener('click', turnTheme);
function onKeys(keys) {
  document.addEventListener('keydown', event => {
    const typing = event.target.matches('input, select, textarea');
    if (event.ctrlKey || event.metaKey || event.altKey || (typing && event.key !== 'Escape')) return;
    const action = { d: turnTheme, ...keys }[event.key];
    if (action) { event.preventDefault(); action(); }
  });
}
