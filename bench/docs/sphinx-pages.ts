import { randomFrom, type Random } from '../pads/random.ts'
import type { Amount, MadeFile } from './markdown.ts'

/**
 * Pages with the markup that Sphinx writes around everything: navigation, permalinks, highlighted code, members of a
 * class with signature and fields. The sentences and the code are those of the given pages.
 */
export function makeSphinxPages(pages: readonly string[], { files, bytes, seed }: Amount): readonly MadeFile[] {
  const random = randomFrom(seed)
  const stock = { prose: pages.flatMap(proseOf), code: pages.flatMap(codeOf), random }
  const navigation = navigationOf(files)
  return Array.from({ length: files }, (_, nth) => ({
    path: `library/module${nth}.html`,
    text: pageOf({ name: `module${nth}`, navigation, bytes: bytes / files }, stock),
  }))
}

interface Stock {
  readonly prose: readonly string[]
  readonly code: readonly string[]
  readonly random: Random
}

const proseOf = (page: string): readonly string[] =>
  page
    .replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '')
    .split(/\n+/)
    .filter((line) => line.length > 40 && /^[\p{L}]/u.test(line))

const codeOf = (page: string): readonly string[] =>
  [...page.matchAll(/^```\w+[^\n]*\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)

const navigationOf = (files: number): string =>
  Array.from(
    { length: files },
    (_, at) => `<li class="toctree-l1"><a class="reference internal" href="module${at}.html">module${at}</a></li>`,
  ).join('\n')

interface Wanted {
  readonly name: string
  readonly navigation: string
  readonly bytes: number
}

function pageOf({ name, navigation, bytes }: Wanted, stock: Stock): string {
  const parts: string[] = []
  const frame = Buffer.byteLength(navigation) + 1_500
  for (let written = frame, nth = 0; written < bytes; nth++) {
    const part = sectionOf(`${name}.section${nth}`, stock)
    parts.push(part)
    written += Buffer.byteLength(part)
  }
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8" /><meta name="generator" content="Docutils" /><title>${name} &#8212; Made documentation</title>
<link rel="stylesheet" type="text/css" href="../_static/pygments.css" /><script src="../_static/doctools.js"></script></head>
<body><div class="related" role="navigation" aria-label="related navigation"><h3>Navigation</h3><ul><li class="right"><a href="../genindex.html" title="General Index">index</a></li></ul></div>
<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main">
<section id="${name}"><h1><code class="xref py py-mod docutils literal notranslate"><span class="pre">${name}</span></code><a class="headerlink" href="#${name}" title="Permalink to this headline">¶</a></h1>
${parts.join('\n')}
</section></div></div></div><div class="sphinxsidebar" role="navigation" aria-label="main navigation"><div class="sphinxsidebarwrapper"><ul>${navigation}</ul></div></div></div>
<div class="footer" role="contentinfo">Created using <a href="https://www.sphinx-doc.org/">Sphinx</a>.</div></body></html>
`
}

function sectionOf(id: string, stock: Stock): string {
  const { prose, code, random } = stock
  const members = Array.from({ length: 1 + random.whole(4) }, (_, at) => memberOf(`${id}.member${at}`, stock))
  return `<section id="${id}"><h2>${escape(random.pick(prose).slice(0, 40))}<a class="headerlink" href="#${id}" title="Permalink to this headline">¶</a></h2>
${paragraphs(stock, 3)}
<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span>${highlighted(random.pick(code))}</pre></div></div>
${members.join('\n')}
</section>`
}

const memberOf = (id: string, stock: Stock): string => `<dl class="py method"><dt class="sig sig-object py" id="${id}">
<span class="sig-prename descclassname"><span class="pre">${id.split('.')[0]}.</span></span><span class="sig-name descname"><span class="pre">${id.split('.').at(-1)}</span></span><span class="sig-paren">(</span><em class="sig-param"><span class="n"><span class="pre">value</span></span></em>, <em class="sig-param"><span class="n"><span class="pre">default</span></span><span class="o"><span class="pre">=</span></span><span class="default_value"><span class="pre">None</span></span></em><span class="sig-paren">)</span><a class="headerlink" href="#${id}" title="Permalink to this definition">¶</a></dt>
<dd>${paragraphs(stock, 2)}</dd></dl>`

const paragraphs = ({ prose, random }: Stock, most: number): string =>
  Array.from({ length: 1 + random.whole(most) }, () => `<p>${escape(random.pick(prose))}</p>`).join('\n')

/** Each word in a span of its own, as Pygments writes it. */
const highlighted = (code: string): string =>
  code
    .split(/(\w+)/)
    .map((part) => (/^\w/.test(part) ? `<span class="n">${part}</span>` : escape(part)))
    .join('')

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
