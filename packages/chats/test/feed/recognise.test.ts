import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Kind } from '@wuku/core/core-types'
import { chatPlaceOf } from '../../src/feed/chat-places.ts'
import { recogniseRoot } from '../../src/feed/recognise.ts'
import { plant, type Tree } from '../../../folders/test/trees.ts'

const files = (count: number, ending: string): Tree =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`part/${at}${ending}`, '']))
const git = { '.git/HEAD': '' }
const kindOf = async (...given: Parameters<typeof recogniseRoot>) => (await recogniseRoot(...given)).kind

it.each<[says: string, tree: Tree, kind: Kind]>([
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
])('a folder named without a kind: %s', async (_, tree, kind) => expect(await kindOf(plant(tree))).toBe(kind))

it.each<[says: string, tree: Tree, other: Kind | undefined]>([
  ['a folder of pages and some programs', { ...files(3, '.md'), 'a.py': '', 'b.py': '' }, 'code'],
  ['programs and some pages', { ...files(3, '.py'), 'a.md': '', 'b.md': '' }, 'notes'],
  ['pages', files(3, '.md'), undefined],
  ['pages and a program among many', { ...files(9, '.md'), 'a.py': '' }, undefined],
  ['pictures', files(3, '.png'), undefined],
  ['a Go module', { 'go.mod': '', ...files(9, '.md') }, undefined],
])('what a folder may be as well: %s', async (_, tree, other) =>
  expect((await recogniseRoot(plant(tree))).mayBe).toBe(other),
)

const session = '0b5e1c2d-0000-4000-8000-123456789abc'
const rollout = `rollout-2026-01-02T03-04-05-${session}`

describe('a folder in which agents keep conversations', () => {
  const isExport = async (file: string): Promise<boolean> => file.endsWith('/export.zip')
  it.each<[says: string, tree: Tree, kind: Kind, patterns?: readonly string[]]>([
    [
      'of Claude Code',
      { [`projects/-home-ada-shop/${session}.jsonl`]: '', 'settings.json': '{}', 'todos/a.json': '', 'CLAUDE.md': '' },
      'chats',
      ['projects/**'],
    ],
    ['projects of Claude Code', { [`-home-ada-shop/${session}.jsonl`]: '' }, 'chats'],
    ['projects of Claude Code on Windows', { [`C--src-shop/${session}.jsonl`]: '' }, 'chats'],
    [
      'of Codex',
      { [`sessions/2026/01/02/${rollout}.jsonl`]: '', 'auth.json': '', 'config.toml': '' },
      'chats',
      ['sessions/**', 'archived_sessions/**'],
    ],
    ['sessions of Codex', { [`2026/01/02/${rollout}.jsonl.zst`]: '' }, 'chats'],
    ['of Gemini CLI', { 'tmp/shop/chats/session-1.json': '', 'settings.json': '' }, 'chats', ['tmp/**']],
    [
      'of Cursor',
      { 'globalStorage/state.vscdb': '', 'settings.json': '' },
      'chats',
      ['globalStorage/state.vscdb', 'workspaceStorage/*/state.vscdb'],
    ],
    ['with the database of Cursor', { 'state.vscdb': '', 'storage.json': '' }, 'chats', ['state.vscdb']],
    [
      "of Cursor's CLI",
      { 'projects/shop/agent-transcripts/a.txt': '', 'chats/0b5e/1c2d/store.db': '' },
      'chats',
      ['chats/**/store.db', 'projects/*/agent-transcripts/**'],
    ],
    ['of OpenCode', { 'opencode.db': '', 'log/a.log': '' }, 'chats', ['opencode*.db', 'storage/**']],
    ['with exports', { 'export.zip': '', 'read me.md': '' }, 'chats'],
    [
      'with an export that was unpacked',
      { 'conversations.json': '[{"title":"潮汐","mapping":{}}]', 'user.json': '{}', 'chat.html': '' },
      'chats',
      ['conversations*.json*'],
    ],
    ['with an archive of another kind', { 'photos.zip': '', 'read me.md': '' }, 'notes'],
    ['a repository with a history of aider', { ...git, '.aider.chat.history.md': '', 'a.py': '' }, 'code'],
    ['a repository with transcripts', { ...git, [`-x/${session}.jsonl`]: '', 'a.py': '' }, 'code'],
    ['a folder with lines of data', { 'projects/a/b.jsonl': '', 'sessions/a.jsonl': '', 'a.md': '' }, 'notes'],
  ])('%s', async (_, tree, kind, patterns) => {
    const root = plant(tree)
    expect(await kindOf(root, isExport)).toBe(kind)
    expect(chatPlaceOf(root)?.patterns).toEqual(patterns)
  })
})

it.each<[name: string, text: string, kind: Kind]>([
  [`${session}.jsonl`, '{"type":"user","sessionId":"x","parentUuid":null}', 'chats'],
  [`${rollout}.jsonl`, '', 'chats'],
  ['.aider.chat.history.md', '# aider', 'chats'],
  ['app.db', 'known', 'chats'],
  ['other.db', 'other', 'notes'],
  ['data.jsonl', '{"id":1}', 'notes'],
])('a file of conversations: %s', async (name, text, kind) =>
  expect(await kindOf(join(plant({ [name]: text }), name), async (file) => file.endsWith('/app.db'))).toBe(kind),
)

it.each([
  ['plan.md', 'notes'],
  ['main.rs', 'code'],
  ['LICENSE', 'notes'],
])('a file named without a kind: %s', async (name, kind) =>
  expect(await kindOf(join(plant({ ...git, [name]: '' }), name))).toBe(kind),
)

it('takes what is gone for notes: the root itself is refused elsewhere', async () =>
  expect(await kindOf('/nowhere/at/all')).toBe('notes'))
