import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Kind } from '../../../../src/core/words.ts'
import { recogniseRoot } from '../../../../src/adapters/feeds/recognise.ts'
import { plant, type Tree } from './trees.ts'

const files = (count: number, ending: string): Tree =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`part/${at}${ending}`, '']))
const git = { '.git/HEAD': '' }

describe('a folder named without a kind', () => {
  const rows: readonly [says: string, tree: Tree, kind: Kind][] = [
    ['a repository', { ...git, 'a.ts': '', ...files(4, '.md') }, 'code'],
    ['a repository without a file', git, 'code'],
    ['a new repository with a page', { ...git, 'README.md': '' }, 'code'],
    ['a work tree, whose .git is a file', { '.git': 'gitdir: x', 'a.c': '' }, 'code'],
    ['a repository of pages', { ...git, ...files(20, '.md'), 'build.sh': '' }, 'notes'],
    ['a repository of pages and programs', { ...git, ...files(20, '.md'), ...files(8, '.py') }, 'code'],
    ['a repository of pages with a manifest', { ...git, ...files(20, '.md'), 'package.json': '{}' }, 'code'],
    ['a vault of notes kept in git', { ...git, '.obsidian/app.json': '', 'a.js': '' }, 'notes'],
    ['a Go module', { 'go.mod': '', ...files(9, '.md') }, 'code'],
    ['a C# project', { 'App.csproj': '' }, 'code'],
    ['mostly programs', { ...files(3, '.py'), 'README.md': '', 'a.json': '' }, 'code'],
    ['programs, and pictures without number', { 'a.py': '', ...files(30, '.png') }, 'code'],
    ['mostly pages', { ...files(3, '.md'), 'a.py': '' }, 'notes'],
    ['pages in Chinese', { '笔记/一.md': '', '笔记/二.txt': '' }, 'notes'],
    ['programs that an ignore file leaves out', { '.gitignore': 'part/', ...files(9, '.js'), 'a.md': '' }, 'notes'],
    ['installed packages beside a page', { 'node_modules/x/a.js': '', 'node_modules/x/b.js': '', 'a.md': '' }, 'notes'],
    ['nothing', {}, 'notes'],
  ]
  it.each(rows)('%s', async (_, tree, kind) => expect(await recogniseRoot(plant(tree))).toBe(kind))
})

describe('a file named without a kind', () => {
  it.each([
    ['plan.md', 'notes'],
    ['main.rs', 'code'],
    ['LICENSE', 'notes'],
  ])('%s', async (name, kind) => expect(await recogniseRoot(join(plant({ ...git, [name]: '' }), name))).toBe(kind))
})

it('takes what is gone for notes: the root itself is refused elsewhere', async () =>
  expect(await recogniseRoot('/nowhere/at/all')).toBe('notes'))
