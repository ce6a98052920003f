import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readRobots } from '../../../src/origins/web/host-rules.ts'

const all = (...rules: string[]): string => ['User-agent: *', ...rules].join('\n')

it.each<[says: string, text: string, path: string, isAllowed: boolean]>([
  ['nothing said', '', '/a', true],
  ['all forbidden', all('Disallow: /'), '/a', false],
  ['but not the rules themselves', all('Disallow: /'), '/robots.txt', true],
  ['an empty rule forbids nothing', all('Disallow:'), '/a', true],
  ['the longest decides', all('Disallow: /a', 'Allow: /a/b', 'Disallow: /a/b/c'), '/a/b/x', true],
  ['the longest decides, deeper', all('Allow: /a/b', 'Disallow: /a/b/c', 'Disallow: /a'), '/a/b/c', false],
  ['of two as long the kind one', all('Disallow: /a*', 'Allow: /*a'), '/a', true],
  ['a star', all('Disallow: /*/private'), '/x/y/private/z', false],
  ['an end', all('Disallow: /*.pdf$'), '/x.pdf', false],
  ['an end that is not there', all('Disallow: /*.pdf$'), '/x.pdf?y', true],
  ['an end without a star', all('Disallow: /a$'), '/a/b', true],
  ['a query', all('Disallow: /*?print='), '/a?print=1', false],
  ['Chinese, written either way', all('Disallow: /%E6%BD%AE'), '/潮/汐', false],
  ['other programs only', 'User-agent: Googlebot\nDisallow: /', '/a', true],
  ['us above all', `${all('Disallow: /')}\n\nUser-agent: WUKU/2.0\nDisallow: /b`, '/a', true],
  ['several programs at once', 'User-agent: a\nUser-agent: wuku\nDisallow: /', '/a', false],
  [
    'two groups of ours',
    'User-agent: wuku\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: wuku\nDisallow: /b',
    '/b',
    false,
  ],
  ['comments, spaces, Windows', '\uFEFFuser-agent : * # all\r\n disallow : /a # not this\r\n', '/a', false],
  ['rules of nobody', 'Disallow: /', '/a', true],
])('%s', (_says, text, path, isAllowed) =>
  expect(readRobots(text).allows(new URL(path, 'https://example.com'))).toBe(isAllowed),
)

it.each([
  [all('Crawl-delay: 2.5'), 2_500],
  [all('Crawl-delay: 3600'), 5_000],
  [all('Crawl-delay: -1'), 0],
  [all('Crawl-delay: soon'), 0],
  ['User-agent: x\nCrawl-delay: 3', 0],
])('%j asks for %i ms', (text, delay) => expect(readRobots(text).delay).toBe(delay))

it('names maps, wherever they stand', () => {
  const text = `Sitemap: https://example.com/a.xml\n${all('Sitemap: /b.xml', 'Disallow: /x')}`
  expect(readRobots(text).sitemaps).toEqual(['https://example.com/a.xml', '/b.xml'])
  expect(readRobots(text).allows(new URL('https://example.com/x'))).toBe(false)
})

it('reads patterns as an expression would', () => {
  const written = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 6 })
  fc.assert(
    fc.property(
      written,
      fc.boolean(),
      fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 }),
      (rest, isWhole, path) => {
        const expression = new RegExp(`^/${rest.replaceAll('*', '.*')}${isWhole ? '$' : ''}`)
        const url = new URL('https://example.com')
        url.pathname = path
        expect(readRobots(all(`Disallow: /${rest}${isWhole ? '$' : ''}`)).allows(url)).toBe(
          !expression.test(url.pathname),
        )
      },
    ),
  )
})
