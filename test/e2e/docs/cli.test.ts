import { beforeAll, describe, expect, it } from 'vitest'
import { openDocsHouse, type Answer } from './docs-house.ts'

const house = openDocsHouse({ WUKU_OFFLINE: '1' })
beforeAll(async () => {
  for (const [version, word] of [
    ['18.3.1', 'older'],
    ['19.0.1', 'newer'],
  ] as const) {
    house.write(
      `docs-${version}/refs.md`,
      `# Refs\n\n## Forwarding\n\nForward a ref the ${word} way.\n\n\`\`\`jsx\n<Child ref={${word}} />\n\`\`\`\n`,
    )
    house.write(`docs-${version}/指南/潮汐.md`, `# 潮汐指南\n\n## 计算\n\n用 ${word} 接口计算潮汐。👩‍🚀🇨🇳\n`)
    await house.json('add', `docs-${version}`, '--kind', 'docs', '--name', 'react', '--version', version)
  }
  house.write('shop/package.json', '{"dependencies":{"react":"^18.0.0"}}')
  house.write(
    'shop/package-lock.json',
    '{"lockfileVersion":3,"packages":{"":{"dependencies":{"react":"^18.0.0"}},"node_modules/react":{"version":"18.3.1"}}}',
  )
  await house.json('add', 'shop', '--kind', 'code', '--name', 'shop')
})

describe.concurrent('what "wuku docs" answers with --json', () => {
  it.each<[says: string, words: readonly string[], shape: Answer]>([
    [
      'list',
      [],
      {
        total: 1,
        libraries: [
          {
            name: 'react',
            default_version: '19.0.1',
            source_type: 'folder',
            versions: [
              { version: '19.0.1', is_default: true, documents: 2 },
              { version: '18.3.1', is_default: false },
            ],
          },
        ],
      },
    ],
    ['list by a name that is misspelt', ['list', 'raect'], { total: 1, libraries: [{ name: 'react' }] }],
    ['show', ['show', 'react'], { name: 'react', status: 'active', keep: 'all', documents: 4 }],
    [
      'search',
      ['search', 'react', 'forwarding refs', '--code'],
      {
        library_id: 1,
        documents: [
          { library: 'react', version: '19.0.1', mode: expect.any(String), code: expect.stringContaining('newer') },
        ],
        versions: [{ version: '19.0.1', default_version: '19.0.1' }],
      },
    ],
    [
      'search a version',
      ['search', 'react@18', '计算潮汐'],
      { documents: [{ version: '18.3.1', content: expect.stringContaining('👩‍🚀🇨🇳') }] },
    ],
    [
      'search in the version that a project uses',
      ['search', 'react', 'forwarding refs', '--project', 'shop'],
      { documents: [{ version: '18.3.1' }], notes: [expect.stringContaining('18.3.1')] },
    ],
    ['search all', ['search', 'all', 'forwarding refs'], { documents: [{ version: '19.0.1' }] }],
    [
      'files',
      ['files', 'react@18'],
      {
        version: '18.3.1',
        total: 2,
        list: [{ path: 'refs.md', type: 'markdown', status: 'completed', error: null }, { path: '指南/潮汐.md' }],
      },
    ],
    [
      'log',
      ['log', 'react'],
      {
        list: expect.arrayContaining([expect.objectContaining({ event: 'folder.import.complete', version: '19.0.1' })]),
      },
    ],
    [
      'which',
      ['which', 'react', '--project', 'shop'],
      { used: [{ uses: '18.3.1', locked: true, version: '18.3.1', from: 'package.json' }] },
    ],
    ['which of all', ['which', '--project', 'shop'], { used: [{ library: 'react' }] }],
    [
      'diff',
      ['diff', 'react', '18.3.1', '19.0.1', 'forwarding'],
      {
        counts: { changed: 1 },
        changes: [{ kind: 'changed', diff: expect.stringMatching(/^-.*older[^]*^\+.*newer/m) }],
      },
    ],
    ['stats', ['stats', 'react'], { libraries: 1, versions: 2, documents: 4 }],
    ['calls', ['calls'], { list: expect.any(Array), total: expect.any(Number) }],
  ])('%s', async (_, words, shape) => expect(await house.json('docs', ...words)).toMatchObject(shape))
})

describe.concurrent('what "wuku docs" says to people', () => {
  it.each<[words: readonly string[], says: RegExp]>([
    [[], /^react .*19\.0\.1\* 18\.3\.1/],
    [['show', 'react'], /\* 19\.0\.1 .*2 documents/],
    [['search', 'react', '潮汐'], /潮汐[^]*wuku:\/\/docs\/react@19\.0\.1\/[^]*Answered by react 19\.0\.1, indexed 20/],
    [['files', 'react'], /refs\.md[^]*2 in all/],
    [['log'], /folder\.import\.complete/],
    [['which', 'react', '--project', 'shop'], /react 18\.3\.1.*answered by 18\.3\.1/],
    [['diff', 'react', '18', '19'], /older[^]*newer[^]*changed/],
    [['purge'], /nothing to purge/],
    [['--help'], /refresh <library>[^]*wuku docs diff react/],
    [['refresh', '--help'], /--rebuild/],
  ])('%j', async (words, says) => {
    const { code, stdout, stderr } = await house.wuku('docs', ...words)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(says)
  })
})

describe.concurrent('what "wuku docs" refuses', () => {
  it.each<[says: string, words: readonly string[], code: number, said: RegExp]>([
    ['a library that is not there', ['search', 'raect', 'refs'], 1, /no library "raect"[^]*Did you mean react \(/],
    [
      'a version that is not there',
      ['search', 'react@17', 'refs'],
      1,
      /react 17 is not here\. Nearest: 19\.0\.1, 18\.3\.1\.[^]*--version 17/,
    ],
    ['a version that is no version', ['show', 'react@', 'x'], 2, /Unexpected argument "x"/],
    [
      'a default version that is not there',
      ['set', 'react', '--default', '20'],
      1,
      /react 20 is not here\. Nearest: 19\.0\.1/,
    ],
    ['a policy that is none', ['set', 'react', '--keep', 'lots'], 1, /latest-per-major/],
    ['a number that is none', ['search', 'react', 'refs', '--page', 'two'], 2, /--page/],
    ['a page beyond the last', ['search', 'react', 'refs', '--page', '11'], 2, /page/],
    ['an action that is none', ['frob'], 2, /"frob"[^]*list, show, search, import/],
    ['a flag of another action', ['list', '--code'], 2, /--code/],
    ['no topic', ['search', 'react'], 2, /needs a topic/],
    ['no library', ['files'], 2, /needs a library/],
    ['one version to compare', ['diff', 'react', '18.3.1'], 2, /needs two versions/],
    ['no address', ['import'], 2, /needs an address/],
    ['an address of a file', ['import', 'file:///etc/passwd'], 1, /place on this machine, not an address/],
    [
      'an address with a password',
      ['import', 'https://me:fake-word@example.com/x'],
      1,
      /contains a user name or password/,
    ],
    [
      'an address when offline',
      ['import', 'https://example.com/docs/'],
      1,
      /setting "offline" forbids it[^]*WUKU_OFFLINE/,
    ],
    ['releases when offline', ['releases', 'https://github.com/acme/tides'], 1, /offline/],
    ['a file that is not there', ['upload', 'react', 'nowhere.md'], 1, /nowhere\.md/],
    ['no files', ['upload', 'react'], 2, /needs files/],
    ['a document that is not there', ['delete', 'react', 'nowhere.md'], 1, /no document nowhere\.md/],
    ['a library to bring back that never was', ['restore', 'vue'], 1, /no library "vue"/],
    ['a project that is not registered', ['which', 'react', '--project', '/etc'], 1, /not registered/],
  ])('%s', async (_, words, code, said) => {
    const { code: ended, stdout, stderr } = await house.wuku('docs', ...words)
    expect([ended, stderr]).toEqual([code, expect.stringMatching(said)])
    expect(stdout).not.toMatch(/fake-word/)
    expect(stderr).not.toMatch(/fake-word|\n\s+at /)
  })

  it('says it as JSON too', async () => {
    const { code, stdout } = await house.wuku('docs', 'show', 'vue', '--json')
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { code: 'not-found', remedy: expect.any(String) } }])
  })
})
