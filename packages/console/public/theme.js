// Theme and density stand before the first paint: a page that is dark never flashes white, and no row jumps.
let kept = {}
try {
  kept = JSON.parse(localStorage.getItem('wuku.preferences')) ?? {}
} catch {}
const { theme, density, language = navigator.language.slice(0, 2) } = kept
const { dataset } = document.documentElement
if (theme === 'dark' || theme === 'light') dataset.theme = theme
if (density === 'dense') dataset.density = density

// Files of the page that this address has are on their way before the program asks for them.
const { content = '[]' } = document.querySelector('meta[name=pages]') ?? {}
const [, files = [], ...texts] = JSON.parse(content).find(([path]) => new RegExp(path).test(location.pathname)) ?? []
for (const file of [...files, ...(texts[language === 'zh' ? 1 : 0] ?? [])])
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${file}` }))
