import { hash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NewFile } from '@wuku/core/ports/feed'
import { feedOf, plant } from './trees.ts'

const bytes = new TextEncoder().encode('new\n')
const hashOf = (text: string): string => hash('sha256', text, 'hex')

const write = (root: string, file: Partial<NewFile> & Pick<NewFile, 'path'>): Promise<void> =>
  feedOf(root).replace?.({ bytes, ...file }) as Promise<void>

const everythingIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(
      (each) =>
        `${join(each.parentPath, each.name)}${each.isFile() ? ` ${readFileSync(join(each.parentPath, each.name), 'utf8')}` : ''}`,
    )
    .toSorted()

describe('a file that is written', () => {
  it('is made with its folders, and leaves no draft', async () => {
    const root = plant({ 'a.md': 'old' })
    await write(root, { path: 'x/y/b.md' })
    expect(everythingIn(root).map((each) => each.slice(root.length))).toEqual([
      '/a.md old',
      '/x',
      '/x/y',
      '/x/y/b.md new\n',
    ])
  })

  it('a file that is written keeps its mode', async () => {
    const root = plant({ 'a.md': 'old' })
    chmodSync(join(root, 'a.md'), 0o640)
    await write(root, { path: 'a.md', replaces: hashOf('old') })
    expect(lstatSync(join(root, 'a.md')).mode & 0o777).toBe(0o640)
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('new\n')
  })
})

describe('a write is refused and changes nothing', () => {
  it.each<[path: string, replaces: string | undefined, said: RegExp]>([
    ['a.md', undefined, /same time/],
    ['a.md', hashOf('other'), /same time/],
    ['gone.md', hashOf('old'), /same time/],
    ['../out.md', undefined, /not a file of this folder/],
    ['/tmp/out.md', undefined, /not a file of this folder/],
    ['x/../../out.md', undefined, /not a file of this folder/],
    ['x//b.md', undefined, /not a file of this folder/],
    ['x/\0.md', undefined, /not a file of this folder/],
    ['x/\n.md', undefined, /not a file of this folder/],
    ['.hidden.md', undefined, /hidden/],
    ['.git/b.md', undefined, /hidden/],
    ['b.png', undefined, /not matched/],
    ['ignored/b.md', undefined, /\.gitignore/],
    ['link/b.md', undefined, /link/],
    ['link.md', undefined, /link/],
    ['a.md/b.md', undefined, /./],
    ['.ssh/b.md', undefined, /./],
    ['folder.md', undefined, /folder/],
  ])('%j', async (path, replaces, said) => {
    const root = plant({ 'a.md': 'old', '.gitignore': 'ignored/\n', 'folder.md/': '' })
    const outside = join(dirname(root), 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'secret.md'), 'outside')
    symlinkSync(outside, join(root, 'link'))
    symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'))
    const before = everythingIn(dirname(root))
    await expect(write(root, { path, replaces })).rejects.toThrow(said)
    expect(everythingIn(dirname(root))).toEqual(before)
  })

  it('when it is larger than a file may be', async () => {
    const root = plant({})
    await expect(write(root, { path: 'a.md', bytes: new Uint8Array(1025) })).rejects.toThrow(/limit/)
    expect(readdirSync(root)).toEqual([])
  })

  it('for any path: whatever it is, nothing beside the root is touched', async () => {
    const root = plant({})
    const outside = join(dirname(root), 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(root, 'out'))
    const segment = fc.constantFrom('..', '.', '', 'out', 'a', 'b.md', '\0', '~', '/', '\\..', 'C:')
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 5 }), async (segments) => {
        await write(root, { path: segments.join('/') }).catch(() => {})
        expect(readdirSync(dirname(root)).toSorted()).toEqual(['notes', 'outside'])
        expect(readdirSync(outside)).toEqual([])
      }),
    )
  })
})
