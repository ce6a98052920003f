import { describe, expect, it } from 'vitest'
import { htmlPage, openWebSite, type WebPage } from '../../../../../test/fixtures/docs/web-site.ts'
import { gather, pageAt } from './gather.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

describe('one page', () => {
  it.each<[address: string, page: WebPage, path: string]>([
    ['/', htmlPage('Page', ['/other']), 'index.html'],
    ['/docs/潮汐', htmlPage('潮汐'), 'docs/潮汐.html'],
    ['/guide.pdf', '%PDF-1.7', 'guide.pdf'],
    [
      '/download?id=7',
      { type: docx, body: 'PK' },
      expect.stringMatching(/^download-\w{8}\.docx$/) as unknown as string,
    ],
    ['/guide.docx', { type: 'application/octet-stream', body: 'PK' }, 'guide.docx'],
    ['/notes.tex', { type: 'application/x-tex', body: 'x' }, 'notes.tex'],
    ['/raw/README.md', { type: 'text/plain', body: '# Read me' }, 'raw/README.md'],
    ['/openapi', { type: 'application/json', body: '{"openapi":"3.1.0"}' }, 'openapi.json'],
    ['/page', { body: htmlPage('Page'), markdown: '# Page' }, 'page.md'],
  ])('%s', async (address, page, path) => {
    await using site = await openWebSite({ [address]: page, '/robots.txt': 'User-agent: *\nDisallow: /' })
    const { files, facts } = await gather(pageAt(site.url + address))
    expect(files).toMatchObject([{ path, url: encodeURI(site.url + address) }])
    expect(facts.leftOut).toBe(0)
    expect(site.asked).toHaveLength(1)
  })

  it('is asked for again only when it changed', async () => {
    await using site = await openWebSite({ '/a': htmlPage('A') })
    const origin = pageAt(`${site.url}/a`)
    const { known } = await gather(origin)
    expect(await gather(origin, { known })).toMatchObject({ unchanged: ['a.html'], paths: [] })
    site.pages.set('/a', htmlPage('B'))
    expect(await gather(origin, { known })).toMatchObject({ unchanged: [], paths: ['a.html'] })
  })

  it.each<readonly [WebPage, object]>([
    [{ status: 404 }, { code: 'not-found' }],
    [{ status: 403 }, { code: 'fetch-failed', remedy: expect.stringContaining('repository') }],
    [
      { type: 'video/mp4', body: 'x' },
      { code: 'bad-input', message: expect.stringContaining('video/mp4') },
    ],
    ['<div id=root></div><script src=a.js></script>', { message: expect.stringContaining('script') }],
    ['x'.repeat(20_000), { code: 'too-large' }],
  ])('fails whole: %j', async (page, error) => {
    await using site = await openWebSite({ '/a': page })
    await expect(gather(pageAt(`${site.url}/a`), { maxBytes: 10_000 })).rejects.toMatchObject(error)
  })

  it('is refused when nothing reads it', async () => {
    await using site = await openWebSite({ '/a.zip': { type: 'application/zip', body: 'PK' } })
    const isDocument = (path: string): boolean => path.endsWith('.html')
    await expect(gather(pageAt(`${site.url}/a.zip`), { isDocument })).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('is called as it calls itself, or as its file', async () => {
    await using site = await openWebSite({ '/a': htmlPage('Tide <b>'), '/b/guide.pdf': '%PDF' })
    const { signal } = new AbortController()
    const slug = `/websites/${new URL(site.url).host.replaceAll(/\W/g, '_')}`
    expect(await pageAt(`${site.url}/a`).inspect(signal)).toEqual({ name: 'Tide <b>', slug, description: '' })
    expect(await pageAt(`${site.url}/b/guide.pdf`).inspect(signal)).toEqual({
      name: 'guide.pdf',
      slug,
      description: '',
    })
    expect(await pageAt(`${site.url}/a`).releases(signal)).toEqual([])
  })
})
