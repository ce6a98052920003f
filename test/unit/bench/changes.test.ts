import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { changesAfter } from '../../../bench/changes/commits.ts'
import { isLong, scoreLong } from '../../../bench/changes/long.ts'
import { askPack, scorePack } from '../../../bench/changes/packs.ts'
import { isSourcePath } from '../../../bench/changes/source-paths.ts'
import { scratchFolder, writeFiles } from '../../scratch.ts'

let folder = ''
beforeEach(() => void (folder = scratchFolder()))

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    encoding: 'utf8',
  }).trim()

function commit(files: Readonly<Record<string, string>>, message: string): string {
  writeFiles(folder, files)
  git('add', '--all')
  git('commit', '--quiet', '--message', message)
  return git('rev-parse', 'HEAD')
}

it('asks about commits whose files are still as the tree has them', async () => {
  git('init', '--quiet')
  const base = commit({ 'src/ebb.ts': 'a\nb\nc\n', 'src/flood.ts': 'a\n', 'test/ebb.test.ts': 'a\n' }, 'Begin')
  commit(
    { 'src/ebb.ts': 'a\nB\nc\n', 'test/ebb.test.ts': 'b\n' },
    'The ebb comes late again\n\nAt night.\n\nSigned-off-by: a',
  )
  commit({ 'src/ebb.ts': 'a\nB\nC\n' }, 'The ebb is changed again')
  commit({ 'src/flood.ts': 'a\nb\n' }, 'typo in the flood of words')
  const tip = commit({ 'docs/ebb.md': 'a\n' }, 'Tell more about the ebb')
  expect(await changesAfter({ clone: join(folder, '.git'), base, tip })).toMatchObject([
    {
      subject: 'The ebb comes late again',
      body: 'At night.',
      files: [{ path: 'src/ebb.ts', lines: [{ start: 2, end: 2 }] }],
    },
  ])
})

it.each([
  ['src/tide.ts', true],
  ['lib/tide.rb', true],
  ['tests/tide.py', false],
  ['src/tide.test.ts', false],
  ['docs/tide.md', false],
])('%s is source code: %s', (path, expected) => expect(isSourcePath(path)).toBe(expected))

describe('a pack', () => {
  const task = {
    kind: 'message' as const,
    text: 'x',
    files: [
      { path: 'a.ts', lines: [{ start: 3, end: 4 }] },
      { path: 'b.ts', lines: [{ start: 1, end: 2 }] },
    ],
  }
  const answer = {
    primaryResults: [
      {
        path: 'a.ts',
        startLine: 1,
        snippetStartLine: 2,
        snippet: 'two\nthree',
        more: [{ startLine: 9, snippet: 'nine' }],
      },
    ],
    suggestedPaths: ['b.ts:1-2'],
  }
  it('is judged by what it names, and by the lines that it shows', async () => {
    const tools = {
      call: () => Promise.reject(new Error('nobody asks')),
      told: async () => ({ output: answer, told: answer }),
    }
    const score = scorePack(task, await askPack(tools, 'x', 4_000))
    expect(score).toMatchObject({ named: 1, files: 0.5, lines: 0.25 })
    expect(score.code).toBeGreaterThan(0)
  })
})

it('holds a long question against its best line', async () => {
  const text = 'The tide is wrong\nits ebb comes late at night\n'.padEnd(200, 'and so on ')
  const task = { kind: 'message' as const, text, files: [{ path: 'ebb.ts', lines: [] }] }
  expect(isLong(task)).toBe(true)
  const ask = async (query: string) =>
    (query.startsWith('its ebb') ? ['ebb.ts'] : ['tide.ts', 'ebb.ts']).map((path) => ({ path, text: '' }))
  expect(await scoreLong(task, ask)).toEqual({ whole: 1 / Math.log2(3), first: 1 / Math.log2(3), best: 1 })
})
