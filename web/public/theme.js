// Before anything is drawn: the chosen theme and language, so that nothing flashes.
(function () {
  var root = document.documentElement;
  var theme = null;
  try {
    theme = localStorage.getItem('ochaya.theme');
  } catch {
    /* a browser without storage follows the system */
  }
  if (theme !== 'dark' && theme !== 'light')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.dataset.theme = theme;
})();
