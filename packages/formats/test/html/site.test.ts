import { describe, expect, it } from 'vitest'
import { read as readHtml } from '../../src/html/index.ts'

const read = (text: string, path = 'guide/tides.html') => readHtml({ path, text })
const prose = 'The moon draws the sea towards her, and twice a day the harbour fills and empties again.'

describe('the content of a page, whoever made it', () => {
  const menu = '<nav><a href="/">Home</a> <a href="/b">Everything else that this site has</a></nav>'
  const around = (content: string) =>
    `<html><head><title>Tides — Sea 2.0 documentation</title></head><body><header>${menu}</header>${menu}${content}<footer>© all of us</footer></body></html>`
  it.each<[string, string]>([
    [
      'Sphinx',
      `<div class="sphinxsidebar">menu</div><div class="body" role="main"><h1>Tides</h1><p>${prose}</p></div><div class="related">next</div>`,
    ],
    [
      'Read the Docs',
      `<div class="rst-content"><div role="navigation" class="wy-breadcrumbs">a</div><div itemprop="articleBody"><h1>Tides</h1><p>${prose}</p></div></div>`,
    ],
    [
      'Furo',
      `<article role="main" id="furo-main-content"><h1>Tides</h1><p>${prose}</p></article><aside class="toc-drawer">toc</aside>`,
    ],
    [
      'MkDocs Material',
      `<main><div class="md-sidebar">side</div><article class="md-content__inner"><a class="md-content__button">Edit</a><h1>Tides</h1><p>${prose}</p></article></main>`,
    ],
    [
      'Docusaurus',
      `<main><nav>crumbs</nav><div class="tocCollapsible_ab12">toc</div><div class="theme-doc-markdown markdown"><header><h1>Tides</h1></header><p>${prose}</p></div></main>`,
    ],
    [
      'VitePress',
      `<main><div class="VPDocAside">toc</div><div class="vp-doc"><h1>Tides <a class="header-anchor" href="#tides">&ZeroWidthSpace;</a></h1><p>${prose}</p></div></main>`,
    ],
    [
      'mdBook',
      `<div id="content"><main><h1><a class="header" href="#tides">Tides</a></h1><p>${prose}</p></main><nav class="nav-wrapper">next</nav></div>`,
    ],
    [
      'WordPress',
      `<article><div class="entry-content"><h1>Tides</h1><p>${prose}</p><div class="sharedaddy">share</div></div></article>`,
    ],
    [
      'nobody we know',
      `<div><div><a href="/1">one</a><a href="/2">two</a></div><div><div><h1>Tides</h1><p>${prose}</p></div><div class="feedback">Was this helpful?</div></div></div>`,
    ],
  ])('%s', (_, content) => {
    const answer = read(around(content))
    expect('page' in answer && [answer.page.title, answer.page.text]).toEqual(['Tides', `# Tides\n\n${prose}\n`])
  })
})

it.each<[string, string]>([
  [`<title>Old</title><h1>New <em>one</em><a class="headerlink" href="#n">¶</a></h1>`, 'New one'],
  ['<title>Tides — Sea — 2.0</title>', 'Tides'],
  ['<title>Tides | Sea</title>', 'Tides'],
  ['<title>A - B - Sea</title>', 'A - B'],
  ['', 'tides'],
])('the title: %j', (head, title) => {
  const answer = read(`${head}<p>${prose}</p>`)
  expect('page' in answer && answer.page.title).toBe(title)
})

describe('signatures of Sphinx', () => {
  const signature = (name: string, rest: string) =>
    `<dt class="sig sig-object py" id="sea.${name}"><span class="sig-prename descclassname"><span class="pre">sea.</span></span><span class="sig-name descname"><span class="pre">${name}</span></span>${rest}<a class="reference internal viewcode-link" href="#">[source]</a><a class="headerlink" href="#sea.${name}">¶</a></dt>`
  const check = (text: string, expected: string, anchors: readonly string[]) => {
    const answer = read(`<main><section id="sea"><h1>Sea</h1>${text}</section></main>`)
    const page = 'page' in answer ? answer.page : undefined
    expect(page?.text).toBe(`# Sea\n\n${expected}\n`)
    expect(page?.anchors?.map(({ name }) => name)).toEqual(['sea', ...anchors])
  }

  it('are headings with their names, in their classes', () =>
    check(
      `<p>Water.</p><dl class="py class">${signature('Tide', '(<em>*args</em>)')}<dd><p>A tide.</p><dl class="py method">${signature('rise', '()')}<dd><p>Up.</p></dd></dl></dd></dl><dl class="py function">${signature('ebb', '()')}<dd><p>Down.</p></dd></dl>`,
      'Water.\n\n## `sea.Tide(*args)`\n\nA tide.\n\n### `sea.rise()`\n\nUp.\n\n## `sea.ebb()`\n\nDown.',
      ['sea.Tide', 'sea.rise', 'sea.ebb'],
    ))
  it('share what is said of them', () =>
    check(
      `<dl class="py function">${signature('a', '()')}${signature('b', '()')}<dd>Both do it, in one way.</dd></dl>`,
      '## `sea.a()`, `sea.b()`\n\nBoth do it, in one way.',
      ['sea.a'],
    ))
  it('go into a fence when they are long', () => {
    const long = `(${Array.from({ length: 20 }, (_, at) => `parameter${at}`).join(', ')})`
    check(
      `<dl class="py function">${signature('a', long)}<dd>Does it.</dd></dl>`,
      `## \`sea.a\`\n\n\`\`\`python\nsea.a${long}\n\`\`\`\n\nDoes it.`,
      ['sea.a'],
    )
  })
  it('have their parameters in lists and, once, in tables', () => {
    const field =
      '<dl class="field-list simple"><dt class="field-odd">Parameters</dt><dd class="field-odd"><p><strong>x</strong> – how high</p></dd></dl>'
    const old =
      '<table class="docutils field-list"><tr class="field"><th class="field-name">Parameters:</th><td><strong>x</strong> – how high</td></tr></table>'
    check(field + old, '- **Parameters**\n  **x** – how high\n\n- **Parameters:**\n  **x** – how high', [])
  })
})

it.each<[string, string, string]>([
  ['old.html', '<meta http-equiv="refresh" content="0; url=new.html"><a href="new.html">Moved</a>', 'almost no text'],
  [
    'app.html',
    '<div id="app"></div><noscript>You need to turn on JavaScript to read our documentation.</noscript><script src="a.js"></script>',
    'almost no text',
  ],
  [
    'genindex.html',
    `<div role="main"><h1>Index</h1><table class="indextable genindextable"><tr><td>${prose}</table></div>`,
    'an index',
  ],
  [
    'search.html',
    `<div role="main"><h1>Search</h1><p>${prose}</p><div id="search-results"></div></div>`,
    'a search page',
  ],
  ['_modules/sea.html', `<main><h1>Source code for sea</h1><pre>${prose}</pre></main>`, 'source code'],
  ['empty.html', '', 'almost no text'],
])('what is no page is skipped, and it is said why: %s', (path, text, why) => {
  const answer = read(text, path)
  expect('skipped' in answer && answer.skipped).toMatchObject({ path, why: expect.stringContaining(why) as string })
})
