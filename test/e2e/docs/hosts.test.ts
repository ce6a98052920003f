import { describe, expect, it } from 'vitest'
import { openCodeHost, type FakeFile, type FakeHost, type FakeHostOptions } from '../../fixtures/docs/code-host.ts'
import { atEnd } from '../at-end.ts'
import { openDocsHouse, type Answer, type DocsHouse } from './docs-house.ts'

interface World {
  readonly house: DocsHouse
  readonly host: FakeHost
  /** An address on the host. */
  readonly url: (path: string) => string
}

/** Its archives come from another port: the machine is allowed, not the address alone. */
async function openWorld(options: FakeHostOptions, token = ''): Promise<World> {
  const host = await openCodeHost(options)
  const tokens: Readonly<Record<string, string>> = token === '' ? {} : { WUKU_DOCS_TOKENS: `${host.host}=${token}` }
  const house = openDocsHouse({ WUKU_DOCS_ALLOW_HOSTS: '127.0.0.1', ...tokens })
  atEnd(() => host.close())
  return { house, host, url: host.url }
}

const guide = (word: string): FakeFile => ({
  path: 'docs/guide.md',
  content: `# Guide\n\n## Start\n\nStart it the ${word} way.\n\n\`\`\`sh\ntide start --${word}\n\`\`\`\n`,
})
const tree = (word: string): readonly FakeFile[] => [
  guide(word),
  { path: 'docs/指南.md', content: `# 指南\n\n用 ${word} 启动。\n` },
  { path: 'docs/drafts/later.md', content: '# Later\n\nNothing yet.\n' },
  { path: 'blog/news.md', content: '# News\n\nNothing new.\n' },
  { path: 'src/tide.ts', content: 'export const tide = 1\n' },
]

const pathsIn = async (at: DocsHouse, library: string): Promise<readonly string[]> =>
  (await at.json('docs', 'files', library))['list'].map(({ path }: Answer) => path)

describe.concurrent('an import from a code host', () => {
  it.each<[api: 'github' | 'gitea' | 'gitlab', path: string]>([
    ['github', 'acme/tides'],
    ['gitea', 'acme/tides'],
    ['gitlab', 'acme/sea/tides'],
  ])('of %s takes a tag, a branch, and the default branch, with folders and excludes', async (api, path) => {
    const { house: at, url } = await openWorld({
      speaks: [api],
      repositories: [
        {
          path,
          description: 'Computes tides',
          branch: 'trunk',
          releases: [{ tag: 'v2.0.0' }, { tag: 'v1.4.0' }, { tag: 'v1.2.0' }, { tag: 'v3.0.0-rc.1', prerelease: true }],
          tags: ['v2.0.0', 'v1.4.0', 'v1.2.0', 'v3.0.0-rc.1'],
          trees: { trunk: tree('trunk'), 'v1.4.0': tree('fourth'), 'next/big': tree('branch') },
        },
      ],
    })
    const lines = await at.lines(
      'docs',
      'import',
      url(path),
      '--as',
      'repository',
      '--ref',
      'v1.4.0',
      '--folder',
      'docs',
      '--exclude',
      'drafts',
    )
    expect(lines.at(-1)).toMatchObject({
      library: 'tides',
      version: 'v1.4.0',
      created: true,
      success_count: 2,
      failed_count: 0,
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
    expectProgress(lines)
    expect(await pathsIn(at, 'tides')).toEqual(['docs/guide.md', 'docs/指南.md'])
    const branch = await at.json('docs', 'import', url(path), '--as', 'repository', '--ref', 'next/big')
    expect(branch).toMatchObject({ library: 'tides', version: 'next/big', created: false, success_count: 4 })
    expect(await at.json('docs', 'import', url(path), '--host', api)).toMatchObject({ version: 'latest' })
    const { documents, versions } = await at.json('docs', 'search', 'tides@1.4', 'how to start')
    expect([documents[0].version, documents[0].content]).toEqual(['v1.4.0', expect.stringContaining('--fourth')])
    expect(versions).toMatchObject([{ version: 'v1.4.0', ref: 'v1.4.0', commit: lines.at(-1)?.['commit'] }])
    const { releases } = await at.json('docs', 'releases', url(path))
    expect(releases.map(({ tag }: Answer) => tag)).toEqual(['v2.0.0', 'v1.4.0'])
  })

  it('shows a token to its host alone, and never to people', async () => {
    const token = 'fake-token-of-nobody'
    const options = {
      repositories: [{ path: 'acme/closed', token, trees: { main: tree('closed') } }],
      speaks: ['github'],
    } as const
    const { house: at, url, host: asked } = await openWorld(options, token)
    const { stdout, stderr } = await at.wuku('docs', 'import', url('acme/closed'), '--as', 'repository')
    expect(stdout).toMatch(/^closed latest: 4 documents/)
    expect(stdout + stderr).not.toContain(token)
    expect(asked.requests.filter(({ path }) => path.startsWith('archive')).map((each) => each.token)).toEqual([''])
    expect(JSON.stringify([await at.json('docs', 'log'), await at.json('docs', 'show', 'closed')])).not.toContain(token)
  })

  it('says which variable a private repository needs', async () => {
    const { house: at, url } = await openWorld({ repositories: [{ path: 'acme/closed', token: 'fake', trees: {} }] })
    expect(await at.refused('docs', 'import', url('acme/closed'), '--as', 'repository', '--host', 'github')).toEqual([
      1,
      expect.stringMatching(/acme\/closed[^]*(?:TOKEN|docs\.tokens)/),
    ])
    expect((await at.json('docs', 'list', '--all')).total).toBe(0)
  })

  it('waits for a host that is busy, and says so', async () => {
    const busy = { status: 429, headers: { 'retry-after': '0' } }
    const { house: at, url } = await openWorld({
      repositories: [{ path: 'acme/tides', trees: { main: tree('patient') } }],
      troubles: { first: [busy, busy] },
    })
    expect(await at.json('docs', 'import', url('acme/tides'), '--host', 'gitea')).toMatchObject({ success_count: 4 })
  })

  it('refuses a ref that is not there, and a host that is none', async () => {
    const { house: at, url } = await openWorld({
      repositories: [{ path: 'acme/tides', trees: { main: tree('main') } }],
    })
    const ref = await at.refused('docs', 'import', url('acme/tides'), '--host', 'github', '--ref', 'v9')
    expect(ref).toEqual([1, expect.stringMatching(/v9/)])
    const none = await at.refused('docs', 'import', url('acme/none'), '--host', 'github')
    expect(none).toEqual([1, expect.stringMatching(/acme\/none/)])
    expect(await at.kept()).toEqual({ versions: {}, hidden: [], originals: [] })
    expect((await at.json('docs', 'list', '--all')).total).toBe(0)
  })

  it('makes nothing of an address inside the own network that was not allowed', async () => {
    const { url } = await openWorld({ repositories: [{ path: 'acme/tides', trees: { main: tree('main') } }] })
    const closed = openDocsHouse()
    expect(await closed.refused('docs', 'import', url('acme/tides'), '--as', 'repository')).toEqual([
      1,
      expect.stringMatching(/docs\.allowHosts|WUKU_DOCS_ALLOW_HOSTS/),
    ])
  })
})

describe.concurrent('an import again', () => {
  it('does nothing at the same commit, and takes what is new at another', async () => {
    const repository = { path: 'acme/tides', branch: 'main', trees: { main: tree('old'), next: [guide('new')] } }
    const { house: at, url, host: asked } = await openWorld({ speaks: ['github'], repositories: [repository] })
    const words = ['docs', 'import', url('acme/tides'), '--as', 'repository'] as const
    await at.json(...words)
    const before = await at.kept()
    const archives = (): number => asked.requests.filter(({ path }) => path.startsWith('archive')).length
    const fetched = archives()
    expect(await at.json(...words)).toMatchObject({ changed: false })
    expect(await at.json('docs', 'refresh', 'tides')).toMatchObject({ changed: false })
    expect([archives(), await at.kept()]).toEqual([fetched, before])
    repository.branch = 'next'
    expect(await at.json('docs', 'refresh', 'tides')).toMatchObject({ changed: true, success_count: 1 })
    expect(JSON.stringify(await at.json('docs', 'search', 'tides', 'start it'))).toMatch(/--new/)
    expect(await pathsIn(at, 'tides')).toEqual(['docs/guide.md'])
    expect(await at.kept()).toMatchObject({ hidden: [], originals: Object.keys((await at.kept()).versions) })
  })

  it('that is cut off makes nothing new and leaves what answered', async () => {
    // Bytes that do not compress: the archive is long enough to be cut in the middle of a file.
    const noise = Array.from({ length: 20_000 }, (_, at) => ((at * 2_654_435_761) >>> 0).toString(36)).join(' ')
    const long = [...tree('late'), { path: 'docs/long.md', content: `# Long\n\n${noise}\n` }]
    const troubles: { cutAt?: number } = {}
    const repository = { path: 'acme/tides', branch: 'main', trees: { main: tree('early'), next: long } }
    const { house: at, url } = await openWorld({ speaks: ['gitlab'], repositories: [repository], troubles })
    const words = ['docs', 'import', url('acme/tides'), '--as', 'repository'] as const
    troubles.cutAt = 200
    expect((await at.wuku(...words)).code).toBe(1)
    expect(await at.kept()).toEqual({ versions: {}, hidden: [], originals: [] })
    expect((await at.json('docs', 'list', '--all')).total).toBe(0)
    delete troubles.cutAt
    await at.json(...words)
    const before = await at.kept()
    repository.branch = 'next'
    troubles.cutAt = 20_000
    expect(await at.refused('docs', 'refresh', 'tides')).toEqual([
      1,
      expect.stringMatching(/broken|broke off|cut|incomplete|ended/i),
    ])
    expect(await at.kept()).toEqual(before)
    expect(JSON.stringify(await at.json('docs', 'search', 'tides', 'start it'))).toMatch(/--early/)
    expect((await at.json('docs', 'log', 'tides')).list[0]).toMatchObject({ event: 'version.refresh.failed' })
  })
})

describe.concurrent('what documents include', () => {
  const included: readonly FakeFile[] = [
    {
      path: 'docs/en/docs/tutorial/first.md',
      content: '# First steps\n\n## The app\n\nMake an app:\n\n{* ../../docs_src/first.py hl[1] *}\n',
    },
    { path: 'docs_src/first.py', content: 'from tides import Tide\n\napp = Tide("saltmarsh")\n' },
    { path: 'docs_src/unused.py', content: 'unused = 1\n' },
    { path: 'site/guide.md', content: '# Running\n\n## Run\n\nRun the barge:\n\n<<< @/snippets/run.ts#main{ts}\n' },
    {
      path: 'site/snippets/run.ts',
      content: 'import x from "x"\n// #region main\nbarge.run({ cormorant: true })\n// #endregion main\n',
    },
  ]
  it('stands in the snippets, and nothing else of what lies beside them is kept', async () => {
    const { house: at, url } = await openWorld({ repositories: [{ path: 'acme/tides', trees: { main: included } }] })
    await at.json('docs', 'import', url('acme/tides'), '--host', 'github', '--folder', 'docs,site')
    const rows = [
      ['make an app', 'app = Tide("saltmarsh")', 'hl['],
      ['run the barge', 'barge.run({ cormorant: true })', '#region'],
    ] as const
    for (const [topic, code, sign] of rows) {
      const { documents } = await at.json('docs', 'search', 'tides', topic, '--code')
      expect(documents[0].code).toContain(code)
      expect(documents[0].code).not.toContain(sign)
    }
    expect(await pathsIn(at, 'tides')).toEqual(['docs/en/docs/tutorial/first.md', 'site/guide.md'])
    expect((await at.json('docs', 'refresh', 'tides', '--rebuild')).success_count).toBe(2)
    expect(JSON.stringify(await at.json('docs', 'search', 'tides', 'make an app'))).toContain('saltmarsh')
  })
})

/** Percents never fall, begin near nothing and end at all of it. */
function expectProgress(lines: readonly Answer[]): void {
  const percents = lines.flatMap(({ progress }) => (progress === undefined ? [] : [progress.percent]))
  expect(percents.length).toBeGreaterThan(3)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(percents.at(-1)).toBe(100)
}
