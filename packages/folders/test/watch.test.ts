import { EventEmitter, once } from 'node:events'
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPathSelection } from '../src/path-selection.ts'
import type { FolderOptions } from '../src/folder.ts'
import { type Tree as FolderTree, rememberRootFolder } from '../src/root-folder.ts'
import { notesPolicy } from '../src/ignore-policy.ts'
import { pollFolders, watchFolder } from '../src/watch.ts'
import type { Polls } from '@wuku/core/ports/feed'
import { add, feedOf, plant, type Tree } from './trees.ts'

interface Watched {
  readonly root: string
  /** Waits until every one of these folders was reported since the last call; answers all that were. */
  heard(...folders: readonly string[]): Promise<readonly string[]>
  stop(): Promise<void>
}

/** Keeps what was reported until it is asked for. A test that waits in vain ends by the runner's limit. */
class Ear {
  private readonly reported = new Set<string>()
  private readonly news = new EventEmitter()

  readonly changed = (folders: readonly string[]): void => {
    for (const folder of folders) this.reported.add(folder)
    this.news.emit('news')
  }

  async heard(...folders: readonly string[]): Promise<readonly string[]> {
    while (folders.some((folder) => !this.reported.has(folder))) await once(this.news, 'news')
    const all = [...this.reported].toSorted()
    this.reported.clear()
    return all
  }
}

async function watched(tree: Tree, options: Partial<FolderOptions> = {}, only = ''): Promise<Watched> {
  const root = plant(tree)
  const ear = new Ear()
  const stopper = new AbortController()
  const ended = feedOf(join(root, only), options).watch?.(ear.changed, stopper.signal)
  const stop = async (): Promise<void> => {
    stopper.abort()
    await ended
  }
  onTestFinished(stop)
  /** Trees as small as these are watched whole within the first turn. */
  await new Promise(setImmediate)
  return { root, heard: (...folders) => ear.heard(...folders), stop }
}

describe('a watch hears of', () => {
  it('files that are written, replaced and deleted', async () => {
    const { root, heard } = await watched({ 'a/x.md': '1', 'b/y.md': '1', 'c/z.md': '1', 'd/': '' })
    writeFileSync(join(root, 'a/x.md'), '2')
    writeFileSync(join(root, 'b/.y.md.new'), '2')
    renameSync(join(root, 'b/.y.md.new'), join(root, 'b/y.md'))
    rmSync(join(root, 'c/z.md'))
    expect(await heard('a', 'b', 'c')).toEqual(['a', 'b', 'c'])
  })

  it('folders that come, with all below, and files in them later', async () => {
    const { root, heard } = await watched({})
    add(root, { 'new/deep/x.md': '1' })
    await heard('new', 'new/deep')
    writeFileSync(join(root, 'new/deep/x.md'), '2')
    expect(await heard('new/deep')).toEqual(['new/deep'])
  })

  it('folders that go, with all below', async () => {
    const { root, heard } = await watched({ 'old/deep/x.md': '' })
    rmSync(join(root, 'old'), { recursive: true })
    await heard('old', 'old/deep')
  })

  it('folders that are renamed, under both names', async () => {
    const { root, heard } = await watched({ 'one/deep/x.md': '' })
    renameSync(join(root, 'one'), join(root, 'two'))
    await heard('one', 'one/deep', 'two', 'two/deep')
    writeFileSync(join(root, 'two/deep/x.md'), '2')
    expect(await heard('two/deep')).toEqual(['two/deep'])
  })

  it('rules that change, in all folders that they may touch', async () => {
    const { root, heard } = await watched({ 'a/deep/x.md': '', 'b/y.md': '' })
    writeFileSync(join(root, 'a/.gitignore'), 'deep/')
    expect(await heard('a', 'a/deep')).toEqual(['a', 'a/deep'])
  })

  it('nothing that is no concern of the source', async () => {
    const { root, heard } = await watched({
      '.gitignore': 'ignored/',
      'a/': '',
      'ignored/': '',
      'node_modules/': '',
      '.git/': '',
      'end/': '',
    })
    add(root, { 'a/4913': '', 'a/.x.md.swp': '', 'a/x.md~': '', 'a/p.png': '', 'a/#x.md#': '', 'a/x.tmp': '' })
    add(root, { 'ignored/x.md': '', 'node_modules/x.md': '', '.git/x.md': '', '.new/x.md': '' })
    add(root, { 'end/x.md': '' })
    expect(await heard('end')).toEqual(['end'])
  })

  it('one file that is the whole source, and not of its neighbours', async () => {
    const { root, heard, stop } = await watched({ 'log.txt': '' }, {}, 'log.txt')
    writeFileSync(join(root, 'log.new'), 'x')
    renameSync(join(root, 'log.new'), join(root, 'log.txt'))
    expect(await heard('')).toEqual([''])
    await stop()
  })

  it('a root that went away and came back', async () => {
    const { root, heard } = await watched({ 'a/x.md': '' })
    renameSync(root, `${root}-away`)
    mkdirSync(root)
    add(root, { 'b/y.md': '' })
    await heard('b')
  })
})

it('stops with the signal, leaves no watch open, and reports nothing more', async () => {
  const before = watchesOpen()
  const { root, heard, stop } = await watched({ 'a/b/c/x.md': '' })
  expect(watchesOpen()).toBeGreaterThan(before)
  writeFileSync(join(root, 'a/b/c/x.md'), '2')
  await stop()
  await expect.poll(watchesOpen).toBeLessThanOrEqual(before)
  const late = heard('a/b/c').then(() => 'heard')
  expect(await Promise.race([late, new Promise((resolve) => setTimeout(resolve, 600, 'quiet'))])).toBe('quiet')
})

const watchesOpen = (): number => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length

it('gathers a burst of writes into one report', async () => {
  const { root, heard } = await watched({ 'a/': '', 'b/': '' })
  for (let i = 0; i < 100; i++) writeFileSync(join(root, `a/${i}.md`), '')
  add(root, { 'b/last.md': '' })
  expect(await heard('a')).toEqual(['a', 'b'])
})

it('suspects every folder after more events than the system may have kept', async () => {
  const { root, heard } = await watched({ 'a/0.md': '', 'a/1.md': '', 'b/': '' })
  for (let i = 0; i < 10_000; i++) utimesSync(join(root, `a/${i % 2}.md`), i, i)
  expect(await heard('b')).toEqual(['', 'a', 'b'])
})

const treeOf = (root: string): FolderTree => ({
  root,
  foundRoot: rememberRootFolder(root),
  selection: createPathSelection({ patterns: ['**/*.md'], exclude: [] }),
  policy: notesPolicy,
  maxBytes: 1024,
})

interface Polled {
  readonly root: string
  readonly ear: Ear
  look(milliseconds: number): Promise<boolean>
}

async function polled(tree: Tree, every: number): Promise<Polled> {
  const root = plant(tree)
  const ear = new Ear()
  const stopper = new AbortController()
  const offered = Promise.withResolvers<Polled['look']>()
  const looks: Polls = {
    offer(look) {
      offered.resolve(look)
      return () => undefined
    },
  }
  const ended = pollFolders(treeOf(root), { changed: ear.changed, every, signal: stopper.signal, looks })
  onTestFinished(async () => {
    stopper.abort()
    await ended
  })
  return { root, ear, look: await offered.promise }
}

/** Each text is longer than the one before: the clock of a file system may stand still for some milliseconds. */
const small = { 'top.md': '', 'a/x.md': '1', 'b/y.md': '1', 'c/z.md': '1' }

it('polling reports every folder first, then those that differ', async () => {
  const { root, ear } = await polled(small, 20)
  expect(await ear.heard('')).toEqual(['', 'a', 'b', 'c'])
  writeFileSync(join(root, 'a/x.md'), '22')
  rmSync(join(root, 'b'), { recursive: true })
  add(root, { 'd/new.md': '' })
  expect(await ear.heard('a', 'b', 'd')).toEqual(['a', 'b', 'd'])
  renameSync(root, `${root}-away`)
  await new Promise((resolve) => setTimeout(resolve, 60))
  renameSync(`${root}-away`, root)
  writeFileSync(join(root, 'c/z.md'), '22')
  expect(await ear.heard('c')).toEqual(['c'])
})

describe('what cannot be watched is looked at', () => {
  it('for a question, without waiting for the next round', async () => {
    const { root, ear, look } = await polled(small, 3_600_000)
    await ear.heard('')
    expect(await look(1_000)).toBe(false)
    writeFileSync(join(root, 'a/x.md'), '22')
    expect(await look(1_000)).toBe(true)
    expect(await ear.heard('a')).toEqual(['a'])
  })

  it('in pieces, when a round takes longer than a question may', async () => {
    const folders = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}/x.md`, '1']))
    const { root, ear, look } = await polled(folders, 3_600_000)
    await ear.heard('0', '49')
    for (const at of [0, 25, 49]) writeFileSync(join(root, `${at}/x.md`), '22')
    const heard = ear.heard('0', '25', '49')
    for (let slice = 0; slice < 500; slice++) await look(0.1)
    expect(await heard).toEqual(['0', '25', '49'])
  })

  it('also one file that is the whole source', async () => {
    const { root, ear, look } = await polled({ 'log.md': '1' }, 3_600_000)
    await ear.heard('')
    writeFileSync(join(root, 'other.txt'), '2')
    expect(await look(1_000)).toBe(false)
  })
})

it('more folders than a source may watch are looked at instead', async () => {
  const root = plant({ 'a/x.md': '1', 'b/y.md': '1', 'c/z.md': '1' })
  const ear = new Ear()
  const stopper = new AbortController()
  const before = watchesOpen()
  const ended = watchFolder(treeOf(root), ear.changed, stopper.signal, { folders: 2 })
  expect(await ear.heard('')).toEqual(['', 'a', 'b', 'c'])
  await expect.poll(watchesOpen).toBeLessThanOrEqual(before)
  stopper.abort()
  await ended
})
