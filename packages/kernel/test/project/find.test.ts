import { describe, expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import type { Kind, Source, SourceId } from '@wuku/core/core-types'
import { findProject } from '../../src/project/belonging.ts'
import { isWithin } from '../../src/resolve-project.ts'
import type { History, Repository } from '@wuku/core/ports/history'

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
  sourceAt('chats', 'history', '/home/ada/.history', 6),
  sourceAt('docs', 'vue@3.4.0', 'https://vue.example', 7),
  sourceAt('docs', 'vue@3.5.0', 'https://vue.example', 8),
].map((source) => (source.name === 'vue@3.4.0' ? { ...source, options: { searchedByDefault: false } } : source))

const repositories: Readonly<Record<string, Pick<Repository, 'common' | 'remotes'>>> = {
  '/src/shop': { common: '/src/shop/.git', remotes: ['github.com/ada/shop'] },
  '/src/shop-fix': { common: '/src/shop/.git', remotes: ['github.com/ada/shop'] },
  '/src/fork': { common: '/src/fork/.git', remotes: ['github.com/ada/shop', 'github.com/bob/shop'] },
  '/src/other': { common: '/src/other/.git', remotes: [] },
  '/src/clone': { common: '/src/clone/.git', remotes: ['github.com/ada/shop'] },
}

function historyAt(root: string): History {
  const top = Object.keys(repositories).find((each) => isWithin([each])(root))
  const known = top === undefined ? undefined : repositories[top]
  const found = known ? { top: top ?? '', head: null, branch: null, isShallow: false, ...known } : { why: 'none' }
  return { repository: async () => found } as unknown as History
}

const looked: string[] = []
const find = (written: string, workspace?: string, named: Readonly<Record<string, readonly string[]>> = {}) =>
  findProject(
    written,
    { sources, projects: Object.entries(named).map(([name, members]) => ({ name, members })) },
    {
      workspace: {
        folder: async () => workspace,
        readProject: async () => new Map(),
        resolveRoot: async (root) => {
          if (root.startsWith('/gone')) throw new WukuError('root-missing', 'Gone.', 'Look elsewhere.')
          return root.replace('~', '/home/ada')
        },
      },
      open: {
        history: ({ root }) => {
          looked.push(root)
          return historyAt(root)
        },
      },
    },
  )

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
  it('a call without a workspace fails with a remedy', () =>
    expect(find('.')).rejects.toMatchObject({ code: 'bad-input', remedy: expect.stringContaining('sources') }))
})

describe('a project that the user named', () => {
  const shop = ['/src/shop', '/src/shop-fix', '/src/fork']
  it.each<{
    readonly what: string
    readonly named: Readonly<Record<string, readonly string[]>>
    readonly written: string
    readonly workspace?: string
    readonly is: { readonly name: string; readonly folders: readonly string[]; readonly own?: readonly number[] }
  }>([
    {
      what: 'goes before a source of that name',
      named: { shop: ['/src/other', 'chats/history'] },
      written: 'shop',
      is: { name: 'shop', folders: ['/src/other'], own: [6] },
    },
    {
      what: 'is known in any case',
      named: { Harbour: ['notes/handbook'] },
      written: 'hARBOUR',
      is: { name: 'Harbour', folders: ['/notes/handbook'], own: [5] },
    },
    {
      what: 'has all work trees and clones of its folders',
      named: { harbour: ['/src/shop-fix', '~/plans'] },
      written: 'harbour',
      is: { name: 'harbour', folders: ['/src/shop-fix', '/src/shop', '/src/fork', '/home/ada/plans'], own: [] },
    },
    {
      what: 'holds what it names of every storehouse',
      named: { harbour: ['handbook', 'code/other', 'chats/history', 'docs/vue'] },
      written: 'harbour',
      is: { name: 'harbour', folders: ['/notes/handbook', '/src/other'], own: [5, 4, 6, 8] },
    },
    {
      what: 'may name one version of a library',
      named: { harbour: ['docs/vue@3.4.0'] },
      written: 'harbour',
      is: { name: 'harbour', folders: [], own: [7] },
    },
    {
      what: 'is meant by the workspace that lies in it',
      named: { other: ['/src/other'], harbour: ['/src/shop'] },
      written: '.',
      workspace: '/src/shop',
      is: { name: 'harbour', folders: shop },
    },
    {
      what: 'is meant by a work tree of what it names',
      named: { harbour: ['/src/fork/cart'] },
      written: '.',
      workspace: '/src/shop-fix',
      is: { name: 'harbour', folders: ['/src/fork', '/src/shop', '/src/shop-fix'] },
    },
    {
      what: 'is meant by a clone that nobody registered and that the program was started for',
      named: { harbour: ['code/shop'] },
      written: '.',
      workspace: '/src/clone',
      is: { name: 'harbour', folders: [...shop, '/src/clone'] },
    },
    {
      what: 'is meant by a folder in it',
      named: { harbour: ['/home/ada/plans'] },
      written: '/home/ada/plans/2026',
      is: { name: 'harbour', folders: ['/home/ada/plans'] },
    },
    {
      what: 'is meant by a source of it',
      named: { harbour: ['notes/handbook', 'code/other'] },
      written: 'code/other',
      is: { name: 'harbour', folders: ['/notes/handbook', '/src/other'] },
    },
    {
      what: 'is the first of two that could be meant',
      named: { first: ['/src/other/a'], second: ['/src/other'] },
      written: 'other',
      is: { name: 'first', folders: ['/src/other'] },
    },
    {
      what: 'is not meant by what lies elsewhere',
      named: { harbour: ['/src/other'] },
      written: '.',
      workspace: '/src/shop',
      is: { name: 'shop', folders: shop },
    },
    {
      what: 'does without what is not here any more',
      named: { harbour: ['notes/burnt', './nowhere', 'code/other'] },
      written: 'harbour',
      is: { name: 'harbour', folders: ['/src/other'], own: [4] },
    },
    {
      what: 'still is the folder that is gone, of which there may be conversations',
      named: { harbour: ['/gone/shop'] },
      written: 'harbour',
      is: { name: 'harbour', folders: ['/gone/shop'], own: [] },
    },
  ])('$what', async ({ named, written, workspace, is: { own, ...expected } }) => {
    const found = await find(written, workspace, named)
    expect(found).toMatchObject(expected)
    if (own) expect(found.sources.map(({ id }) => id)).toEqual(own)
  })
  it('is called by its folders too', async () =>
    expect(
      [...(await find('harbour', undefined, { Harbour: ['/src/fork', 'notes/handbook'] })).names].toSorted(),
    ).toEqual(['fork', 'handbook', 'harbour', 'shop', 'shop-fix']))
  it('opens no folder that nobody registered', async () => {
    looked.length = 0
    await find('harbour', undefined, { harbour: ['/home/bob/secret', 'chats/history', '/home/ada'] })
    expect(looked).toEqual([])
  })
  it('looks at each place once', async () => {
    looked.length = 0
    await find('harbour', '/src/shop', { harbour: ['/src/shop', '/src/fork', '/src/other', 'code/shop'] })
    expect(looked).toEqual([...new Set(looked)])
  })
})

it.each([
  ['/src/shop', true],
  ['/src/shop/cart', true],
  ['/SRC/Shop/cart/', true],
  ['/src/shopping', false],
  ['/src', false],
])('%s lies in /src/shop: %s', (folder, expected) => expect(isWithin(['/src/shop'])(folder)).toBe(expected))
