import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identityOf } from '../../../src/origins/web/web-address.ts'
import { createNames } from '../../../src/origins/web/page-paths.ts'

const html = ['html', 'htm']
const namesIn = (folder = '/', before: ReadonlyMap<string, { path: string }> = new Map()) =>
  createNames({ host: 'a.dev', folder, before })

describe('the path of a page', () => {
  it.each<[address: string, endings: readonly string[], path: string | RegExp]>([
    ['https://a.dev/', html, 'index.html'],
    ['https://a.dev/docs/hooks/', html, 'docs/hooks/index.html'],
    ['https://a.dev/docs/a', html, 'docs/a.html'],
    ['https://a.dev/docs/a.htm', html, 'docs/a.htm'],
    ['https://a.dev/docs/a.php', html, 'docs/a.html'],
    ['https://a.dev/docs/v1.2', html, 'docs/v1.2.html'],
    ['https://a.dev/docs/a.html', ['md'], 'docs/a.md'],
    ['https://a.dev/a?x=1', html, /^a-[0-9a-f]{8}\.html$/],
    ['https://b.dev:8080/a', html, 'b.dev-8080/a.html'],
    ['https://a.dev/%E6%BD%AE/%F0%9F%87%A8%F0%9F%87%B3', html, '潮/🇨🇳.html'],
    ['https://a.dev/%ZZ', html, '%ZZ.html'],
    ['https://a.dev/x%2F..%2F..%2Fy', html, 'x-..-..-y.html'],
    ['https://a.dev/.hidden/~aside/x', html, '-hidden/-aside/x.html'],
    ['https://a.dev/a%00b%5Cc', html, 'a-b-c.html'],
    [`https://a.dev/${'a'.repeat(400)}`, html, /^a{40}-[0-9a-f]{8}\.html$/],
  ])('%s', (address, endings, path) => {
    const given = namesIn().give(new URL(address), endings)
    if (typeof path === 'string') expect(given).toBe(path)
    else expect(given).toMatch(path)
  })

  it('is told from the folder of the site', () => {
    expect(namesIn('/docs/').give(new URL('https://a.dev/docs'), html)).toBe('index.html')
    expect(namesIn('/docs/').give(new URL('https://a.dev/docs/a'), html)).toBe('a.html')
  })

  it('is another one where case or folders would make it the same', () => {
    const names = namesIn()
    expect(names.give(new URL('https://a.dev/A'), html)).toBe('A.html')
    expect(names.give(new URL('https://a.dev/a'), html)).toMatch(/^a-\w{8}\.html$/)
    expect(names.give(new URL('https://a.dev/A.html/b'), html)).not.toMatch(/^A\.html\//)
  })

  it('stays with the address that had it', () => {
    const before = new Map([['a.dev/a', { path: 'a.html' }]])
    const names = namesIn('/', before)
    expect(names.give(new URL('https://a.dev/a.php'), html)).not.toBe('a.html')
    expect(names.keep('a.html', new URL('https://a.dev/a'))).toBe(true)
    expect(names.keep('a.html', new URL('https://a.dev/b'))).toBe(false)
  })
})

it('no two addresses share one, and none leads out', () => {
  const segment = fc.oneof(
    fc.constantFrom('a', 'A', 'a.html', 'index', '..', '%2e%2e', '~', ''),
    fc.webSegment(),
    fc.string(),
  )
  const url = fc
    .array(segment, { maxLength: 5 })
    .map((segments) => new URL(`https://a.dev/${segments.map((each) => each.replaceAll(/[#?/\\]/g, '')).join('/')}`))
  fc.assert(
    fc.property(fc.array(url, { maxLength: 10 }), (urls) => {
      const each = [...new Map(urls.map((one) => [identityOf(one), one])).values()]
      const names = namesIn()
      const paths = each.map((one) => names.give(one, html))
      expect(new Set(paths.map((path) => path.normalize('NFC').toLowerCase())).size).toBe(each.length)
      expect(paths.filter((path) => path.split('/').some((name) => name === '' || /^[.~]/.test(name)))).toEqual([])
    }),
  )
})
