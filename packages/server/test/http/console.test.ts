import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConsole } from '../../src/serve/read-console.ts'
import { openHttpHouse, type HttpHouse, type Reply } from './http-house.ts'
import { sharedFolder } from '../../../../test/scratch.ts'

const page = '<!doctype html><title>wuku</title><script type="module" src="/assets/main-1a2b.js"></script>\n'
const script = 'console.log("tides");\n'.repeat(100)

const folder = sharedFolder()
let house: HttpHouse
let bare: HttpHouse
beforeAll(async () => {
  await mkdir(join(folder, 'assets'))
  const files = {
    'index.html': page,
    'mark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/main-1a2b.js': script,
    'assets/main-1a2b.js.br': brotliCompressSync(script),
    'assets/main-1a2b.js.gz': gzipSync(script),
    'assets/main-3c4d.css': 'body{margin:0}',
  }
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
  house = await openHttpHouse({ console: await readConsole(folder) })
  bare = await openHttpHouse({ console: await readConsole(join(folder, 'nowhere')) })
})
afterAll(() => Promise.all([house.server.stop(), bare.server.stop()]))

const get = (target: string, headers: readonly string[] = [], method = 'GET'): Promise<Reply> =>
  house.ask({ method, target, credential: '', headers })

describe('the page', () => {
  it.each(['/', '/?kind=notes', '/overview', '/ask?q=tides', '/notes/handbook/a%20b/', '/libraries/%2Fdocs%2Freact/9'])(
    'is at %s, without a credential',
    async (target) => expect(await get(target)).toMatchObject({ status: 200, body: page }),
  )

  it('is at every room that the console has', async () => {
    const rooms = await readFile(join(import.meta.dirname, '../../../console/src/rooms.ts'), 'utf8')
    const paths = [...rooms.matchAll(/path: '(\/[^']*)'/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200])
  })

  it.each<[target: string, status: number]>([
    ['/overview/', 404],
    ['/nowhere', 404],
    ['/api/v1/nowhere', 404],
    ['/?access_token=abc', 400],
    ['/notes/../mark.svg', 400],
  ])('is not at %s', async (target, status) => {
    const answer = await get(target)
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toMatch(/json/)
  })

  it('is asked for again each time, and sent again when it changed', async () => {
    const { headers } = await get('/notes')
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
    const again = await get('/', [`If-None-Match: ${headers['etag']}`])
    expect(again).toMatchObject({ status: 304, body: '', headers: { etag: headers['etag'] } })
    expect((await get('/', ['If-None-Match: "other"'])).status).toBe(200)
  })

  it('runs scripts of this server alone, and is shown in no frame', async () => {
    const { headers } = await get('/')
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types vue",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
  })

  it('takes no other method', async () => {
    expect(await get('/notes', [], 'DELETE')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
    expect(await get('/', [], 'HEAD')).toMatchObject({
      status: 200,
      body: '',
      headers: { 'content-length': String(page.length) },
    })
  })
})

describe('files', () => {
  it.each<[accepted: string, coding: string | undefined]>([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['BR;Q=0.1', 'br'],
    ['deflate', undefined],
    ['', undefined],
    ['br;q=none', undefined],
  ])('accepting "%s" gets %s', async (accepted, coding) => {
    const answer = await get('/assets/main-1a2b.js', [`Accept-Encoding: ${accepted}`], 'HEAD')
    expect(answer.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-type': 'text/javascript; charset=utf-8' })
    expect(answer.headers['content-encoding']).toBe(coding)
  })

  it('are another representation in another coding', async () => {
    const [plain, brotli] = await Promise.all(
      ['identity', 'br'].map((each) => get('/assets/main-1a2b.js', [`Accept-Encoding: ${each}`])),
    )
    expect(plain?.body).toBe(script)
    expect(brotli?.headers['content-length']).toBe(String(brotliCompressSync(script).length))
    expect(brotli?.headers['etag']).not.toBe(plain?.headers['etag'])
  })

  it.each<[target: string, type: string, caching: string]>([
    ['/assets/main-1a2b.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/main-3c4d.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/mark.svg', 'image/svg+xml', 'no-cache'],
  ])('%s is %s, %s', async (target, type, caching) => {
    const { status, headers } = await get(target)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, caching])
  })

  it.each([
    '/assets',
    '/assets/main.js',
    '/assets/main-1a2b.js.br',
    '/assets/index.html',
    '/assets/__proto__',
    '/index.html',
    '/assets/main-1a2b.js/',
    '/mark.svg/x',
  ])('nothing is at %s', async (target) => expect((await get(target)).status).toBe(404))

  it.each(['/assets/..%2fmark.svg', '/assets/%2e%2e%2fmark.svg', '/assets/..%5cmark.svg', '/assets/a%00.js'])(
    'no path leads out by %s',
    async (target) => expect((await get(target)).status).toBe(400),
  )
})

it.each(['/', '/notes/a'])('without a build: %s says how to make one', async (target) => {
  const { status, headers, body } = await bare.ask({ target, credential: '' })
  expect([status, body]).toEqual([200, expect.stringContaining('npm run build')])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})
