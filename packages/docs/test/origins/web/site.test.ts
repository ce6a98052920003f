import { describe, expect, it } from 'vitest'
import { htmlPage, openWebSite, tideSite } from '../../../../../test/fixtures/docs/web-site.ts'
import { gather, websiteAt } from './gather.ts'

const html = (...links: string[]): string => htmlPage('Page', links)
describe('a later haul', () => {
  it('asks whether pages changed, and goes on from those that did not', async () => {
    await using site = await openWebSite({ '/': html('/a'), '/a': html('/b'), '/b': html(), '/c': html() })
    const origin = websiteAt(`${site.url}/`)
    const first = await gather(origin)
    expect(first.paths).toEqual(['index.html', 'a.html', 'b.html'])
    expect(await gather(origin, { known: first.known })).toMatchObject({ paths: [], unchanged: first.paths })
    site.pages.set('/b', html('/c'))
    expect(await gather(origin, { known: first.known })).toMatchObject({
      paths: ['b.html', 'c.html'],
      unchanged: ['index.html', 'a.html'],
    })
  })

  it('does not take fright at validators of others', async () => {
    await using site = await openWebSite({ '/': html() })
    const known = new Map([
      ['index.html', '12:34'],
      ['a.html', '{}'],
      ['b.html', '{"from":"x","url":"y","links":"!"}'],
    ])
    expect((await gather(websiteAt(`${site.url}/`), { known })).paths).toEqual(['index.html'])
  })
})

describe('on the way', () => {
  it('tells how far it is: done and total never fall', async () => {
    await using site = await openWebSite(tideSite)
    const { steps } = await gather(websiteAt(`${site.url}/docs/`, { pages: 12 }))
    const order = ['connecting', 'waiting', 'downloading']
    expect(steps.map(({ stage }) => order.indexOf(stage))).toEqual(
      steps.map(({ stage }) => order.indexOf(stage)).toSorted(),
    )
    const loading = steps.filter(({ stage }) => stage === 'downloading')
    expect(loading.map(({ done }) => done)).toEqual(loading.map((_, at) => at + 1))
    expect(loading.map(({ total = 0 }) => total)).toEqual(
      loading.map(({ total = 0 }) => total).toSorted((a, b) => a - b),
    )
    expect(loading.every(({ done, total = 0 }) => done <= total)).toBe(true)
    expect(loading.at(-1)).toMatchObject({ done: loading.at(-1)?.total })
  })

  it('stops when told to, in the middle', async () => {
    await using site = await openWebSite({ '/': html('/a'), '/a': { body: html(), after: 5_000 } })
    const stop = new AbortController()
    const stopped = gather(websiteAt(`${site.url}/`), {
      signal: stop.signal,
      progress: ({ done }) => done > 0 && stop.abort(),
    })
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('leaves the host as long between two pages as it asks for', async () => {
    await using site = await openWebSite({
      '/robots.txt': 'User-agent: *\nCrawl-delay: 0.6',
      '/': html('/a', '/b'),
      '/a': html(),
      '/b': html(),
    })
    await gather(websiteAt(`${site.url}/`))
    const times = site.asked.filter(({ path }) => path === '/a' || path === '/b').map(({ at }) => at)
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(300)
  })

  it('says who it is and that it likes Markdown', async () => {
    await using site = await openWebSite({ '/': html() })
    await gather(websiteAt(`${site.url}/`))
    expect(site.asked.at(-1)?.headers).toMatchObject({
      'user-agent': 'wuku',
      accept: expect.stringMatching(/^text\/markdown/),
    })
  })
})

describe('what a site is called', () => {
  it('by its first page', async () => {
    await using site = await openWebSite(tideSite)
    const port = new URL(site.url).port
    expect(await websiteAt(`${site.url}/docs/`).inspect(new AbortController().signal)).toEqual({
      name: 'Tide',
      slug: `/websites/127_0_0_1_${port}_docs`,
      description: 'Computes tides.',
    })
  })

  it.each(['ftp://example.com/', 'https://ada:secret@example.com/', 'nonsense', ''])('never by "%s"', (url) => {
    expect(() => websiteAt(url)).toThrow(expect.objectContaining({ code: 'bad-input' }))
  })
})
