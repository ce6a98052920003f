import { describe, expect, it } from 'vitest'
import { hosts, type Host } from '@wuku/core/ports/origins'
import { commitOfTree, type FakeRepository } from '../../../../../test/fixtures/docs/code-host.ts'
import { drain, failureOf, haulRequest, told, withHost } from './hauls.ts'

const signal = new AbortController().signal
const tides: FakeRepository = {
  path: 'acme/tides',
  description: '潮汐 🌊',
  trees: {
    main: [{ path: 'docs/guide.md', content: '# Guide' }],
    'v1.0.0': [{ path: 'docs/old.md', content: '# One' }],
    'feature/潮': [{ path: 'docs/new.md', content: '# New' }],
  },
}
const nested: FakeRepository = { ...tides, path: 'group/sub/tides' }

describe.each(hosts)('%s', (type) => {
  const ofHost = (repository: FakeRepository = tides, more: object = {}) => ({
    repositories: [repository],
    speaks: [type],
    ...more,
  })

  it('is told by how it answers', () =>
    withHost(ofHost(), async ({ open, host }) =>
      expect(await open({ url: host.url('acme/tides.git') }).inspect(signal)).toEqual({
        name: 'tides',
        slug: '/acme/tides',
        description: '潮汐 🌊',
        defaultRef: 'main',
      }),
    ))

  const fileUrls: Readonly<Record<Host, string>> = {
    github: '/acme/tides/blob/COMMIT/docs/guide.md',
    gitea: '/acme/tides/src/commit/COMMIT/docs/guide.md',
    gitlab: '/acme/tides/-/blob/COMMIT/docs/guide.md',
  }
  it('hands out files with what they are called at this commit', () =>
    withHost(ofHost(), async ({ open, host }) => {
      const { found, facts } = await drain(open({ url: host.url('acme/tides'), host: type }), haulRequest())
      const commit = commitOfTree('acme/tides', 'main')
      expect(found).toMatchObject([
        { path: 'docs/guide.md', url: host.origin + fileUrls[type].replace('COMMIT', commit) },
      ])
      expect(facts).toMatchObject({ ref: 'main', commit, leftOut: 0, url: expect.stringContaining(commit) })
    }))

  it.each<[ref: string | undefined, path: string]>([
    [undefined, 'docs/guide.md'],
    ['v1.0.0', 'docs/old.md'],
    ['feature/潮', 'docs/new.md'],
    [commitOfTree('acme/tides', 'v1.0.0'), 'docs/old.md'],
  ])('takes %s', (ref, path) =>
    withHost(ofHost(), async ({ open, host }) => {
      const spec = { url: host.url('acme/tides'), host: type, ...(ref !== undefined && { ref }) }
      expect(told((await drain(open(spec), haulRequest())).found)).toEqual([`document ${path}`])
    }),
  )

  it('says that there is no such ref', () =>
    withHost(ofHost(), async ({ open, host }) => {
      const failed = await failureOf(() =>
        drain(open({ url: host.url('acme/tides'), host: type, ref: 'v9' }), haulRequest()),
      )
      expect(failed).toMatchObject({ code: 'not-found', message: expect.stringContaining('"v9"') })
    }))

  it('does nothing at a commit that is known', () =>
    withHost(ofHost(), async ({ open, host }) => {
      const commit = commitOfTree('acme/tides', 'main')
      const known = new Map([['', commit]])
      const { found, facts } = await drain(open({ url: host.url('acme/tides'), host: type }), haulRequest({ known }))
      expect([found, facts.commit]).toEqual([[], commit])
      expect(host.requests.filter(({ path }) => path.startsWith('archive'))).toEqual([])
    }))

  const variables: Readonly<Record<Host, string>> = {
    github: 'GITHUB_TOKEN',
    gitea: 'GITEA_TOKEN',
    gitlab: 'GITLAB_TOKEN',
  }
  it('says how a private repository is reached', () =>
    withHost(ofHost({ ...tides, token: 'fake-token' }), async ({ open, host }) => {
      const failed = await failureOf(() => open({ url: host.url('acme/tides'), host: type }).inspect(signal))
      expect(failed).toMatchObject({ code: 'not-found', remedy: expect.stringContaining(variables[type]) })
      expect(failed.remedy).toContain('docs.tokens')
    }))
  it('never repeats a token that is refused', () =>
    withHost(
      ofHost({ ...tides, token: 'fake-token' }, { tokens: { [type]: 'fake-other' } }),
      async ({ open, host }) => {
        const failed = await failureOf(() => open({ url: host.url('acme/tides'), host: type }).inspect(signal))
        expect(`${failed.message} ${failed.remedy}`).not.toContain('fake-other')
        expect(failed.code).toBe('not-found')
      },
    ))
  it('shows its token to the host, not to where the archive lies', () =>
    withHost(
      ofHost({ ...tides, token: 'fake-token' }, { tokens: { [type]: 'fake-token' } }),
      async ({ open, host }) => {
        const { found } = await drain(open({ url: host.url('acme/tides') }), haulRequest())
        expect(found).toHaveLength(1)
        expect(JSON.stringify(found)).not.toContain('one-time-word')
        const shown = host.requests.filter(({ token }) => token !== '').map(({ path }) => path)
        expect(shown.every((path) => path.startsWith('/api/') && path.includes('acme'))).toBe(true)
        expect(shown.length).toBeGreaterThan(0)
      },
    ))

  it('follows a repository to its new name', () =>
    withHost(ofHost({ ...tides, formerPath: 'acme/waves' }), async ({ open, host }) => {
      const origin = open({ url: host.url('acme/waves'), host: type })
      expect((await origin.inspect(signal)).slug).toBe('/acme/tides')
      expect((await drain(origin, haulRequest())).found).toMatchObject([
        { url: expect.stringContaining('/acme/tides/') },
      ])
    }))

  it('reads all pages of releases, newest version first', () =>
    withHost(ofHost({ ...tides, releases: manyReleases }), async ({ open, host }) => {
      const releases = await open({ url: host.url('acme/tides'), host: type }).releases(signal)
      expect(releases).toHaveLength(type === 'gitlab' ? 131 : 130)
      expect(releases.slice(0, 3).map(({ version }) => version)).toEqual(
        type === 'gitlab' ? ['2.0.0', '1.129.0', '1.128.0'] : ['1.129.0', '1.128.0', '1.127.0'],
      )
      expect(releases.find(({ tag }) => tag === 'v1.5.0-rc.1')?.isPrerelease).toBe(true)
      expect(releases.find(({ tag }) => tag === 'v1.0.0')?.publishedAt).toBe(Date.parse('2024-01-01T00:00:00Z'))
    }))
  it('takes tags where nothing was released', () =>
    withHost(
      ofHost({ ...tides, tags: ['v1.10.0', 'v1.9.0', 'v2.0.0-beta.1', 'core@3.1.0', 'nightly'] }),
      async ({ open, host }) =>
        expect(await open({ url: host.url('acme/tides'), host: type }).releases(signal)).toEqual([
          { tag: 'core@3.1.0', version: 'core@3.1.0', isPrerelease: false },
          { tag: 'v2.0.0-beta.1', version: '2.0.0-beta.1', isPrerelease: true },
          { tag: 'v1.10.0', version: '1.10.0', isPrerelease: false },
          { tag: 'v1.9.0', version: '1.9.0', isPrerelease: false },
          { tag: 'nightly', version: 'nightly', isPrerelease: false },
        ]),
    ))
})

/** 130 that count; GitLab knows no drafts. */
const manyReleases = [
  { tag: 'v2.0.0', draft: true },
  { tag: 'v1.5.0-rc.1', prerelease: true },
  ...Array.from({ length: 130 }, (_, minor) => ({ tag: `v1.${minor}.0`, publishedAt: '2024-01-01T00:00:00Z' })).filter(
    ({ tag }) => tag !== 'v1.5.0',
  ),
]

describe('hosts', () => {
  it('nest groups on GitLab', () =>
    withHost({ repositories: [nested], speaks: ['gitlab'] }, async ({ open, host }) =>
      expect((await open({ url: host.url('group/sub/tides/-/tree/main') }).inspect(signal)).slug).toBe(
        '/group/sub/tides',
      ),
    ))
  it('that are none say so', () =>
    withHost({ repositories: [], speaks: [] }, async ({ open, host }) =>
      expect(await failureOf(() => open({ url: host.url('acme/tides') }).inspect(signal))).toMatchObject({
        code: 'bad-input',
      }),
    ))
  it('are waited for, and it is told', () =>
    withHost(
      { repositories: [tides], troubles: { first: [{ status: 403, headers: { 'retry-after': '1' } }] } },
      async ({ open, host }) => {
        const stages: string[] = []
        const request = haulRequest({ progress: ({ stage }) => stages.push(stage) })
        await drain(open({ url: host.url('acme/tides'), host: 'github' }), request)
        expect([...new Set(stages)]).toEqual(['connecting', 'waiting', 'downloading'])
      },
    ))
  it('that ask for an hour are not waited for', () =>
    withHost(
      { repositories: [tides], troubles: { first: [{ status: 403, headers: { 'retry-after': '3600' } }] } },
      async ({ open, host }) =>
        expect(
          await failureOf(() => open({ url: host.url('acme/tides'), host: 'github' }).inspect(signal)),
        ).toMatchObject({ code: 'rate-limited', remedy: expect.stringContaining('docs.tokens') }),
    ))
})
