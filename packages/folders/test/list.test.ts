import { renameSync, utimesSync, writeFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FolderOptions } from '../src/folder.ts'
import { feedOf, plant, see, type Seen, type Tree } from './trees.ts'

/** Parts that a row does not name are empty, and the listing is complete. */
async function check(tree: Tree, expected: Partial<Seen>, options: Partial<FolderOptions> = {}): Promise<void> {
  const seen = await see(feedOf(plant(tree), options))
  expect(seen).toEqual({ items: [], skipped: [], problems: [], complete: true, ...expected })
}

const unmatched = 'not matched by **/*.md'

describe('what patterns take', () => {
  it('files at every depth, in the order of their paths', () =>
    check(
      { 'b.md': '', 'a/z.md': '', 'a-b.md': '', 'a/deep/er/c.md': '' },
      { items: ['a-b.md', 'a/deep/er/c.md', 'a/z.md', 'b.md'] },
    ))
  it('endings in any case, Chinese names and names with spaces', () =>
    check({ 'README.MD': '', '笔记 一.md': '' }, { items: ['README.MD', '笔记 一.md'] }))
  it('folders called build, dist, vendor and target', () =>
    check(
      { 'build/a.md': '', 'dist/a.md': '', 'target/a.md': '', 'vendor/a.md': '' },
      { items: ['build/a.md', 'dist/a.md', 'target/a.md', 'vendor/a.md'] },
    ))
  it('and name what they do not', () =>
    check(
      { 'a.md': '', 'b.txt': '', 'c.png': '' },
      { items: ['a.md', 'b.txt'], skipped: ['c.png: not matched by **/*.md, **/*.txt'] },
      { patterns: ['**/*.md', '**/*.txt'] },
    ))
  it('all but what a pattern with ! leaves out', () =>
    check(
      { 'a.md': '', 'b.md': '' },
      { items: ['a.md'], skipped: ['b.md: excluded by b.md'] },
      { patterns: ['**/*.md', '!b.md'] },
    ))
  it('nothing of an empty folder', () => check({ 'empty/': '' }, {}))
})

describe('what is left out', () => {
  it('by exclude globs, folders whole', () =>
    check(
      { 'drafts/a.md': '', 'old/b.md': '', 'x.tmp.md': '' },
      { skipped: ['drafts/: excluded by drafts/**', 'old/: excluded by old/', 'x.tmp.md: excluded by **/*.tmp.md'] },
      { exclude: ['drafts/**', 'old/', '**/*.tmp.md'] },
    ))
  it('hidden files and folders, installed packages, git', () =>
    check(
      {
        '.a.md': '',
        '.git/HEAD': '',
        '.obsidian/b.md': '',
        'node_modules/x/c.md': '',
        'sub/.git': 'gitdir: elsewhere',
      },
      {
        skipped: [
          '.a.md: hidden',
          ".git/: git's own data",
          '.obsidian/: hidden',
          'node_modules/: installed packages',
          'sub/.git: hidden',
        ],
      },
    ))
  it('links to what is taken anyway, also in a circle', () =>
    check(
      { 'a/x.md': '', 'a/again.md': { link: 'x.md' }, 'a/up': { link: '..' }, b: { link: 'a' } },
      {
        items: ['a/x.md'],
        skipped: [
          'a/again.md: link to a/x.md, which is indexed under its own path',
          'a/up: link to the folder itself, which is indexed under its own path',
          'b: link to a, which is indexed under its own path',
        ],
      },
    ))
})

describe('what is refused', () => {
  it('files over the limit, with both sizes', () =>
    check(
      { 'long.md': { sparse: 10 * 1024 ** 3 }, 'fits.md': { sparse: 1024 } },
      { items: ['fits.md'], problems: ['long.md: It has 10.0 GB; the limit is 1.0 KB.'] },
    ))
  it('FIFOs, of any name', () =>
    check(
      { pipe: 'fifo:', 'pipe.md': 'fifo:' },
      { problems: ['pipe: It is a FIFO, not a file.', 'pipe.md: It is a FIFO, not a file.'] },
    ))
  it('links to nothing and links in a circle', () =>
    check(
      { 'gone.md': { link: 'nowhere.md' }, 'loop.md': { link: 'loop.md' }, 'gone.png': { link: 'nowhere.png' } },
      {
        skipped: [`gone.png: ${unmatched}`],
        problems: ['gone.md: It is a broken link.', 'loop.md: It is a link that leads back to itself.'],
      },
    ))
  it('and each tells what to do', async () => {
    const { problems } = await feedOf(plant({ 'pipe.md': 'fifo:', 'long.md': { sparse: 2048 } })).list({})
    expect(problems.map(({ remedy }) => remedy)).toEqual([
      'Split it, or raise limits.fileBytes in the settings.',
      'List it in .wukuignore to hide this message.',
    ])
  })
})

describe('a root that is one file', () => {
  it('is taken whatever its name and its folder say', async () => {
    const root = plant({ '.gitignore': '*', 'plan.log': 'text' })
    expect(await see(feedOf(join(root, 'plan.log')))).toEqual({
      items: ['plan.log'],
      skipped: [],
      problems: [],
      complete: true,
    })
  })
  it('is the only thing that can be read', async () => {
    const root = plant({ 'a.md': 'a', 'b.md': 'b' })
    const feed = feedOf(join(root, 'a.md'))
    expect([await feed.stamp('a.md'), await feed.stamp('b.md')]).toEqual([expect.any(String), undefined])
  })
  it('is refused when it is a secret', async () => {
    const seen = await see(feedOf(join(plant({ '.env': 'TOKEN=1' }), '.env')))
    expect(seen.problems).toEqual(['.env: Its name suggests keys or passwords; it is not read.'])
  })
})

describe('a listing that broke off', () => {
  const gone = {
    items: [],
    skipped: [],
    problems: ['.: The folder does not exist, or cannot be read.'],
    complete: false,
  }

  it('because the root is gone', async () => expect(await see(feedOf('/nowhere/at/all'))).toEqual(gone))
  it('because the root is a link now', async () => {
    const root = plant({ 'elsewhere/a.md': '', linked: { link: 'elsewhere' } })
    expect(await see(feedOf(join(root, 'linked')))).toEqual(gone)
  })
  it('because it was stopped', async () => {
    const seen = await see(feedOf(plant({ 'a/b.md': '' })), { signal: AbortSignal.abort() })
    expect(seen.complete).toBe(false)
  })
  it('because the root was replaced meanwhile', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_200 }, (_, i) => [`${i}.md`, '']))
    const root = plant(many)
    const listing = see(feedOf(root))
    renameSync(root, join(dirname(root), 'moved'))
    const seen = await listing
    expect([seen.complete, seen.problems]).toEqual([false, ['.: The folder was replaced while it was being listed.']])
  })
})

describe('only some folders', () => {
  const tree: Tree = {
    '.gitignore': 'private/\n*.log.md',
    'top.md': '',
    'a/one.md': '',
    'a/two.log.md': '',
    'a/deep/three.md': '',
    'private/four.md': '',
  }
  it.each<[string, readonly string[], readonly string[]]>([
    ['a folder, not deeper', ['a'], ['a/one.md']],
    ['the root itself', [''], ['top.md']],
    ['several, one of them twice', ['a/deep', '', 'a/deep'], ['a/deep/three.md', 'top.md']],
    ['an ignored one holds nothing', ['private'], []],
    ['one that is gone holds nothing', ['gone', 'gone/deeper'], []],
    ['paths out of the root are no folders', ['..', '../notes', '/etc', 'a/../a', 'a\0'], []],
  ])('%s', async (_, folders, items) => {
    const seen = await see(feedOf(plant(tree)), { folders })
    expect([seen.items, seen.problems, seen.complete]).toEqual([items, [], true])
  })
})

describe('a stamp', () => {
  it('is the same in a listing and when asked alone', async () => {
    const feed = feedOf(plant({ 'a.md': 'a' }))
    const [item] = (await feed.list({})).items
    expect(await feed.stamp('a.md')).toBe(item?.stamp)
  })
  it('notices a rewrite that keeps size and modification time', async () => {
    const root = plant({ 'a.md': 'old' })
    const feed = feedOf(root)
    const before = await feed.stamp('a.md')
    const { atime, mtime } = statSync(join(root, 'a.md'))
    writeFileSync(join(root, 'a.md'), 'new')
    utimesSync(join(root, 'a.md'), atime, mtime)
    expect(await feed.stamp('a.md')).not.toBe(before)
  })
  it('is absent for what is gone or no file', async () => {
    const feed = feedOf(plant({ 'folder.md/': '', 'link.md': { link: 'a.md' }, 'a.md': '', 'pipe.md': 'fifo:' }))
    const stamps = await Promise.all(
      ['folder.md', 'link.md', 'pipe.md', 'gone.md', 'a.md/x'].map((path) => feed.stamp(path)),
    )
    expect(stamps).toEqual(Array(5).fill(undefined))
  })
})
