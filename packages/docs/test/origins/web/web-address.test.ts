import { describe, expect, it } from 'vitest'
import { identityOf, readAddress, createScope, isSameSite } from '../../../src/origins/web/web-address.ts'
import { siteSlug } from '../../../src/origins/web/page-paths.ts'

const base = new URL('https://example.com/docs/a/page')

it.each<[href: string, address: string | undefined]>([
  ['../b#part', 'https://example.com/docs/b'],
  ['//cdn.example.com/x', 'https://cdn.example.com/x'],
  [' /a b ', 'https://example.com/a%20b'],
  ['/潮?q=汐', 'https://example.com/%E6%BD%AE?q=%E6%B1%90'],
  ['?utm_source=x&page=2&gclid=1', 'https://example.com/docs/a/page?page=2'],
  ['?utm_source=x', 'https://example.com/docs/a/page'],
  ['/x;jsessionid=0A1B?PHPSESSID=3', 'https://example.com/x'],
  ['mailto:ada@example.com', undefined],
  ['javascript:void(0)', undefined],
  ['data:text/html,x', undefined],
  ['https://ada:secret@example.com/', undefined],
  ['http://[', undefined],
  [`/${'a'.repeat(2_000)}`, undefined],
  [`/${'潮'.repeat(200)}`, undefined],
  ['/a/b/a/b/a/b', undefined],
  ['/x/a/a/a/y', undefined],
  ['/a/b/c/a/b/c/a/b/c/d', undefined],
  ['/a/b/a/b/c', 'https://example.com/a/b/a/b/c'],
])('an address: %s', (href, address) => expect(readAddress(href, base)?.href).toBe(address))

it.each([
  ['http://Example.com/a/', 'https://example.com/a', true],
  ['https://example.com/a/index.html', 'https://example.com/a', true],
  ['https://example.com/index.htm', 'https://example.com', true],
  ['https://example.com/?b=2&a=1', 'https://example.com/?a=1&b=2', true],
  ['https://example.com/A', 'https://example.com/a', false],
  ['https://example.com/a?x=1', 'https://example.com/a', false],
  ['https://example.com/reindex.html', 'https://example.com/re', false],
])('%s and %s: the same page is %s', (one, other, isSame) =>
  expect(identityOf(new URL(one)) === identityOf(new URL(other))).toBe(isSame),
)

describe('a scope', () => {
  it.each<[kind: 'path' | 'host' | 'domain', start: string, other: string, holds: boolean]>([
    ['path', 'https://a.dev/docs', 'https://a.dev/docs/x', true],
    ['path', 'https://a.dev/docs/', 'https://a.dev/docs', true],
    ['path', 'https://a.dev/docs', 'https://a.dev/docs-old/x', false],
    ['path', 'https://a.dev/docs/start.html', 'https://a.dev/docs/x', true],
    ['path', 'https://a.dev/docs/v1.2', 'https://a.dev/docs/v1.3/x', false],
    ['path', 'https://a.dev/docs/', 'http://a.dev/docs/x', true],
    ['path', 'https://a.dev/docs/', 'https://b.a.dev/docs/x', false],
    ['host', 'https://a.dev/docs/', 'https://a.dev/', true],
    ['host', 'https://a.dev/', 'https://a.dev:8443/', false],
    ['domain', 'https://docs.a.dev/', 'https://api.a.dev/x', true],
    ['domain', 'https://docs.a.dev/', 'https://a.dev/', true],
    ['domain', 'https://docs.a.dev/', 'https://evil-a.dev/', false],
    ['domain', 'https://docs.a.co.uk/', 'https://b.co.uk/', false],
    ['domain', 'https://docs.a.com.cn/', 'https://www.a.com.cn/', true],
    ['domain', 'https://ada.github.io/', 'https://eve.github.io/', false],
    ['domain', 'http://10.0.0.7/', 'http://20.0.0.7/', false],
    ['domain', 'http://[::1]/', 'http://[::1]/x', true],
    ['domain', 'http://localhost:80/', 'http://localhost/x', true],
  ])('%s of %s and %s', (kind, start, other, holds) =>
    expect(createScope(new URL(start), kind).holds(new URL(other))).toBe(holds),
  )

  it('takes www for the same site', () => {
    expect(isSameSite(new URL('http://a.dev/'), new URL('https://www.a.dev/'))).toBe(true)
    expect(isSameSite(new URL('http://a.dev/'), new URL('https://b.dev/'))).toBe(false)
  })
})

it.each([
  ['https://react.dev/reference', 'path', '/websites/react_dev_reference'],
  ['https://www.React.dev/reference/index.html', 'path', '/websites/react_dev_reference'],
  ['https://react.dev/reference', 'host', '/websites/react_dev'],
  ['https://react.dev/llms.txt', 'list', '/llmstxt/react_dev'],
  ['https://a.dev/文档/v1.2/', 'path', '/websites/a_dev_v1_2'],
] as const)('%s as %s is called %s', (url, of, slug) => expect(siteSlug(new URL(url), of)).toBe(slug))
