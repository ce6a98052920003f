import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isShell, readHtml } from '../../../src/origins/web/html.ts'
import { repeated, timed, whySlow } from '../../../../../test/unit/growth/how-slow.ts'

describe('a page', () => {
  it.each<readonly [says: string, html: string, facts: object]>([
    [
      'links, areas and frames',
      '<a href=a>x</a><area href="b"><frame src=c><iframe src=d>',
      { links: ['a', 'b', 'c'] },
    ],
    ['no link within itself', '<a href="#x">x</a><a>y</a><a href="">z</a>', { links: [] }],
    ['entities', '<a href="?a=1&amp;b=2">x</a><title>A &amp; B</title>', { links: ['?a=1&b=2'], title: 'A & B' }],
    ['no links in scripts and comments', '<script>"<a href=x>"</script><!-- <a href=y> -->', { links: [], scripts: 1 }],
    ['the first title and base', '<title>A\n  B</title><base href=/x/><base href=/y/>', { title: 'A B', base: '/x/' }],
    [
      'letters that readers see',
      '<style>p{}</style><p>潮 汐</p><script>var x</script><noscript>no</noscript>',
      { letters: 2 },
    ],
    [
      'what the site says of itself',
      '<meta property="og:site_name" content="潮"><meta name=Description content=" d  e ">',
      { siteName: '潮', description: 'd e' },
    ],
    ['where it sends on', '<meta http-equiv=refresh content="0;URL=\'/x\'">', { refresh: '/x' }],
    ['no reload of a clock', '<meta http-equiv=refresh content="60">', { refresh: undefined }],
    [
      'rules for programs',
      '<meta name=robots content="NoIndex"><meta name=wuku content=nofollow>',
      { robots: ' noindex nofollow' },
    ],
    ['nothing of nothing', '', { links: [], letters: 0 }],
  ])('%s', (_says, html, facts) => expect(readHtml(html)).toMatchObject(facts))

  it('is a shell when only a script could fill it', () => {
    expect(isShell(readHtml('<title>App</title><div id=root></div><script src=a.js></script>'))).toBe(true)
    expect(isShell(readHtml('<div id=root><a href=/b>b</a></div><script src=a.js></script>'))).toBe(false)
    expect(isShell(readHtml('<p>Short, but honest.</p>'))).toBe(false)
  })

  it('takes two thousand links and no more', () =>
    expect(readHtml('<a href=x>x</a>'.repeat(3_000)).links).toHaveLength(2_000))

  it.each([
    ['nested without end', '', '<b>', '</i>'],
    ['never closed', '<a href="', 'x', ''],
    ['nothing but brackets', '', '<', ''],
  ])('is read in time in proportion to it: %s', (_says, before, piece, after) => {
    const time = timed((size) => readHtml(before + repeated(piece, size) + after.repeat(size / 3)))
    expect(whySlow(time, 500_000)).toBeUndefined()
  })

  it('has its links and letters whatever stands around them', () => {
    const text = fc.string({ unit: 'grapheme' }).map((said) => said.replaceAll(/[<&]/g, ''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { links, letters } = readHtml(`<p>${before}<a href="/x">${after}</a>`)
        expect({ links, letters }).toEqual({ links: ['/x'], letters: (before + after).replaceAll(/\s/g, '').length })
      }),
    )
  })
})
