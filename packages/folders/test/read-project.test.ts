import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readProject } from '../src/read-project.ts'
import { scratchFolder, writeFiles } from '../../../test/scratch.ts'

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = scratchFolder()
  writeFiles(folder, files)
  return folder
}

const isManifest = (path: string): boolean => /(?:^|\/)(?:package\.json|go\.mod)$/.test(path)

it.each<[says: string, files: Readonly<Record<string, string | Uint8Array>>, found: readonly string[]]>([
  [
    'those at the root',
    { 'package.json': '{}', 'go.mod': 'module 潮汐', 'README.md': 'x' },
    ['go.mod', 'package.json'],
  ],
  [
    'those of its parts, the higher ones first',
    { 'a/b/package.json': '{}', 'z/package.json': '{}', 'package.json': '{}' },
    ['package.json', 'z/package.json', 'a/b/package.json'],
  ],
  [
    'none of what is not its own',
    {
      'node_modules/x/package.json': '{}',
      '.git/package.json': '{}',
      'vendor/go.mod': 'x',
      'dist/package.json': '{}',
    },
    [],
  ],
  [
    'none that lies very deep',
    { 'a/b/c/d/package.json': '{}', 'a/b/c/d/e/package.json': '{}' },
    ['a/b/c/d/package.json'],
  ],
  ['none that is no text', { 'package.json': new Uint8Array([0, 1, 2, 0]) }, []],
  ['none', {}, []],
])('finds %s', async (_, files, found) => {
  expect([...(await readProject(folderOf(files), isManifest)).keys()]).toEqual(found)
})

it('reading a project follows no link', async () => {
  const outside = folderOf({ 'package.json': '{"name":"secret"}', 'sub/package.json': '{}' })
  const folder = folderOf({ 'go.mod': 'module a' })
  symlinkSync(join(outside, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(outside, 'sub'), join(folder, 'sub'))
  expect([...(await readProject(folder, isManifest))]).toEqual([['go.mod', 'module a']])
})

it('finds nothing where there is no folder', async () =>
  expect((await readProject('/nowhere/of/this/kind', isManifest)).size).toBe(0))

it('reads no more than some hundreds', async () => {
  const many = Object.fromEntries(Array.from({ length: 520 }, (_, at) => [`p${at}/go.mod`, 'module a']))
  expect((await readProject(folderOf(many), isManifest)).size).toBe(500)
})
