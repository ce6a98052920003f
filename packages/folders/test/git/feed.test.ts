import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withHistory } from '../../src/git/feed.ts'
import { isRefusal, type Feed, type Listing } from '@wuku/core/ports/feed'
import { readPage } from '@wuku/core/ports/history-page'
import { commit, git, importCommits, program, repository, scratch, write } from './repositories.ts'

const everyFile = { stamp: () => '', open: () => () => true }

const one = { path: 'a.ts', stamp: 's', bytes: 1, modifiedAt: 1 }
const filesListed: Listing = { items: [one], skipped: [], problems: [], complete: true }

const files: Feed = {
  list: async () => filesListed,
  read: async ({ path }) => ({ path, said: 'a file', remedy: '' }),
  stamp: async () => 's',
  isThere: async () => true,
}

const open = (folder: string, more: { commits?: number; memory?: string; git?: string | undefined } = {}): Feed =>
  withHistory(files, { folder, git: program, commits: 5_000, memory: scratch(), rules: everyFile, ...more })

const pagesOf = async (feed: Feed): Promise<ReadonlyMap<string, string>> => {
  const { items } = await feed.list({})
  return new Map(items.filter(({ path }) => path !== 'a.ts').map(({ path, stamp }) => [path, stamp]))
}

async function subjects(feed: Feed, path: string): Promise<readonly string[]> {
  const read = await feed.read({ path, stamp: '', bytes: 0, modifiedAt: 0 })
  return isRefusal(read) ? [String(read.said)] : readPage(read.bytes).map(({ subject }) => subject)
}

it('lists pages of a hundred commits behind the files, the oldest first', async () => {
  const folder = repository()
  importCommits(folder, 250)
  const memory = scratch()
  const feed = open(folder, { memory })
  const paths = (await feed.list({})).items.map(({ path }) => path)
  const pages = await Promise.all(['0001', '0002', '0003'].map((page) => subjects(feed, `.git/history/${page}`)))
  expect([paths, pages.map((page) => [page.length, page[0]])]).toEqual([
    ['a.ts', '.git/history/0001', '.git/history/0002', '.git/history/0003'],
    [
      [100, 'number 1'],
      [100, 'number 101'],
      [50, 'number 201'],
    ],
  ])
})

it('keeps the newest commits, in the pages that they always had', async () => {
  const folder = repository()
  importCommits(folder, 450)
  const memory = scratch()
  const all = await pagesOf(open(folder, { memory }))
  const some = await pagesOf(open(folder, { memory, commits: 120 }))
  expect([[...some.keys()], [...some.entries()].every(([path, stamp]) => all.get(path) === stamp)]).toEqual([
    ['.git/history/0004', '.git/history/0005'],
    true,
  ])
})

/** Pages whose stamp is another after something was done, in a later run. */
async function changedBy(act: (folder: string) => void): Promise<readonly string[]> {
  const folder = repository()
  importCommits(folder, 220)
  git(folder, 'reset', '-q', '--hard')
  const memory = scratch()
  const before = await pagesOf(open(folder, { memory }))
  act(folder)
  const after = await pagesOf(open(folder, { memory }))
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
}

it.each<[says: string, act: (folder: string) => void, changed: readonly string[]]>([
  ['nothing', () => undefined, []],
  ['a commit', (folder) => commit(folder, 'new'), ['.git/history/0003']],
  ['an amended commit', (folder) => git(folder, 'commit', '-q', '--amend', '-m', 'other'), ['.git/history/0003']],
  [
    'commits taken back',
    (folder) => git(folder, 'reset', '-q', '--hard', 'HEAD~30'),
    ['.git/history/0002', '.git/history/0003'],
  ],
  [
    'a branch that began long ago, merged',
    (folder) => {
      git(folder, 'checkout', '-q', '-b', 'side', 'HEAD~150')
      commit(folder, 'side', { 'new.txt': '' })
      git(folder, 'checkout', '-q', 'main')
      git(folder, 'merge', '-q', '-m', 'together', 'side')
    },
    ['.git/history/0003'],
  ],
  [
    'another history altogether',
    (folder) => {
      git(folder, 'checkout', '-q', '--orphan', 'other')
      git(folder, 'commit', '-q', '-m', 'anew')
    },
    ['.git/history/0001', '.git/history/0002', '.git/history/0003'],
  ],
])('is changed by %s only where it must be', async (_, act, changed) => expect(await changedBy(act)).toEqual(changed))

it('asks git only when HEAD moved, and needs none for what it knows', async () => {
  const folder = repository(['one', {}])
  const memory = scratch()
  const known = await pagesOf(open(folder, { memory }))
  const without = await pagesOf(open(folder, { memory, git: undefined }))
  const broken = await pagesOf(open(folder, { memory, git: '/nowhere/git' }))
  expect([known.size, without, broken]).toEqual([1, known, known])
})

it('has nothing to say without a repository, without git, and where none is wanted', async () => {
  const folder = repository(['one', {}])
  const feeds = [open(scratch()), open(folder, { git: undefined }), open(folder, { commits: 0 }), open(repository())]
  expect(await Promise.all(feeds.map((feed) => feed.list({})))).toEqual(feeds.map(() => filesListed))
})

it('shows of a folder what touched it, with paths from there', async () => {
  const folder = repository(['both', { 'app/a.ts': '1', 'lib/b.ts': '1' }], ['lib only', { 'lib/b.ts': '2' }])
  git(folder, 'mv', 'lib/b.ts', 'app/c.ts')
  commit(folder, 'moved in')
  const feed = open(join(folder, 'app'))
  const read = await feed.read({ path: '.git/history/0001', stamp: '', bytes: 0, modifiedAt: 0 })
  expect(
    isRefusal(read) ? read : readPage(read.bytes).map(({ subject, files: touched }) => [subject, touched]),
  ).toEqual([
    ['both', [{ path: 'a.ts', how: 'added' }]],
    ['moved in', [{ path: 'c.ts', how: 'renamed' }]],
  ])
})

it('lists and reads the files by the feed that it was given', async () => {
  const feed = open(repository(['one', {}]))
  expect([
    (await feed.list({ folders: ['src'] })).items,
    await feed.read(one),
    await feed.stamp('a.ts'),
    (await feed.list({ folders: ['.git/history'] })).items.length,
    await subjects(feed, '.git/history/0009'),
  ]).toEqual([[one], { path: 'a.ts', said: 'a file', remedy: '' }, 's', 2, ['The history was rewritten meanwhile.']])
})

it('tells a problem, and that nothing is known to be gone, when git fails', async () => {
  const folder = repository(['one', {}])
  write(folder, { '.git/refs/heads/main': `${'a'.repeat(40)}\n` })
  const { items, problems, complete } = await open(folder).list({})
  expect([items, problems.map(({ path }) => path), complete]).toEqual([[one], ['.git/history'], false])
})

it('hears of a commit', async () => {
  const folder = repository(['one', {}])
  const over = new AbortController()
  const heard = new Promise<readonly string[]>((resolve) => {
    const feed = withHistory(
      { ...files, watch: async () => undefined },
      { folder, git: program, commits: 100, memory: scratch(), rules: everyFile },
    )
    void feed.watch?.((folders) => resolve(folders), over.signal)
  })
  commit(folder, 'two')
  expect(await heard).toEqual(['.git/history'])
  over.abort()
})
