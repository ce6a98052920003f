import { describe, expect, it } from 'vitest'
import type { Downloaded, DownloadRequest, RepositoryOrigin } from '@wuku/core/ports/origins'
import type { FakeFile, FakeTroubles } from '../../../../../test/fixtures/docs/code-host.ts'
import { drain, failureOf, haulRequest, told, withHost, type WorldOptions } from './hauls.ts'

interface Given {
  readonly spec?: Partial<RepositoryOrigin>
  readonly request?: Partial<DownloadRequest>
  readonly troubles?: FakeTroubles
  readonly caps?: WorldOptions['caps']
}

const download = (files: readonly FakeFile[], { spec = {}, request = {}, ...options }: Given = {}) =>
  withHost({ repositories: [{ path: 'acme/tides', trees: { main: files } }], ...options }, ({ host, open }) =>
    drain(open({ url: host.url('acme/tides'), host: 'github', ...spec }), haulRequest(request)),
  )

const named = (...paths: readonly string[]): readonly FakeFile[] => paths.map((path) => ({ path, content: path }))
const textOf = (downloaded: Downloaded | undefined): string =>
  downloaded && 'bytes' in downloaded ? Buffer.from(downloaded.bytes).toString() : ''

const long = `docs/${'很长的名字'.repeat(12)}/${'x'.repeat(120)}.md`

describe('what is taken', () => {
  it.each<[says: string, files: readonly FakeFile[], expected: readonly string[], given?: Given]>([
    [
      'documents, and what they may quote or show',
      named('a.md', 'src/x.py', 'logo.png', 'a.zip'),
      ['document a.md', 'aside src/x.py', 'aside logo.png'],
    ],
    ['long and Chinese paths', named(long, '文档/潮汐 🌊.md'), [`document ${long}`, 'document 文档/潮汐 🌊.md']],
    ['nothing of an empty archive', [], []],
    [
      'only what is in the folders; the rest may be quoted',
      named('README.md', 'docs/a.md', 'docs2/b.pdf'),
      ['aside README.md', 'document docs/a.md'],
      { spec: { folders: ['docs/'] } },
    ],
    [
      'only what fits the patterns',
      named('docs/a.md', 'docs/b.rst', 'c.pdf'),
      ['document docs/a.md', 'aside docs/b.rst'],
      { spec: { patterns: ['docs/**/*.MD'] } },
    ],
    [
      'nothing that is excluded, with what is below',
      named('a.md', 'drafts/b.md', 'x/drafts/c/d.md', 'x/e.py'),
      ['document a.md'],
      { spec: { exclude: ['drafts/', '*.py'] } },
    ],
    [
      'nothing that an exclude names at the top alone',
      named('drafts/b.md', 'x/drafts/d.md'),
      ['document x/drafts/d.md'],
      { spec: { exclude: ['./drafts'] } },
    ],
    [
      'not what nobody wants by default',
      named(
        'a.md',
        'CHANGELOG.md',
        'LICENSE.txt',
        'node_modules/x/a.md',
        '.github/b.md',
        'test/c.md',
        'legacy/d.md',
        'docs/test/e.md',
      ),
      ['document a.md', 'document docs/test/e.md'],
    ],
    [
      'what is outdated, where it is asked for',
      named('docs/legacy/a.md', 'docs/b.md'),
      ['document docs/legacy/a.md', 'aside docs/b.md'],
      { spec: { folders: ['docs/legacy'] } },
    ],
    ['no binary asides', [{ path: 'a.md' }, { path: 'b.c', content: Uint8Array.of(1, 0, 2) }], ['document a.md']],
    [
      'no more asides than are allowed',
      named('a.py', 'b.py', 'c.md'),
      ['aside a.py', 'document c.md'],
      { caps: { asides: 1 } },
    ],
    ['no large asides', [{ path: 'a.js', content: 'x'.repeat(257 * 1024) }], []],
    [
      'no links, devices and folders',
      [
        { path: 'a.md', link: 'b.md' },
        { path: 'c.md', link: '/etc/hostname' },
        { path: 'h.md', type: 'link', link: 'x' },
        { path: 'd.md', type: 'character-device' },
      ],
      [],
    ],
    ['plain archives that were said to be encoded', named('a.md'), ['document a.md'], { troubles: { encoded: true } }],
  ])('%s', async (_, files, expected, given) => expect(told((await download(files, given)).found)).toEqual(expected))

  it('a downloaded repository is complete', async () => {
    const content = '# 潮汐\r\n\r\n👩‍👩‍👧 🇨🇳\n'.repeat(5000)
    const { found } = await download([{ path: 'a.md', content }, { path: 'b.md' }])
    expect(found.map(textOf)).toEqual([content, ''])
  })
  it('is counted where a rule leaves it out', async () => {
    const { facts } = await download(named('a.md', 'CHANGELOG.md', 'test/c.md', 'logo.png'))
    expect(facts.leftOut).toBe(2)
  })
})

describe('what is refused', () => {
  const refused = async (files: readonly FakeFile[], request?: Partial<DownloadRequest>) =>
    told((await download(files, request && { request })).found)
  it.each<[says: string, files: readonly FakeFile[], expected: readonly string[], request?: Partial<DownloadRequest>]>([
    [
      'a path that climbs',
      [{ path: '../evil.md' }, { path: 'x/../../evil.md' }],
      ['refused evil.md', 'refused x/evil.md'],
    ],
    ['a path from the top', [{ path: '/etc/evil.md', bare: true }], ['refused etc/evil.md']],
    ['control characters', [{ path: 'a\u0007.md' }], ['refused a?.md']],
    ['a name that no system takes', [{ path: `${'潮'.repeat(334)}.md` }], [`refused ${'潮'.repeat(334)}.md`]],
    ['twins in case', named('docs/A.md', 'docs/a.md'), ['document docs/A.md', 'refused docs/a.md']],
    ['twins in form', named('caf\u00e9.md', 'cafe\u0301.md'), ['document caf\u00e9.md', 'refused cafe\u0301.md']],
    [
      'what is too large, without reading it',
      named('large.md', 'b.md'),
      ['refused large.md', 'document b.md'],
      { maxBytes: 7 },
    ],
    [
      'pointers',
      [{ path: 'a.pdf', content: 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n' }],
      ['refused a.pdf'],
    ],
  ])('%s', async (_, files, expected, request) => expect(await refused(files, request)).toEqual(expected))

  it('has a reason and a remedy', async () => {
    const { found } = await download([{ path: '../evil.md' }])
    expect(found).toMatchObject([{ said: expect.stringMatching(/\w\.$/), remedy: expect.stringMatching(/\w\.$/) }])
  })
})

describe('translations', () => {
  it.each<[says: string, paths: readonly string[], expected: readonly string[]]>([
    [
      'go where the original is',
      ['docs/a.md', 'docs/de/a.md', 'docs/zh-CN/a.md', 'docs/b.md'],
      ['docs/a.md', 'docs/b.md'],
    ],
    ['go beside a folder of English', ['docs/de/a.md', 'docs/en/a.md', 'docs/ja/a.md'], ['docs/en/a.md']],
    ['go out of i18n', ['docs/a.md', 'i18n/zh-CN/current/a.md'], ['docs/a.md']],
    ['go as single files', ['README.md', 'README.zh-CN.md', 'README_ja.md', 'README-ru.md'], ['README.md']],
    [
      'stay when they are all there is',
      ['README.md', 'zh/a.md', 'zh/b.md', 'zh/c.md'],
      ['README.md', 'zh/a.md', 'zh/b.md', 'zh/c.md'],
    ],
    ['stay when nothing stands beside them', ['指南.zh.md'], ['指南.zh.md']],
    [
      'are not everything with two letters',
      ['docs/a.md', 'docs/cs/b.md', 'docs/go/c.md'],
      ['docs/a.md', 'docs/go/c.md', 'docs/cs/b.md'],
    ],
    ['are not words', ['docs/what.md', 'docs/what-it-is.md'], ['docs/what.md', 'docs/what-it-is.md']],
    [
      'in English stay beside Chinese',
      ['README.md', 'README.en.md', 'docs/en/a.md', 'docs/b.md'],
      ['README.md', 'README.en.md', 'docs/en/a.md', 'docs/b.md'],
    ],
  ])('%s', async (_, paths, expected) => {
    const { found, facts } = await download(named(...paths))
    expect(found.map(({ path }) => path)).toEqual(expected)
    expect(facts.leftOut).toBe(paths.length - expected.length)
  })
  it('come where their folder is asked for', async () => {
    const { found } = await download(named('docs/a.md', 'docs/zh/a.md'), { spec: { folders: ['docs/zh'] } })
    expect(told(found)).toEqual(['aside docs/a.md', 'document docs/zh/a.md'])
  })
})

it('progress goes on and never back, also when the archive is read twice', async () => {
  const done: number[] = []
  const stages: string[] = []
  const progress: DownloadRequest['progress'] = (step) => {
    done.push(step.done)
    stages.push(step.stage)
  }
  const { found } = await download(named('README.md', 'zh/a.md', 'zh/b.md', 'zh/c.md'), { request: { progress } })
  expect(found).toHaveLength(4)
  expect(done).toEqual(done.toSorted((one, other) => one - other))
  expect([...new Set(stages)]).toEqual(['connecting', 'downloading'])
})

describe('what fails as a whole', () => {
  const files = named(...Array.from({ length: 200 }, (_, number) => `docs/${number}-${Math.sin(number)}.md`))
  it.each<[says: string, given: Given, code: string]>([
    ['an archive that was cut off', { troubles: { cutAt: 2000 } }, 'fetch-failed'],
    ['too many files', { caps: { files: 3 } }, 'too-large'],
    ['too many bytes', { caps: { bytes: 100 } }, 'too-large'],
    ['too many entries', { caps: { entries: 3 } }, 'too-large'],
    ['too much when unpacked', { caps: { unpackedBytes: 100 } }, 'too-large'],
    ['too much to download', { caps: { packedBytes: 100 } }, 'too-large'],
  ])('%s', async (_, given, code) => expect(await failureOf(() => download(files, given))).toMatchObject({ code }))

  it('is stopped at any time', async () => {
    const stop = new AbortController()
    const progress: DownloadRequest['progress'] = ({ stage }) => stage === 'downloading' && stop.abort()
    expect(await failureOf(() => download(files, { request: { signal: stop.signal, progress } }))).toMatchObject({
      code: 'cancelled',
    })
  })
})
