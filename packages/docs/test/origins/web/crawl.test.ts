import { describe, expect, it } from 'vitest'
import { htmlPage, openWebSite, tideSite, type WebPage } from '../../../../../test/fixtures/docs/web-site.ts'
import type { WebsiteOrigin } from '@wuku/core/ports/origins'
import { crawl } from '../../../src/origins/web/crawl.ts'
import { createHostRules } from '../../../src/origins/web/host-rules.ts'
import { gather, http, websiteAt } from './gather.ts'

const html = (...links: string[]): string => htmlPage('Page', links)
const chain = (length: number): Record<string, WebPage> =>
  Object.fromEntries(Array.from({ length }, (_, at) => [at === 0 ? '/' : `/${at}`, html(`/${at + 1}`)]))

interface Row {
  readonly says: string
  readonly pages: Readonly<Record<string, WebPage>>
  readonly start?: string
  readonly spec?: Partial<WebsiteOrigin>
  readonly paths: readonly string[]
  readonly leftOut?: number
}

async function check({ pages, start = '/', spec, paths, leftOut }: Row): Promise<void> {
  await using site = await openWebSite(pages)
  const gathered = await gather(websiteAt(site.url + start, spec))
  expect(gathered.paths).toEqual(paths)
  if (leftOut !== undefined) expect(gathered.facts.leftOut).toBe(leftOut)
}

describe('which pages are taken', () => {
  it.each<Row>([
    {
      says: 'linked pages, in the order of discovery, whichever answers first',
      pages: {
        '/': html('/slow', '/a', '/b'),
        '/slow': { body: html(), after: 60 },
        '/a': html('/c'),
        '/b': html(),
        '/c': html(),
      },
      paths: ['index.html', 'slow.html', 'a.html', 'b.html', 'c.html'],
    },
    {
      says: 'only what lies below the folder of the address',
      pages: {
        '/docs/start': html('/docs/start/a', '/docs/b', '/', 'http://127.0.0.1:1/x'),
        '/docs/start/a': html(),
        '/docs/b': html(),
        '/': html(),
      },
      start: '/docs/start',
      paths: ['index.html', 'a.html'],
    },
    {
      says: 'the folder of a file, when a file is named',
      pages: { '/docs/start.html': html('a', '/b'), '/docs/a': html(), '/b': html() },
      start: '/docs/start.html',
      paths: ['start.html', 'a.html'],
    },
    {
      says: 'the whole host when asked',
      pages: { '/docs/': html('/b'), '/b': html() },
      start: '/docs/',
      spec: { scope: 'host' },
      paths: ['docs/index.html', 'b.html'],
    },
    {
      says: 'no deeper than asked',
      pages: chain(9),
      spec: { depth: 2 },
      paths: ['index.html', '1.html', '2.html'],
      leftOut: 1,
    },
    { says: 'three links deep unasked', pages: chain(9), paths: ['index.html', '1.html', '2.html', '3.html'] },
    { says: 'only the first at depth 0', pages: chain(9), spec: { depth: 0 }, paths: ['index.html'] },
    {
      says: 'no more pages than asked, and the rest is counted',
      pages: { '/': html('/a', '/b', '/c', '/d'), '/a': html(), '/b': html(), '/c': html(), '/d': html() },
      spec: { pages: 3 },
      paths: ['index.html', 'a.html', 'b.html'],
      leftOut: 2,
    },
    {
      says: 'a page that is gone makes room for another',
      pages: { '/': html('/gone', '/a', '/b'), '/gone': { status: 410 }, '/a': html(), '/b': html() },
      spec: { pages: 2 },
      paths: ['index.html', 'a.html'],
      leftOut: 2,
    },
    {
      says: 'what include names; the first page is only asked for its links',
      pages: { '/': html('/docs/a', '/blog'), '/docs/a': html('/docs/b/c'), '/docs/b/c': html(), '/blog': html() },
      spec: { include: ['/docs/**'] },
      paths: ['docs/a.html', 'docs/b/c.html'],
    },
    {
      says: 'nothing that exclude names, as glob, expression or whole address',
      pages: {
        '/': html('/a', '/b/x', '/v1.2/y', '/潮/z'),
        '/a': html(),
        '/b/x': html(),
        '/v1.2/y': html(),
        '/潮/z': html(),
      },
      spec: { exclude: ['b/', String.raw`/^\/v\d+\.\d+\//`, 'http://*/a', '潮/**'] },
      paths: ['index.html'],
    },
    {
      says: 'each page once, whatever its address looks like',
      pages: {
        '/': html('/a', '/a/', '/a/index.html', '/a#x', '/a?utm_source=x&fbclid=1', '/index.html'),
        '/a': html(),
      },
      paths: ['index.html', 'a.html'],
    },
    {
      says: 'addresses that differ in the order of parameters once',
      pages: { '/': html('/a?x=1&y=2', '/a?y=2&x=1'), '/a?x=1&y=2': html() },
      paths: ['index.html', expect.stringMatching(/^a-[0-9a-f]{8}\.html$/) as unknown as string],
    },
    {
      says: 'not twice what says that it is another page',
      pages: {
        '/': html('/a', '/print/a'),
        '/a': html(),
        '/print/a': htmlPage('A', [], '<link rel="canonical" href="/a">'),
      },
      paths: ['index.html', 'a.html'],
      leftOut: 1,
    },
    {
      says: 'all pages of a careless site that gives the first one as the address of all',
      pages: Object.fromEntries(
        ['/', '/a', '/b'].map((path) => [path, htmlPage('P', ['/a', '/b'], '<link rel=canonical href="/">')]),
      ),
      paths: ['index.html', 'a.html', 'b.html'],
    },
    {
      says: 'links relative to base',
      pages: { '/': htmlPage('P', ['a'], '<base href="/deep/">'), '/deep/a': html(), '/a': html() },
      paths: ['index.html', 'deep/a.html'],
    },
    {
      says: 'frames, as old JavaDoc has them',
      pages: { '/': '<frameset><frame src="list.html"></frameset>', '/list.html': html() },
      paths: ['index.html', 'list.html'],
    },
    {
      says: 'no noindex page, whose links count all the same',
      pages: { '/': html('/a'), '/a': htmlPage('A', ['/b'], '<meta name="robots" content="NOINDEX">'), '/b': html() },
      paths: ['index.html', 'b.html'],
      leftOut: 1,
    },
    {
      says: 'no links of a nofollow page, and none that are marked so',
      pages: {
        '/': `${html('/a', '/h')}<a rel="external nofollow" href="/c">c</a>`,
        '/a': htmlPage('A', ['/b'], '<meta name="robots" content="nofollow">'),
        '/b': html(),
        '/c': html(),
        '/h': { body: html('/b'), headers: { 'x-robots-tag': 'nofollow' } },
      },
      paths: ['index.html', 'a.html', 'h.html'],
    },
    {
      says: 'nothing that robots.txt forbids',
      pages: {
        '/robots.txt':
          'User-agent: *\nDisallow: /\n\nUser-agent: Wuku/1.0\nDisallow: /private\nAllow: /private/but*.html$\n',
        '/': html('/a', '/private/x', '/private/but-this.html'),
        '/a': html(),
        '/private/x': html(),
        '/private/but-this.html': html(),
      },
      paths: ['index.html', 'a.html', 'private/but-this.html'],
      leftOut: 1,
    },
    {
      says: 'not what a redirect leads to where robots.txt forbids it, or out of the folder',
      pages: {
        '/robots.txt': 'User-agent: *\nDisallow: /docs/no',
        '/docs/': html('a', 'b', 'c'),
        '/docs/a': { status: 302, headers: { location: '/docs/no' } },
        '/docs/b': { status: 302, headers: { location: '/out' } },
        '/docs/c': { status: 302, headers: { location: '/docs/d' } },
        '/docs/d': html(),
        '/docs/no': html(),
        '/out': html(),
      },
      start: '/docs/',
      paths: ['index.html', 'd.html'],
      leftOut: 2,
    },
    {
      says: 'what a page sends its readers on to, in its place',
      pages: {
        '/': htmlPage('P', [], '<meta http-equiv="Refresh" content="0; url=en/">'),
        '/en/': html('a'),
        '/en/a': html(),
      },
      paths: ['en/index.html', 'en/a.html'],
      leftOut: 1,
    },
    {
      says: 'at most 20 addresses that differ in their query alone',
      pages: {
        '/': html(...Array.from({ length: 30 }, (_, at) => `/?day=${at}`)),
        ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`/?day=${at}`, html()])),
      },
      spec: { include: ['/'] },
      paths: Array.from({ length: 21 }, () => expect.stringMatching(/^index/) as unknown as string),
      leftOut: 10,
    },
    {
      says: 'nothing that is no documentation, without asking where the ending tells it',
      pages: {
        '/': html('/a.png', '/b.zip', '/c', '/d.json', '/e.yaml'),
        '/c': { type: 'image/png', body: 'x' },
        '/d.json': '{"a":1}',
        '/e.yaml': 'openapi: 3.0.0\n',
      },
      paths: ['index.html', 'e.yaml'],
      leftOut: 4,
    },
    {
      says: 'what a map of the site names, after what is linked',
      pages: {
        '/robots.txt': 'Sitemap: ORIGIN/maps.xml',
        '/maps.xml': '<?xml version="1.0"?><sitemapindex><sitemap><loc>ORIGIN/map.xml</loc></sitemap></sitemapindex>',
        '/map.xml':
          '<urlset><url><loc>ORIGIN/b?x=1&amp;y=2</loc></url><url><loc>ORIGIN/a</loc></url><url><loc>http://example.com/</loc></url></urlset>',
        '/': html('/a'),
        '/a': html(),
        '/b?x=1&y=2': html(),
      },
      paths: ['index.html', 'a.html', expect.stringMatching(/^b-/) as unknown as string],
    },
    {
      says: 'Markdown where there is some, and its links',
      pages: { '/': { body: html('/a'), markdown: '# P' }, '/a': { body: html(), markdown: '[b](/b)' }, '/b': html() },
      paths: ['index.md', 'a.md', 'b.html'],
    },
  ])('$says', check)

  it('takes what is documentation of a whole site', async () => {
    await using site = await openWebSite(tideSite)
    const { paths, refused, files } = await gather(websiteAt(`${site.url}/docs/`))
    expect(paths.slice(0, 7)).toEqual([
      'index.html',
      'install.md',
      'api/index.html',
      'moved-here.html',
      'calendar/index.html',
      '潮汐.html',
      'unlinked.html',
    ])
    expect(paths.slice(7).filter((path) => !path.startsWith('calendar/'))).toEqual(['api/openapi.json'])
    expect(refused).toEqual([])
    expect(files.find(({ path }) => path === 'moved-here.html')?.url).toBe(`${site.url}/docs/moved-here`)
    expect(site.asked.map(({ path }) => path)).not.toContain('/docs/private/keys')
    expect(site.mostAtOnce()).toBeLessThanOrEqual(4)
  })
})

describe('what fails', () => {
  it.each<[says: string, pages: Readonly<Record<string, WebPage>>, error: object]>([
    ['no first page', {}, { code: 'not-found' }],
    ['a first page in trouble', { '/': { status: 500 } }, { code: 'fetch-failed' }],
    ['a first page for members', { '/': { status: 401 } }, { remedy: expect.stringContaining('repository') }],
    ['a first page of another type', { '/': { type: 'video/mp4', body: 'x' } }, { code: 'bad-input' }],
    [
      'a site that only a browser fills',
      { '/': '<div id=root></div><script src=a.js></script>' },
      { message: expect.stringContaining('script'), remedy: expect.stringContaining('llms.txt') },
    ],
    [
      'a first page that robots.txt forbids',
      { '/': html(), '/robots.txt': 'User-agent: *\nDisallow: /' },
      { code: 'fetch-failed', message: expect.stringContaining('robots.txt') },
    ],
    [
      'a robots.txt that cannot be read',
      { '/': html(), '/robots.txt': { status: 500 } },
      { message: expect.stringContaining('robots.txt') },
    ],
    [
      'a site of which more than half fails',
      { '/': html('/a', '/b'), '/a': { status: 500 }, '/b': { status: 403 } },
      { code: 'fetch-failed', message: expect.stringContaining('2 of 3') },
    ],
    [
      'a site that asks to come back tomorrow',
      { '/': html('/a'), '/a': { status: 429, headers: { 'retry-after': '86400' } } },
      { code: 'rate-limited' },
    ],
  ])('%s', async (_says, pages, error) => {
    await using site = await openWebSite(pages)
    await expect(gather(websiteAt(`${site.url}/`))).rejects.toMatchObject({ name: 'WukuError', ...error })
  })

  it('a folder that leads out of itself, naming where to', async () => {
    await using site = await openWebSite({ '/docs/': { status: 302, headers: { location: '/out/' } }, '/out/': html() })
    await expect(gather(websiteAt(`${site.url}/docs/`))).rejects.toMatchObject({
      code: 'fetch-failed',
      remedy: expect.stringContaining(`${site.url}/out/`),
    })
  })

  it('gives up on a site that only fails', async () => {
    const links = Array.from({ length: 200 }, (_, at) => `/${at}`)
    await using site = await openWebSite({
      '/': html(...links),
      ...Object.fromEntries(links.map((link) => [link, { status: 403 }])),
    })
    await expect(gather(websiteAt(`${site.url}/`))).rejects.toMatchObject({ code: 'fetch-failed' })
    expect(site.asked.length).toBeLessThan(40)
  })

  it('says which pages failed, and what to do', async () => {
    await using site = await openWebSite({
      '/': html('/a', '/b', '/shell', '/big', '/cut', '/c', '/d', '/e'),
      ...Object.fromEntries(['/a', '/c', '/d', '/e'].map((path) => [path, html()])),
      '/b': { status: 403 },
      '/shell':
        '<div id=app></div><noscript>You need a browser with scripts switched on to read this page, sorry.</noscript><script>x()</script>',
      '/big': 'x'.repeat(20_000),
      '/cut': { body: 'x', breaksOff: true, headers: { 'content-length': '500' } },
    })
    const { downloaded, paths } = await gather(websiteAt(`${site.url}/`), { maxBytes: 10_000 })
    expect(paths).toEqual(['index.html', 'a.html', 'c.html', 'd.html', 'e.html'])
    expect(downloaded.filter((each) => each.is === 'refused')).toMatchObject([
      { path: 'b.html', said: expect.stringContaining('403'), remedy: expect.stringContaining('repository') },
      { path: 'shell.html', said: expect.stringContaining('script'), remedy: expect.stringContaining('llms.txt') },
      { path: 'big.html', said: expect.stringContaining('limit') },
      { path: 'cut.html', said: expect.stringContaining('broke off') },
    ])
  })
})

it('stops at the bytes of all files together, and says so', async () => {
  await using site = await openWebSite({
    '/a': html(),
    '/b': html(),
    '/c': html(),
    '/d': html(),
    '/e': html(),
    '/f': html(),
  })
  const { signal } = new AbortController()
  const downloaded = await gather({
    releases: async () => [],
    inspect: () => Promise.reject(new Error('not asked')),
    async *download(download) {
      const seeds = 'abcdef'.split('').map((name) => ({ url: new URL(`/${name}`, site.url), depth: 0 }))
      const hostRules = createHostRules({ http, signal })
      const every = {
        depth: 0,
        pages: 9,
        folder: '/',
        host: seeds[0]?.url.host ?? '',
        admits: () => true,
        takes: () => true,
      }
      return { leftOut: yield* crawl({ ...every, http, hostRules, download, seeds, bytes: 1 }) }
    },
  })
  expect(downloaded.paths).toEqual(['a.html', 'b.html', 'c.html', 'd.html'])
  expect(downloaded.refused).toEqual(['e.html'])
  expect(downloaded.facts.leftOut).toBe(1)
})
