import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { lazyConverter, lazyOrigins } from '../../cli/src/fetching.ts'
import { readSettings } from '../src/app-settings.ts'
import { convertedEndings } from '@wuku/formats'
import { scratchFolder } from '../../../test/scratch.ts'

let home = ''
beforeEach(() => void (home = scratchFolder()))

async function read(yaml: string | undefined, env: Record<string, string> = {}) {
  if (yaml !== undefined) await writeFile(join(home, 'settings.yaml'), yaml)
  return readSettings({ env: { WUKU_HOME: home, ...env }, platform: 'linux', userFolder: '/home/me' })
}

describe('settings of documentation', () => {
  it.each<[says: string, yaml: string | undefined, env: Record<string, string>, expected: object]>([
    [
      'have defaults',
      undefined,
      {},
      {
        docs: {
          fileBytes: 67_108_864,
          purgeDays: 30,
          enrich: true,
          weights: { fullText: 1, vectors: 1 },
          popularity: false,
          cacheSeconds: 86_400,
          recordDays: 90,
          refreshEvery: 0,
        },
        fetching: { allowHosts: [], proxy: '' },
        warnings: [],
      },
    ],
    [
      'come from the file',
      'docs:\n  purgeDays: 0\n  enrich: false\n  weights: { fullText: 0.5 }\n  allowHosts: [code.sea.example, 10.0.0.7:3000]\nrecords:\n  days: 7\n',
      {
        WUKU_DOCS_PURGE_DAYS: '1',
        WUKU_DOCS_CACHE_SECONDS: '0',
        WUKU_DOCS_REFRESH_EVERY: '12h',
        WUKU_DOCS_PROXY: ' http://proxy.example:3128 ',
      },
      {
        docs: {
          purgeDays: 1,
          enrich: false,
          weights: { fullText: 0.5, vectors: 1 },
          cacheSeconds: 0,
          recordDays: 7,
          refreshEvery: 43_200_000,
        },
        fetching: { allowHosts: ['code.sea.example', '10.0.0.7:3000'], proxy: 'http://proxy.example:3128' },
        warnings: [],
      },
    ],
  ])('%s', async (_, yaml, env, expected) => expect(await read(yaml, env)).toMatchObject(expected))

  it.each<[yaml: string]>([
    ['docs: { purgeDays: -1 }'],
    ['docs: { fileBytes: 0 }'],
    ['docs: { cacheSeconds: 0.5 }'],
    ['docs: { refreshEvery: 7 days }'],
    ['docs: { refreshEvery: 0.5d }'],
    ['docs: { enrich: perhaps }'],
    ['docs: { weights: { vectors: -1 } }'],
    ['docs: { weights: { fullText: many } }'],
    ['records: { days: 0 }'],
  ])('refuse %s', (yaml) => expect(read(yaml)).rejects.toMatchObject({ code: 'usage' }))
})

describe('a token', () => {
  const tokens = 'code.sea.example=not-a-real-1,github.com=not-a-real-2=='
  it.each<[host: string, env: Record<string, string>, token: string | undefined]>([
    ['code.sea.example', { WUKU_DOCS_TOKENS: tokens }, 'not-a-real-1'],
    ['github.com', { WUKU_DOCS_TOKENS: tokens, GITHUB_TOKEN: 'not-a-real-3' }, 'not-a-real-2=='],
    ['github.com', { GITHUB_TOKEN: 'not-a-real-3' }, 'not-a-real-3'],
    ['gitlab.com', { GITLAB_TOKEN: 'not-a-real-4' }, 'not-a-real-4'],
    ['codeberg.org', { GITEA_TOKEN: 'not-a-real-5' }, 'not-a-real-5'],
    ['evil.example', { WUKU_DOCS_TOKENS: tokens, GITHUB_TOKEN: 'not-a-real-3' }, undefined],
    ['github.com.evil.example', { GITHUB_TOKEN: 'not-a-real-3' }, undefined],
    ['github.com', { GITHUB_TOKEN: '' }, undefined],
  ])('for %s of %j', async (host, env, token) =>
    expect((await read(undefined, env)).fetching.tokenOf(host)).toBe(token),
  )

  it('is told to nobody who prints the settings', async () => {
    const settings = await read('docs:\n  tokens: [code.sea.example=not-a-real-1]\n', { GITHUB_TOKEN: 'not-a-real-2' })
    expect(settings.fetching.tokenOf('code.sea.example')).toBe('not-a-real-1')
    expect(JSON.stringify(settings) + inspect(settings, { depth: null, showHidden: true })).not.toContain('not-a-real')
  })
})

describe('nothing is fetched offline', () => {
  const fetching = { tokenOf: () => undefined, allowHosts: [], proxy: '' }
  it.each(['repository', 'website', 'page'] as const)('from a %s', (type) => {
    const open = lazyOrigins({ fetching, offline: true, file: '/home/me/settings.yaml' })
    expect(() => open({ type, url: 'https://github.com/sea/tides' })).toThrow(
      expect.objectContaining({ code: 'offline', remedy: expect.stringContaining('to false in settings.yaml, or') }),
    )
  })

  it('but a folder of this machine', async () => {
    await writeFile(join(home, 'guide.md'), '# 潮汐')
    const origin = lazyOrigins({ fetching, offline: true, file: '' })({ type: 'folder', root: home })
    const request = {
      signal: new AbortController().signal,
      isDocument: () => true,
      maxBytes: 1_000,
      progress: () => {},
    }
    const paths: string[] = []
    for await (const { path } of origin.download(request)) paths.push(path)
    expect(paths).toEqual(['guide.md'])
  })
})

it('a converter that nobody asked has nothing to close', async () => {
  const converter = lazyConverter({ home: '', fileBytes: 1_000 })
  expect([...converter.endings].toSorted()).toEqual(convertedEndings.toSorted())
  await expect(converter.close()).resolves.toBeUndefined()
})
