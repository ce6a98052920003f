import { describe, expect, it } from 'vitest'
import { markdownLinks, readLlmsText } from '../../../src/origins/web/list.ts'
import { repeated, timed, whySlow } from '../../../../../test/unit/growth/how-slow.ts'

const base = new URL('https://example.com/docs/llms.txt')
const linksIn = (text: string): readonly string[] => markdownLinks(text, base).map(({ href }) => href)

describe('links of Markdown', () => {
  it.each([
    ['inline, with a title', '[a](x "Title") and [b]( <y> )', ['docs/x', 'docs/y']],
    ['by reference', '[a][1]\n\n[1]: /x\n  [2]: <y> "Title"\n', ['x', 'docs/y']],
    ['bare', '<https://example.com/x> but not https://example.com/y', ['x']],
    ['HTML', '<a class="b" href="/x">x</a>', ['x']],
    ['no pictures, no places on the page', '![p](p.png) [here](#part)', []],
    ['of Chinese names', '[潮汐](潮.md)', ['docs/%E6%BD%AE.md']],
    ['on Windows', '[a](x)\r\n[b](y)\r\n', ['docs/x', 'docs/y']],
    ['nothing', '', []],
  ])('%s', (_says, text, paths) => expect(linksIn(text)).toEqual(paths.map((path) => `https://example.com/${path}`)))

  it.each([
    ['brackets', '', '['],
    ['links that do not end', '', '[a]('],
    ['spaces', '[a](', ' '],
    ['elements', '', '<a '],
    ['references', '', '\n['],
  ])('are found in time in proportion to a text full of %s', (_says, before, piece) => {
    const time = timed((size) => linksIn(before + repeated(piece, size)))
    expect(whySlow(time, 300_000)).toBeUndefined()
  })
})

describe('llms.txt', () => {
  it.each([
    [
      '# Tide\n\n> Computes tides.\n> By the hour.\n\nMore > this.\n',
      { name: 'Tide', description: 'Computes tides. By the hour.' },
    ],
    ['# 潮汐\r\n\r\n> 计算潮汐。\r\n', { name: '潮汐', description: '计算潮汐。' }],
    ['## Docs\n# Not the name\n> nor this\n', { name: '', description: '' }],
    ['', { name: '', description: '', links: [] }],
  ])('%j', (text, said) => expect(readLlmsText(text, base)).toMatchObject(said))

  it('has what is optional at the end, and each page once', () => {
    const text = '# T\n[0](/0)\n## Optional\n[3](/3)\n## A\n[1](/1) [0](/0)\n## B\n[2](/2)\n'
    expect(readLlmsText(text, base).links.map(({ pathname }) => pathname)).toEqual(['/0', '/1', '/2', '/3'])
  })
})
