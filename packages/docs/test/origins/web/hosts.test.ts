import { expect, it } from 'vitest'
import { htmlPage, openWebSite } from '../../../../../test/fixtures/docs/web-site.ts'
import { openHttp } from '@wuku/guarded-fetch/http-client'
import { openWebsite } from '../../../src/origins/web/open-web-origin.ts'
import { gather } from './gather.ts'

const names = ['tide.test', 'www.tide.test', 'docs.tide.test', 'api.tide.test', 'moon.test']
const http = openHttp({
  allowPrivate: names,
  resolve: (_host, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]),
})

const html = (...links: string[]): string => htmlPage('Page', links)

it('takes subdomains when asked, each in a folder of its own', async () => {
  await using site = await openWebSite({ '/a': html() })
  const { port } = new URL(site.url)
  site.pages.set('/', html(`http://api.tide.test:${port}/a`, `http://moon.test:${port}/a`, '/a'))
  const spec = { type: 'website', url: `http://docs.tide.test:${port}/`, scope: 'domain' } as const
  expect((await gather(openWebsite(spec, { http }))).paths).toEqual([
    'index.html',
    `api.tide.test-${port}/a.html`,
    'a.html',
  ])
  expect((await gather(openWebsite({ ...spec, scope: 'host' }, { http }))).paths).toEqual(['index.html', 'a.html'])
})

it('goes along to www, and to no other host', async () => {
  await using site = await openWebSite({ '/docs/': html('a'), '/docs/a': html() })
  const { port } = new URL(site.url)
  site.pages.set('/www/', { status: 301, headers: { location: `http://www.tide.test:${port}/www/x` } })
  site.pages.set('/www/x', html('y'))
  site.pages.set('/www/y', html())
  site.pages.set('/moon/', { status: 301, headers: { location: `http://moon.test:${port}/moon/x` } })
  site.pages.set('/moon/x', html())
  const at = (path: string) => openWebsite({ type: 'website', url: `http://tide.test:${port}${path}` }, { http })
  expect((await gather(at('/www/'))).files.map(({ path, url }) => [path, url])).toEqual([
    ['x.html', `http://www.tide.test:${port}/www/x`],
    ['y.html', `http://www.tide.test:${port}/www/y`],
  ])
  await expect(gather(at('/moon/'))).rejects.toMatchObject({ remedy: expect.stringContaining('moon.test') })
})

it('never asks a private host that a page links to', async () => {
  await using inside = await openWebSite({ '/secret': html() })
  await using site = await openWebSite({})
  const { port } = new URL(site.url)
  site.pages.set('/llms.txt', `[secret](${inside.url}/secret) [a](http://tide.test:${port}/a)`)
  site.pages.set('/a', html())
  const spec = { type: 'website', url: `http://tide.test:${port}/llms.txt` } as const
  expect((await gather(openWebsite(spec, { http }))).paths).toEqual(['a.html'])
  expect(inside.asked).toEqual([])
})
