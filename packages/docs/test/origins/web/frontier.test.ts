import { describe, expect, it } from 'vitest'
import { createFrontier, type Entry } from '../../../src/origins/web/frontier.ts'
import { readHtml } from '../../../src/origins/web/html.ts'
import { openWebSite } from '../../../../../test/fixtures/docs/web-site.ts'
import { gather, websiteAt } from './gather.ts'

const entry = (path: string): Entry => ({ url: new URL(`http://a.test/${path}`), depth: 1 })
const frontier = () => createFrontier({ depth: 3, admits: () => true })
const page = (called: string, count: number): string =>
  `<title>${called}</title><p>${'words '.repeat(40)}</p>${Array.from({ length: count }, (_, at) => `<a href="/${called}/${at}">a</a>`).join('\n')}`

describe('what waits to be visited', () => {
  it('comes once, in its order, with what stands in for it', () => {
    const waiting = frontier()
    const instead = new URL('http://a.test/b')
    waiting.add([entry('a'), { ...entry('b.md'), depth: 2, instead }, entry('a')])
    expect([waiting.found, waiting.waiting]).toEqual([2, 2])
    expect([waiting.next(), waiting.next(), waiting.next()]).toEqual([
      entry('a'),
      { ...entry('b.md'), depth: 2, instead },
      undefined,
    ])
    expect([waiting.found, waiting.waiting]).toEqual([2, 0])
  })

  it.each<[says: string, path: (at: number) => string, count: number, most: number]>([
    ['short addresses', (at) => `${at}`, 120_000, 100_000],
    ['long addresses', (at) => `${'a'.repeat(900)}/${at}`, 30_000, 22_500],
  ])('is bounded, with %s', (_, path, count, most) => {
    const waiting = frontier()
    for (let at = 0; at < count; at++) waiting.add([entry(path(at))])
    expect(waiting.found).toBeLessThanOrEqual(most)
    expect(waiting.found).toBeGreaterThan(most * 0.9)
  })
})

it('a page of many links is left behind the last one that counts', () => {
  const closing = `${page('a', 300_000)}<script></script>`
  expect(readHtml(closing)).toMatchObject({ title: 'a', scripts: 0 })
  expect(readHtml(closing).links).toHaveLength(2_000)
})

it('a site whose every page has 300,000 links is taken as far as it is wanted', async () => {
  await using site = await openWebSite({
    '/': page('a', 300_000),
    '/a/0': page('b', 300_000),
    '/a/1': page('c', 300_000),
    '/a/2': page('d', 300_000),
  })
  const { paths, facts, steps } = await gather(websiteAt(site.url, { pages: 4 }), { maxBytes: 20 * 1024 * 1024 })
  expect(paths).toEqual(['index.html', 'a/0.html', 'a/1.html', 'a/2.html'])
  expect(facts.leftOut).toBeLessThanOrEqual(4 * 2_000)
  expect(Math.max(...steps.map(({ total = 0 }) => total))).toBe(4)
  expect(site.asked.length).toBeLessThan(15)
})
