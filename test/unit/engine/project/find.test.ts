import { describe, expect, it } from 'vitest'
import { openMemory } from '../../../../src/adapters/memory/open.ts'
import type { Kind, Source, SourceId } from '../../../../src/core/words.ts'
import { findProject } from '../../../../src/engine/project/find.ts'
import { liesIn } from '../../../../src/engine/project/project.ts'
import type { History, Repository } from '../../../../src/ports/history.ts'

const sourceAt = (kind: Kind, name: string, root: string, id: number): Source => ({
  id: id as SourceId,
  kind,
  name,
  root,
  options: {},
  indexedAt: 0,
})

const sources = [
  sourceAt('code', 'shop', '/src/shop', 1),
  sourceAt('code', 'shop-fix', '/src/shop-fix', 2),
  sourceAt('code', 'fork', '/src/fork', 3),
  sourceAt('code', 'other', '/src/other', 4),
  sourceAt('notes', 'handbook', '/notes/handbook', 5),
]

const repositories: Readonly<Record<string, Pick<Repository, 'common' | 'remotes'>>> = {
  '/src/shop': { common: '/src/shop/.git', remotes: ['github.com/ada/shop'] },
  '/src/shop-fix': { common: '/src/shop/.git', remotes: ['github.com/ada/shop'] },
  '/src/fork': { common: '/src/fork/.git', remotes: ['github.com/ada/shop', 'github.com/bob/shop'] },
  '/src/other': { common: '/src/other/.git', remotes: [] },
}

function historyAt(root: string): History {
  const top = Object.keys(repositories).find((each) => liesIn([each])(root))
  const known = top === undefined ? undefined : repositories[top]
  const found = known ? { top: top ?? '', head: null, branch: null, isShallow: false, ...known } : { why: 'none' }
  return { repository: async () => found } as unknown as History
}

const looked: string[] = []
const find = (written: string, workspace?: string) =>
  findProject(written, sources, {
    kinds: [],
    store: openMemory(),
    workspace: async () => workspace,
    readProject: async () => new Map(),
    resolveRoot: async (root) => root,
    openHistory: ({ root }) => {
      looked.push(root)
      return historyAt(root)
    },
  })

describe('a project', () => {
  const all = ['/src/shop', '/src/shop-fix', '/src/fork']
  it.each([
    { by: 'the name of a repository', written: 'shop', name: 'shop', folders: all },
    { by: 'a name with its storehouse', written: 'code/shop', name: 'shop', folders: all },
    { by: 'its folder', written: '/src/shop', name: 'shop', folders: all },
    { by: 'a folder in it', written: '/src/shop/packages/cart', name: 'shop', folders: all },
    { by: 'the workspace', written: '.', workspace: '/src/shop', name: 'shop', folders: all },
    { by: 'a folder of the workspace', written: './cart', workspace: '/src/shop', name: 'shop', folders: all },
    { by: 'a repository of its own', written: 'other', name: 'other', folders: ['/src/other'] },
    { by: 'notes', written: 'handbook', name: 'handbook', folders: ['/notes/handbook'] },
    { by: 'a workspace that nobody indexed', written: '.', workspace: '/src/new', name: 'new', folders: ['/src/new'] },
    { by: 'a folder that nobody registered', written: '/home/bob/x', name: 'x', folders: ['/home/bob/x'] },
    { by: 'a word', written: 'billing', name: 'billing', folders: [] },
  ])('is known by $by', async ({ written, workspace, name, folders }) =>
    expect(await find(written, workspace)).toMatchObject({ name, folders }),
  )
  it('is called by its folders too', async () =>
    expect([...(await find('shop')).names]).toEqual(['shop', 'shop-fix', 'fork']))
  it('is not looked for in folders that nobody registered', async () => {
    looked.length = 0
    await find('/home/bob/secret')
    expect(looked).toEqual([])
  })
  it('of no workspace is an error that says what to name', () =>
    expect(find('.')).rejects.toMatchObject({ code: 'bad-input', remedy: expect.stringContaining('sources') }))
})

it.each([
  ['/src/shop', true],
  ['/src/shop/cart', true],
  ['/SRC/Shop/cart/', true],
  ['/src/shopping', false],
  ['/src', false],
])('%s lies in /src/shop: %s', (folder, expected) => expect(liesIn(['/src/shop'])(folder)).toBe(expected))
