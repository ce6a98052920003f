import { describe, expect, it } from 'vitest'
import { htmlPage, openWebSite, tideSite, type WebPage, type WebSite } from '../../fixtures/docs/web-site.ts'
import { pdfOf } from '../../../packages/formats/test/converter/pdf-making.ts'
import { atEnd } from '../at-end.ts'
import { openDocsHouse, type Answer, type DocsHouse } from './docs-house.ts'

async function openWorld(pages: Readonly<Record<string, WebPage>>): Promise<{ at: DocsHouse; site: WebSite }> {
  const site = await openWebSite(pages)
  const at = openDocsHouse({ WUKU_DOCS_ALLOW_HOSTS: new URL(site.url).host })
  atEnd(() => site[Symbol.asyncDispose]())
  return { at, site }
}

const urlsIn = async (at: DocsHouse, library: string): Promise<readonly string[]> =>
  (await at.json('docs', 'files', library)).list
    .map(({ url }: Answer) => url.replace(/^https?:\/\/[^/]+/, ''))
    .toSorted()

describe.concurrent('an import of a web site', () => {
  it('stays below its address, obeys robots, and leaves out what is no documentation', async () => {
    const { at, site: served } = await openWorld(tideSite)
    const lines = await at.lines('docs', 'import', `${served.url}/docs/`, '--exclude', '**/calendar/**')
    expect(lines.at(-1)).toMatchObject({ library: 'Tide', version: 'latest', created: true, failed_count: 0 })
    const urls = await urlsIn(at, 'Tide')
    expect(urls).toEqual(
      expect.arrayContaining(['/docs/', '/docs/api/', '/docs/install', '/docs/moved-here', '/docs/unlinked']),
    )
    expect(urls.filter((url) => /private|blog|calendar|picture|package\.json/.test(url))).toEqual([])
    const asked = served.asked.map(({ path }) => path)
    expect(asked).toContain('/robots.txt')
    expect(asked.filter((path) => /private|calendar\/\?/.test(path))).toEqual([])
    const { documents } = await at.json('docs', 'search', 'Tide', 'install', '--code')
    expect(documents[0]).toMatchObject({
      source: expect.stringContaining(`${served.url}/docs/install`),
      code: 'npm install tide',
    })
    const { documents: chinese } = await at.json('docs', 'search', 'Tide', '潮汐表')
    expect(chinese[0].title).toContain('潮汐表')
    const percents = lines.flatMap(({ progress }) => (progress === undefined ? [] : [progress.percent]))
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.at(-1)).toBe(100)
  })

  it('takes as many pages as it may, and those that are wanted', async () => {
    const { at, site: served } = await openWorld(tideSite)
    const words = ['docs', 'import', `${served.url}/docs/`, '--name'] as const
    expect(await at.json(...words, 'few', '--pages', '3')).toMatchObject({ success_count: 3 })
    await at.json(...words, 'some', '--include', '**/api/**')
    expect((await urlsIn(at, 'some')).filter((url) => !url.includes('/api/') && url !== '/docs/')).toEqual([])
    await at.json(...words, 'near', '--depth', '0')
    expect(await urlsIn(at, 'near')).toEqual(['/docs/'])
  })

  it('tells of pages that fail, and asks only for what changed when it comes again', async () => {
    const { at, site: served } = await openWorld({
      '/docs/': htmlPage('Moon', ['broken', 'cut', 'fine']),
      '/docs/fine': htmlPage('Fine'),
      '/docs/broken': { status: 500, body: 'oops' },
      '/docs/cut': { body: htmlPage('Cut'), breaksOff: true },
    })
    const first = await at.json('docs', 'import', `${served.url}/docs/`, '--name', 'moon')
    expect(first).toMatchObject({ success_count: 2, failed_count: 2 })
    expect(
      first['failed_files'].map(({ path, error }: Answer) => [/broken|cut/.exec(path)?.[0], error !== '']),
    ).toEqual([
      ['broken', true],
      ['cut', true],
    ])
    expect((await at.json('docs', 'files', 'moon', '--failed')).total).toBe(2)
    served.pages.set('/docs/fine', htmlPage('Finer'))
    served.pages.set('/docs/broken', htmlPage('Mended'))
    served.pages.set('/docs/cut', htmlPage('Whole'))
    expect(await at.json('docs', 'refresh', 'moon')).toMatchObject({ changed: true, success_count: 4, failed_count: 0 })
    const { documents } = await at.json('docs', 'search', 'moon', 'finer mended whole tide harbour', '--weak')
    expect(new Set(documents.map(({ title }: Answer) => title))).toEqual(new Set(['Moon', 'Finer', 'Mended', 'Whole']))
    expect(await at.kept()).toMatchObject({ hidden: [], originals: Object.keys((await at.kept()).versions) })
  })

  it('brings nothing when no page can be had, and keeps what was there', async () => {
    const { at, site: served } = await openWorld({ '/docs/': htmlPage('Ebb') })
    await at.json('docs', 'import', `${served.url}/docs/`, '--name', 'ebb')
    const before = await at.kept()
    served.pages.set('/docs/', { status: 404, body: 'gone' })
    expect((await at.wuku('docs', 'refresh', 'ebb')).code).toBe(1)
    expect(await at.kept()).toEqual(before)
    expect((await at.json('docs', 'search', 'ebb', 'tide moon')).documents[0].title).toBe('Ebb')
  })
})

describe.concurrent('an import of less than a site', () => {
  const llms =
    '# Flood\n\n> Computes floods.\n\n## Docs\n\n- [Guide](ORIGIN/guide.md): how\n- [Far](https://example.invalid/far.md)\n'
  const pages: Readonly<Record<string, WebPage>> = {
    '/llms.txt': llms,
    '/guide.md': '# Flood guide\n\n## Dam\n\nBuild a dam.\n\n```sh\nflood dam --high\n```\n',
    '/one.md': '# One page\n\nJust this one. [More](/guide.md)\n',
    '/manual.pdf': pdfOf({ pages: [[{ text: 'Manual of the barge Cormorant', x: 72, y: 700, size: 20 }]] }),
  }
  it.each<[path: string, topic: string, says: string, urls: readonly string[]]>([
    ['/llms.txt', 'build a dam', 'flood dam --high', ['/guide.md']],
    ['/one.md', 'this one', 'Just this one.', ['/one.md']],
    ['/manual.pdf', 'cormorant manual', 'Cormorant', ['/manual.pdf']],
  ])('%s', async (path, topic, says, urls) => {
    const { at, site: served } = await openWorld(pages)
    await at.json('docs', 'import', served.url + path, '--name', 'flood', '--version', '1')
    expect((await urlsIn(at, 'flood')).filter((url) => url !== '/llms.txt')).toEqual(urls)
    expect(JSON.stringify((await at.json('docs', 'search', 'flood', topic)).documents[0])).toContain(says)
  })
})
