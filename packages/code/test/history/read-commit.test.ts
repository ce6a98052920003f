import { expect, it } from 'vitest'
import { chunkHistory, parseHistory } from '../../src/history/commit-reader.ts'
import { readCommit, matchesFilter } from '../../src/history/read-commit.ts'
import { writePage, type PageCommit } from '@wuku/core/ports/history-page'

const commit: PageCommit = {
  sha: 'a1'.repeat(20),
  author: 'Zoë 王',
  at: Date.UTC(2024, 4, 1),
  subject: 'M src/odd.ts',
  body: 'Why: 银行很忙。\n\ncommit to it\n    set in',
  files: [
    { path: 'src/a b.ts', how: 'changed' },
    { path: 'src/new.ts', how: 'renamed', from: 'src/old.ts' },
  ],
}
const many = Array.from({ length: 60 }, (_, at) => ({ path: `f${at}`, how: 'added' as const }))

const readBack = (written: PageCommit) => {
  const [document] = parseHistory({
    path: '.git/history/0001',
    stamp: '',
    modifiedAt: 0,
    bytes: writePage([written]),
  }).items
  const [chunk] = document ? chunkHistory(document) : []
  return readCommit(document?.text.slice(chunk?.start, chunk?.end) ?? '')
}

it.each([
  [commit, { subject: commit.subject, body: commit.body, files: ['src/a b.ts', 'src/new.ts'], moreFiles: 0 }],
  [
    { ...commit, body: '', files: [] },
    { body: '', files: [] },
  ],
  [
    { ...commit, files: many },
    { files: many.slice(0, 50).map(({ path }) => path), moreFiles: 10 },
  ],
  [
    { ...commit, subject: '' },
    { subject: '', day: '2024-05-01' },
  ],
])('a commit comes back from the index as it went in', (written, expected) =>
  expect(readBack(written)).toMatchObject({ sha: written.sha, author: written.author, ...expected }),
)

it('other texts are no commit', () =>
  expect(['', 'commit x', 'a\nb'].map(readCommit)).toEqual([undefined, undefined, undefined]))

it.each([
  [{}, true],
  [{ author: 'zoe' }, true],
  [{ author: 'Ada' }, false],
  [{ since: '2024-05-01', until: '2024-05-01' }, true],
  [{ since: '2024-05-02' }, false],
  [{ since: '2024', until: '2024' }, true],
  [{ until: '2024-04' }, false],
  [{ path: 'src' }, true],
  [{ path: 'src/new.ts' }, true],
  [{ path: 'sr' }, false],
])('%j wants it: %s', (wanted, expected) => {
  const told = readBack(commit)
  expect(told && matchesFilter(told, wanted)).toBe(expected)
})
