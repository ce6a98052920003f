// Theme and density stand before the first paint: a page that is dark never flashes white, and no row jumps.
try {
  const { theme, density } = JSON.parse(localStorage.getItem('wuku.preferences') || '{}')
  const { dataset } = document.documentElement
  if (theme === 'dark' || theme === 'light') dataset.theme = theme
  if (density === 'dense') dataset.density = density
} catch {}
