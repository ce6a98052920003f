import { execFileSync } from 'node:child_process'
import { mkdir, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFolder } from '../../../src/origins/folder/open-folder-origin.ts'
import type { FolderOrigin, DownloadRequest } from '@wuku/core/ports/origins'
import { drain, failureOf, haulRequest, told } from '../hosts/hauls.ts'
import { scratchFolder, writeFiles } from '../../../../../test/scratch.ts'

type Tree = Readonly<Record<string, string | Uint8Array>>

async function withTree<T>(tree: Tree, work: (root: string) => Promise<T>): Promise<T> {
  const root = join(scratchFolder(), 'Docs 文档')
  await mkdir(root)
  writeFiles(root, tree)
  return work(root)
}

const download = (root: string, spec: Partial<FolderOrigin> = {}, request: Partial<DownloadRequest> = {}) =>
  drain(openFolder({ type: 'folder', root, ...spec }), haulRequest(request))

describe('a folder', () => {
  it.each<[says: string, tree: Tree, expected: readonly string[], spec?: Partial<FolderOrigin>]>([
    [
      'gives documents and what they quote or show, by name',
      { 'b.md': '', 'a/潮汐 🌊.md': '', 'a/x.py': 'x', 'logo.png': '' },
      ['aside a/x.py', 'document a/潮汐 🌊.md', 'document b.md', 'aside logo.png'],
    ],
    ['gives nothing when it is empty', {}, []],
    [
      'is not entered where it is hidden or of packages',
      { '.git/a.md': '', '.hidden/a.md': '', 'x/node_modules/y/a.md': '', '.a.md': '' },
      ['document .a.md'],
    ],
    [
      'gives what a repository would leave out',
      { 'test/a.md': '', 'CHANGELOG.md': '', 'zh/a.md': '' },
      ['document CHANGELOG.md', 'document test/a.md', 'document zh/a.md'],
    ],
    ['heeds patterns', { 'a.md': '', 'b/c.rst': '' }, ['document a.md', 'aside b/c.rst'], { patterns: ['**/*.md'] }],
    ['heeds excludes', { 'a.md': '', 'drafts/c.md': '' }, ['document a.md'], { exclude: ['drafts/'] }],
    ['passes over binary asides', { 'a.c': Uint8Array.of(1, 0, 1) }, []],
  ])('%s', (_, tree, expected, spec) =>
    withTree(tree, async (root) => expect(told((await download(root, spec)).found)).toEqual(expected)),
  )

  it('gives bytes as they are', () =>
    withTree({ 'a.md': '# 潮汐\r\n👩‍👩‍👧' }, async (root) => {
      const [file] = (await download(root)).found
      expect(file && 'bytes' in file && Buffer.from(file.bytes).toString()).toBe('# 潮汐\r\n👩‍👩‍👧')
    }))
  it('says what did not change', () =>
    withTree({ 'a.md': 'one', 'b.md': 'one', 'c.md': 'one' }, async (root) => {
      const { found } = await download(root)
      const known = new Map(found.flatMap((each) => ('validator' in each ? [[each.path, each.validator ?? '']] : [])))
      await writeFile(join(root, 'a.md'), 'longer')
      await utimes(join(root, 'b.md'), 1, 1)
      expect(told((await download(root, {}, { known })).found)).toEqual([
        'document a.md',
        'document b.md',
        'unchanged c.md',
      ])
    }))
  it('is called after itself', () =>
    withTree({}, async (root) =>
      expect(await openFolder({ type: 'folder', root }).inspect(new AbortController().signal)).toEqual({
        name: 'Docs 文档',
        slug: '/local/docs-文档',
        description: '',
      }),
    ))
  it('a folder has no releases', async () =>
    expect(await openFolder({ type: 'folder', root: '/' }).releases(new AbortController().signal)).toEqual([]))
})

describe('what is refused', () => {
  it('a file of 2 GB, which is never read', () =>
    withTree({ 'huge.md': '', 'a.md': '' }, async (root) => {
      await truncate(join(root, 'huge.md'), 2 * 1024 ** 3)
      const { found } = await download(root)
      expect(found).toMatchObject([
        { path: 'a.md' },
        { is: 'refused', path: 'huge.md', said: 'It has 2048.0 MB; the limit is 1.0 MB.' },
      ])
    }))
  it('links out of it, links to nothing, and what hangs', () =>
    withTree({ 'a.md': '', 'in/b.md': '' }, async (root) => {
      await writeFile(join(root, '..', 'secret.md'), 'secret')
      await symlink(join(root, '..', 'secret.md'), join(root, 'out.md'))
      await symlink(join(root, '..'), join(root, 'up'))
      await symlink('nowhere.md', join(root, 'broken.md'))
      await symlink('in/b.md', join(root, 'inside.md'))
      await symlink('..', join(root, 'in', 'circle'))
      execFileSync('mkfifo', [join(root, 'pipe.md')])
      const { found, facts } = await download(root)
      expect(told(found)).toEqual(['document a.md', 'refused broken.md', 'document in/b.md', 'refused out.md'])
      expect(facts.leftOut).toBe(1)
    }))
  it('a second of two whose paths are one elsewhere', () =>
    withTree({ 'A.md': '', 'a.md': '' }, async (root) =>
      expect(told((await download(root)).found)).toEqual(['document A.md', 'refused a.md']),
    ))
})

describe('one file', () => {
  it('is all there is', () =>
    withTree({ 'guide.md': '# Guide', 'b.md': '' }, async (root) => {
      const origin = openFolder({ type: 'folder', root: join(root, 'guide.md') })
      expect(told((await drain(origin, haulRequest())).found)).toEqual(['document guide.md'])
      expect((await origin.inspect(new AbortController().signal)).name).toBe('guide')
    }))
  it('that is no document is refused with a reason', () =>
    withTree({ 'a.png': '' }, async (root) =>
      expect(told((await download(join(root, 'a.png'))).found)).toEqual(['refused a.png']),
    ))

  it.each<[name: string, code: string]>([
    ['docs.zip', 'bad-input'],
    ['docs.TAR.GZ', 'bad-input'],
    ['missing', 'root-missing'],
    ['link', 'root-missing'],
  ])('%s: %s', (name, code) =>
    withTree({ 'docs.zip': '', 'docs.TAR.GZ': '', 'a.md': '' }, async (root) => {
      await symlink('a.md', join(root, 'link'))
      expect(await failureOf(() => download(join(root, name)))).toMatchObject({ code })
    }),
  )
  it('stops when it is told to', () =>
    withTree({ 'a.md': '' }, async (root) =>
      expect(await failureOf(() => download(root, {}, { signal: AbortSignal.abort() }))).toMatchObject({
        code: 'cancelled',
      }),
    ))
})
