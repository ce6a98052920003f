import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRefusal, type Feed, type ListedItem, type RawItem } from '@wuku/core/ports/feed'
import type { Problem } from '@wuku/core/core-types'
import { add, feedOf, plant, see } from './trees.ts'

const named = (path: string): ListedItem => ({ path, stamp: '', bytes: 0, modifiedAt: 0 })

/** What comes back for a path that must not be read: the sentence, never bytes. */
async function refusalOf(feed: Feed, path: string): Promise<string> {
  const read: RawItem | Problem = await feed.read(named(path))
  expect(await feed.stamp(path)).toBeUndefined()
  return isRefusal(read) ? String(read.said) : 'it was read'
}

describe('paths that lead out are neither read nor stamped', () => {
  const notInside = 'It is not a file of this folder.'
  const gone = 'It was removed while it was being read.'
  it.each([
    ['../secret.md', notInside],
    ['../../../../../../etc/passwd', notInside],
    ['/etc/passwd', notInside],
    ['sub/../../secret.md', notInside],
    ['sub/./a.md', notInside],
    ['./a.md', notInside],
    ['a.md/', notInside],
    ['', notInside],
    ['a.md\0.png', notInside],
    ['../notes-private/a.md', notInside],
    ['~/.ssh/id_rsa', 'Its name suggests keys or passwords; it is not read.'],
    ['..\\secret.md', gone],
    ['%2e%2e%2fsecret.md', gone],
    ['..%c0%afsecret.md', gone],
    ['a.md.', gone],
    ['file:///etc/passwd', notInside],
    ['\\\\host\\share\\a.md', gone],
    ['C:\\a.md', gone],
    ['a.md/deeper', gone],
    ['sub', 'It is now something else, not a file.'],
    ['x'.repeat(5_000), 'It cannot be read (ENAMETOOLONG).'],
  ])('%j', async (path, said) => {
    const root = plant({ 'a.md': 'a', 'sub/a.md': 'a', '../secret.md': 'secret', '../notes-private/a.md': 'secret' })
    expect(await refusalOf(feedOf(root), path)).toBe(said)
  })
})

describe('links that leave the root', () => {
  it('are reported when they might hold what is wanted, and do not say where they lead', async () => {
    const root = plant({
      '../outside/x.md': '',
      '../notes-private/x.md': '',
      'file.md': { link: '../outside/x.md' },
      folder: { link: '../outside' },
      'picture.png': { link: '../outside/x.md' },
      sibling: { link: '../notes-private' },
    })
    const said = 'It is a link to a place outside the folder.'
    expect(await see(feedOf(root))).toEqual({
      items: [],
      skipped: ['picture.png: not matched by **/*.md'],
      problems: [`file.md: ${said}`, `folder: ${said}`, `sibling: ${said}`],
      complete: true,
    })
  })

  const moved = 'A link or another folder replaced it while it was being read.'
  it('are not read when a file was swapped for one after the listing', async () => {
    const root = plant({ '../outside.md': 'secret', 'a.md': 'a' })
    rmSync(join(root, 'a.md'))
    symlinkSync('../outside.md', join(root, 'a.md'))
    expect(await refusalOf(feedOf(root), 'a.md')).toBe(moved)
  })
  it('are not read when a folder was swapped for one after the listing', async () => {
    const root = plant({ '../outside/x.md': 'secret', 'sub/deep/x.md': 'a' })
    rmSync(join(root, 'sub/deep'), { recursive: true })
    symlinkSync('../../outside', join(root, 'sub/deep'))
    expect(await refusalOf(feedOf(root), 'sub/deep/x.md')).toBe(moved)
  })
  it('are not read even when they lead back inside', async () => {
    const root = plant({ 'a/x.md': 'a', b: { link: 'a' } })
    expect(await refusalOf(feedOf(root), 'b/x.md')).toBe(moved)
  })
  it('are not listed when asked for as a folder', async () => {
    const root = plant({ '../outside/x.md': '', out: { link: '../outside' } })
    expect((await see(feedOf(root), { folders: ['out'] })).items).toEqual([])
  })
})

describe('a folder that is swapped while its parent is listed', () => {
  /** More entries than are judged in one go: the listing is waiting when the test goes on. */
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`${i}.md`, '']))
  const said = 'sub: It was removed, or something else took its place.'

  it.each([
    ['for a link out', (sub: string) => symlinkSync('../outside', sub)],
    ['for a file', (sub: string) => writeFileSync(sub, '')],
    ['for nothing', () => undefined],
  ])('%s is a problem, and nothing may be removed', async (_, swap) => {
    const root = plant({ ...many, 'sub/x.md': '', '../outside/secret.md': '' })
    const listing = see(feedOf(root))
    renameSync(join(root, 'sub'), join(dirname(root), 'moved'))
    swap(join(root, 'sub'))
    const seen = await listing
    expect([seen.items.length, seen.problems, seen.complete]).toEqual([600, [said], false])
  })
})

describe('trees without end', () => {
  it('are walked to a depth, and what lies deeper is reported', async () => {
    const path = Array.from({ length: 64 }, (_, i) => `f${i}`).join('/')
    const root = plant({ [`${path}/in.md`]: '', [`${path}/too/deep.md`]: '' })
    mkdirSync(join(root, path, Array(336).fill('d').join('/')), { recursive: true })
    expect(await see(feedOf(root))).toEqual({
      items: [`${path}/in.md`],
      skipped: [],
      problems: [`${path}/d: It lies more than 64 folders deep.`, `${path}/too: It lies more than 64 folders deep.`],
      complete: true,
    })
  })

  it('are walked as far as the system allows paths to go', async () => {
    const half = Array<string>(10).fill('n'.repeat(250)).join('/')
    const root = plant({ 'a.md': '', [`${half}/`]: '', [`../other/${half}/`]: '' })
    /** Too long to be made, or taken away again, by one path. */
    renameSync(join(root, '../other'), join(root, half, 'other'))
    onTestFinished(() => void execFileSync('rm', ['-rf', root]))
    const seen = await see(feedOf(root))
    expect([seen.items, seen.problems.length, seen.complete]).toEqual([['a.md'], 1, true])
    expect(seen.problems[0]).toMatch(/: Its path is longer than the system allows\.$/)
  })
})

const inFolder = (root: string, name: Buffer): Buffer => Buffer.concat([Buffer.from(`${root}/`), name])

const illegible = 'Its name is not valid UTF-8, or contains control characters.'

describe('names that cannot be shown', () => {
  const broken = Buffer.from([0x66, 0xff, 0x2e, 0x6d, 0x64])
  it('are problems, files and folders', async () => {
    const root = plant({ 'a.md': '' })
    writeFileSync(inFolder(root, broken), '')
    mkdirSync(inFolder(root, Buffer.from([0xe4, 0xb8])))
    expect(await see(feedOf(root))).toEqual({
      items: ['a.md'],
      skipped: [],
      problems: [`f\uFFFD.md: ${illegible}`, `\uFFFD: ${illegible}`],
      complete: true,
    })
  })
  it('are problems too when they break lines or command a terminal', async () => {
    const root = plant({ 'a.md': '', 'b\n2. trusted.md': '', 'c\u001B[2J/d.md': '', 'e\u009B.md': '' })
    expect(await see(feedOf(root))).toEqual({
      items: ['a.md'],
      skipped: [],
      problems: [`b\uFFFD2. trusted.md: ${illegible}`, `c\uFFFD[2J: ${illegible}`, `e\uFFFD.md: ${illegible}`],
      complete: true,
    })
  })
  it('are told from a name that holds the sign for them', async () => {
    const root = plant({ 'f\uFFFD.md': 'a' })
    writeFileSync(inFolder(root, broken), 'b')
    const seen = await see(feedOf(root))
    expect([seen.items, seen.problems.length]).toEqual([['f\uFFFD.md'], 1])
  })
})

it('names of any other kind are ordinary', async () => {
  const names = [
    "'; DROP TABLE x; --.md",
    '-rf.md',
    '__proto__.md',
    '${x}.md',
    '\u202Eevil.md',
    '...md',
    '..md.md',
    'constructor',
  ]
  const tree = Object.fromEntries(names.map((name) => [name, name]))
  const root = plant({})
  add(root, tree)
  const feed = feedOf(root, { patterns: ['**/*'] })
  const { items } = await feed.list({})
  const read = await Promise.all(items.map((item) => feed.read(item)))
  const texts = read.map((item) => (isRefusal(item) ? item.said : Buffer.from(item.bytes).toString()))
  expect(texts).toEqual(names.filter((name) => !name.startsWith('.')).toSorted())
  expect(basename(root)).toBe('notes')
})

it('files of the kernel neither hang nor grow', async () => {
  const feed = feedOf('/proc/version')
  const [item] = (await feed.list({})).items
  expect(item && (await feed.read(item))).toMatchObject({ path: 'version', bytes: { length: 0 } })
})
