import { describe, expect, it } from 'vitest'
import { expectRefusal, mainOf, textOf } from './converting.ts'
import { epubOf, type BookMaking } from './office-making.ts'

const check = async (book: BookMaking, expected: readonly string[]): Promise<void> =>
  expect(await mainOf('a.epub', epubOf(book))).toBe(expected.join('\n'))

const chapter = (id: string, html: string): string => `<section id="${id}">\n${html}\n</section>`

describe('chapters', () => {
  it('stand in reading order, under the title', async () => {
    const metadata = '<dc:title>潮汐 &amp; 月亮</dc:title><dc:creator>李雷 &lt;x&gt;</dc:creator>'
    const book = { metadata, chapters: { 'z.xhtml': '<h1>One</h1>', 'a b.xhtml': '<h1>二</h1><p>👩‍👩‍👧&nbsp;x</p>' } }
    await check(book, [
      '<p>李雷 &lt;x&gt;</p>',
      chapter('z', '<h1>One</h1>'),
      chapter('a b', '<h1>二</h1><p>👩‍👩‍👧&nbsp;x</p>'),
    ])
    expect((await textOf('a.epub', epubOf(book))).title).toBe('潮汐 & 月亮')
  })

  it.each<[string, string, string]>([
    [
      'code as it is',
      '<h2>x</h2><pre><code class="language-ts">a &lt; b\n  c</code></pre>',
      '<h2>x</h2><pre><code class="language-ts">a &lt; b\n  c</code></pre>',
    ],
    ['elements that close themselves', '<h2><a id="i"/>x</h2><p>y</p>', '<h2><a id="i"></a>x</h2><p>y</p>'],
    [
      'no programs',
      '<h2>x</h2><script>alert(1)</script><style>p{}</style><iframe src="https://example.com"/>',
      '<h2>x</h2>',
    ],
    [
      'descriptions of pictures',
      '<h2>x</h2><p><img src="a.png" alt="a map"/><img src="b.png"/></p>',
      '<h2>x</h2><p>[a map]</p>',
    ],
    [
      'links within the book',
      '<h2>x</h2><a href="c2.xhtml">2</a><a href="c2.xhtml#s">s</a><a href="https://example.com">e</a>',
      '<h2>x</h2><a href="#c2">2</a><a href="#s">s</a><a href="https://example.com">e</a>',
    ],
  ])('have %s', (_, html, expected) => check({ chapters: { 'c.xhtml': html } }, [chapter('c', expected)]))
})

describe('what is no chapter', () => {
  it('is left out: a cover, a page without text', () =>
    check(
      {
        chapters: { 'cover.xhtml': '<p>Cover</p>', 'art.xhtml': '<svg><text>no</text></svg>', 'c.xhtml': '<h1>x</h1>' },
        guide: '<guide><reference type="cover" href="cover.xhtml"/></guide>',
      },
      [chapter('c', '<h1>x</h1>')],
    ))
  it('is the contents of EPUB 3, which name chapters that do not name themselves', () =>
    check(
      {
        chapters: {
          'nav.xhtml': '<nav epub:type="toc"><ol><li><a href="c.xhtml#top">Chapter <i>1</i></a></li></ol></nav>',
          'c.xhtml': '<p>x</p>',
        },
        manifest: '<item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>',
      },
      [chapter('c', '<h1>Chapter 1</h1>\n<p>x</p>')],
    ))
  it('is the contents of EPUB 2', () =>
    check(
      {
        chapters: { 'c.xhtml': '<p>x</p>' },
        manifest: '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
        others: [
          {
            name: 'OEBPS/toc.ncx',
            text: '<ncx><navMap><navPoint><navLabel><text>第一章</text></navLabel><content src="c.xhtml"/></navPoint></navMap></ncx>',
          },
        ],
      },
      [chapter('c', '<h1>第一章</h1>\n<p>x</p>')],
    ))
})

describe('books that are locked', () => {
  const encryption = (what: string) => ({
    chapters: { 'c.xhtml': '<p>x</p>' },
    others: [
      {
        name: 'META-INF/encryption.xml',
        text: `<encryption><enc:CipherReference xmlns:enc="urn:e" URI="${what}"/></encryption>`,
      },
    ],
  })
  it('an encrypted book is refused', () =>
    expectRefusal('a.epub', epubOf(encryption('OEBPS/c.xhtml')), [/DRM/, /unprotected copy/]))
  it('are not those that scramble their fonts', () => check(encryption('OEBPS/a.otf'), [chapter('c', '<p>x</p>')]))
})
