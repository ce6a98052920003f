// The theme stands before the first paint: a page that is dark never flashes white.
try {
  const { theme } = JSON.parse(localStorage.getItem('wuku.preferences') || '{}')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
} catch {}
