import { describe, expect, it } from 'vitest'
import { htmlPage, openWebSite, type WebPage } from '../../../../../test/fixtures/docs/web-site.ts'
import { gather, websiteAt } from './gather.ts'

const html = (...links: string[]): string => htmlPage('Page', links)
const three = '- [One](/docs/one)\n- [Two](/docs/two.md): the second\n- [三](/docs/三)\n'
const docs: Record<string, WebPage> = {
  '/docs/': html('/docs/linked'),
  '/docs/linked': html(),
  '/docs/one': html(),
  '/docs/two.md': '# Two\n\n[four](/docs/four)',
  '/docs/三': html(),
}

it.each<[says: string, pages: Record<string, WebPage>, start: string, paths: readonly string[]]>([
  [
    'beside the first page is what is taken',
    { ...docs, '/docs/llms.txt': `# Tide\n${three}` },
    '/docs/',
    ['one.html', 'two.md', '三.html'],
  ],
  [
    'at the root as well',
    { ...docs, '/llms.txt': `# Tide\n${three}- [x](/blog)` },
    '/docs/',
    ['one.html', 'two.md', '三.html'],
  ],
  [
    'is passed over with fewer than three pages in scope',
    { ...docs, '/llms.txt': '[One](/docs/one) [Blog](/blog) [b](/b)' },
    '/docs/',
    ['index.html', 'linked.html'],
  ],
  [
    'is passed over where robots.txt forbids it',
    { ...docs, '/robots.txt': 'User-agent: *\nDisallow: /llms.txt', '/llms.txt': three },
    '/docs/',
    ['index.html', 'linked.html'],
  ],
  [
    'is none when every address gives the same page',
    { ...docs, '/llms.txt': { type: 'text/html', body: html('/docs/one') } },
    '/docs/',
    ['index.html', 'linked.html'],
  ],
])('a list that a site offers: %s', async (_says, pages, start, paths) => {
  await using site = await openWebSite(pages)
  expect((await gather(websiteAt(site.url + start))).paths).toEqual(paths)
})

describe('a list that somebody names', () => {
  it('gives its pages in order, optional ones last, each once, and follows nothing', async () => {
    await using site = await openWebSite({
      ...docs,
      '/docs/four': html(),
      '/old': html(),
      '/llms.txt': `# Tide\n\n## Optional\n- [Old](/old)\n\n## Docs\n${three}- [Again](ORIGIN/docs/one#here)\n- [All](/llms-full.txt)\n`,
    })
    expect((await gather(websiteAt(`${site.url}/llms.txt`))).paths).toEqual([
      'docs/one.html',
      'docs/two.md',
      'docs/三.html',
      'old.html',
    ])
  })

  it('may name pages of other hosts, each by its own rules', async () => {
    await using other = await openWebSite({
      '/robots.txt': 'User-agent: *\nDisallow: /no',
      '/a': html(),
      '/no': html(),
    })
    await using site = await openWebSite({
      '/llms.txt': `[a](${other.url}/a) [no](${other.url}/no) [own](/own)`,
      '/own': html(),
    })
    const { paths, facts, files } = await gather(websiteAt(`${site.url}/llms.txt`))
    expect(paths).toEqual([`${new URL(other.url).host.replace(':', '-')}/a.html`, 'own.html'])
    expect(files[0]?.url).toBe(`${other.url}/a`)
    expect(facts.leftOut).toBe(1)
  })

  it('takes the Markdown that lies beside pages, and the page where there is none', async () => {
    await using site = await openWebSite({
      '/llms.txt': '[a](/a) [b](/b.html) [c](/c)',
      '/a': html(),
      '/a.md': '# A',
      '/b.html': html(),
      '/b.html.md': '# B',
      '/c': html(),
    })
    expect((await gather(websiteAt(`${site.url}/llms.txt`))).paths).toEqual(['a.md', 'b.html.md', 'c.html'])
  })

  it('does not ask a site for Markdown again and again that has none', async () => {
    await using site = await openWebSite({
      '/llms.txt': '[a](/a) [b](/b) [c](/c)',
      '/a': html(),
      '/b': html(),
      '/c': html(),
    })
    await gather(websiteAt(`${site.url}/llms.txt`))
    expect(site.asked.filter(({ path }) => path.endsWith('.md')).map(({ path }) => path)).toEqual(['/a.md'])
  })

  it('asks whether its pages changed', async () => {
    await using site = await openWebSite({ ...docs, '/llms.txt': three })
    const origin = websiteAt(`${site.url}/llms.txt`)
    const { known, paths } = await gather(origin)
    expect(await gather(origin, { known })).toMatchObject({ paths: [], unchanged: paths })
  })

  it.each([
    ['/llms.txt', '# Tide\n\nAll there is to say.\n'],
    ['/llms-full.txt', '# Tide\n\n[a](/a) and more\n'],
  ])('%s is the document itself when it is one', async (path, text) => {
    await using site = await openWebSite({ [path]: text })
    const { files } = await gather(websiteAt(site.url + path))
    expect(files).toMatchObject([{ path: path.slice(1).replace('.txt', '.md'), url: site.url + path }])
    expect(new TextDecoder().decode(files[0]?.bytes)).toBe(text)
  })

  it('must be there and be a list', async () => {
    await using site = await openWebSite({ '/llms.txt': { type: 'text/html', body: html() } })
    await expect(gather(websiteAt(`${site.url}/llms.txt`))).rejects.toMatchObject({ code: 'not-found' })
    await expect(gather(websiteAt(`${site.url}/a/llms.txt`))).rejects.toMatchObject({ code: 'not-found' })
  })

  it('says what it is called', async () => {
    await using site = await openWebSite({
      '/llms.txt': '\uFEFF# 潮汐 Tide\n\n> Computes tides,\n> hour by hour.\n\nMore.\n',
      '/': html(),
    })
    const { signal } = new AbortController()
    const { host } = new URL(site.url)
    const slug = host.replaceAll(/\W/g, '_')
    const said = { name: '潮汐 Tide', description: 'Computes tides, hour by hour.' }
    expect(await websiteAt(`${site.url}/llms.txt`).inspect(signal)).toEqual({ ...said, slug: `/llmstxt/${slug}` })
    expect(await websiteAt(site.url).inspect(signal)).toEqual({
      name: 'Page',
      description: said.description,
      slug: `/websites/${slug}`,
    })
  })
})
