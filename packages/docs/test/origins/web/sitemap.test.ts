import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { openWebSite, type WebPage } from '../../../../../test/fixtures/docs/web-site.ts'
import { readSitemaps } from '../../../src/origins/web/site.ts'
import { http } from './gather.ts'

const map = (...paths: string[]): string =>
  `<urlset>${paths.map((path) => `<url><loc>ORIGIN${path}</loc></url>`).join('')}</urlset>`
const index = (...paths: string[]): string =>
  `<sitemapindex xmlns="x">${paths.map((path) => `<sitemap><loc>ORIGIN${path}</loc></sitemap>`).join('')}</sitemapindex>`

it.each<readonly [says: string, pages: Record<string, WebPage>, named: readonly string[], paths: readonly string[]]>([
  ['the usual one', { '/sitemap.xml': map('/a', '/b?x=1&amp;y=2', '/潮') }, [], ['/a', '/b?x=1&y=2', '/%E6%BD%AE']],
  [
    'those that robots.txt names',
    { '/1.xml': map('/a'), '/2.xml': map('/b'), '/sitemap.xml': map('/c') },
    ['/1.xml', '/2.xml'],
    ['/a', '/b'],
  ],
  [
    'maps of maps, even in a circle',
    { '/sitemap.xml': index('/sitemap.xml', '/1.xml', '/gone.xml'), '/1.xml': map('/a') },
    [],
    ['/a'],
  ],
  [
    'packed ones',
    { '/sitemap.xml.gz': gzipSync(Buffer.from('<urlset><url><loc>/a</loc></url></urlset>')) },
    ['/sitemap.xml.gz'],
    ['/a'],
  ],
  [
    'no bombs',
    { '/sitemap.xml.gz': gzipSync(Buffer.alloc(20 * 1024 * 1024, '<loc>/a</loc>')) },
    ['/sitemap.xml.gz'],
    [],
  ],
  ['no broken ones', { '/sitemap.xml.gz': Uint8Array.of(0x1f, 0x8b, 1, 2, 3) }, ['/sitemap.xml.gz'], []],
  [
    'CDATA and namespaces',
    { '/sitemap.xml': '<s:urlset><s:url><s:loc><![CDATA[ORIGIN/a]]></s:loc></s:url></s:urlset>' },
    [],
    ['/a'],
  ],
  ['none', {}, [], []],
])('reads %s', async (...[, pages, named, paths]) => {
  await using site = await openWebSite(pages)
  const found = await readSitemaps(named, new URL(site.url), { http, signal: new AbortController().signal })
  expect(found.map(({ pathname, search }) => pathname + search)).toEqual(paths)
})
