import type { Parsed } from '@wuku/core/core-types'
import type { RawItem } from '@wuku/core/ports/feed'
import { pageLength, pageOfPath, readPage, type FileChange, type PageCommit } from '@wuku/core/ports/history-page'
import type { TouchedFile } from '@wuku/core/ports/history'
import type { DraftChunk, DraftDocument, Mark } from '@wuku/core/ports/source-reader'
import { createLineIndex } from '@wuku/text/markdown/line-index'

/** Grows when pages of commits give other texts or chunks. */
export const historyVersion = 2

/**
 * A page of commits as a document: a commit is a chunk, its message and the files that it touched are its words, and what
 * it changed in them stands aside.
 */
export function parseHistory({ path, bytes }: RawItem): Parsed<DraftDocument> {
  const commits = readPage(bytes)
  if (commits.length === 0) return { items: [], problems: [] }
  const first = ((pageOfPath(path) ?? 1) - 1) * pageLength + 1
  const title = `Commits ${first}-${first + commits.length - 1}`
  const text = commits.map(commitText).join('\n')
  return { items: [{ path, title, text, meta: { language: null, role: 'history' } }], problems: [] }
}

/** Files that are listed; those of a larger commit say nothing about it. */
const MAX_FILES = 50

/**
 * Only the first line of a commit begins with its sign: a message is set in, a file begins with what was done to it, a change
 * with a sign of its own.
 */
function commitText({ sha, author, at, subject, body, files, changes = [] }: PageCommit): string {
  const day = Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : ''
  const message = body === '' ? [] : ['', ...body.split('\n').map((line) => (line === '' ? '' : `    ${line}`))]
  const more = files.length > MAX_FILES ? [`and ${files.length - MAX_FILES} more files`] : []
  const touched = files.length === 0 ? [] : ['', ...files.slice(0, MAX_FILES).flatMap(fileLines), ...more]
  const changed = changes.length === 0 ? [] : ['', ...changes.flatMap(changeLines)]
  return [`commit ${sha} ${day} ${author}`, subject, ...message, ...touched, ...changed, ''].join('\n')
}

const letters: Readonly<Record<TouchedFile['how'], string>> = { added: 'A', changed: 'M', removed: 'D', renamed: 'R' }

const fileLines = ({ path, how, from }: TouchedFile): readonly string[] => [
  `${letters[how] ?? 'M'} ${path}`,
  ...(from === undefined ? [] : [`  was ${from}`]),
]

const changeLines = ({ path, names, lines }: FileChange): readonly string[] => [
  `${CHANGE}${[path, ...names].join(' ')}`,
  ...lines.filter((line) => /^[-+] \S/.test(line) && !line.includes('\n')),
]

const CHANGE = '@ '

/** One for each commit; the anchor is its hash. */
export function chunkHistory({ text }: DraftDocument): readonly DraftChunk[] {
  const lines = text.split('\n')
  const heads = commitLines(lines)
  const { startOf } = createLineIndex(text)
  return heads.map((head, at) => {
    const next = heads[at + 1] ?? lines.length
    const end =
      head +
      Math.max(
        0,
        lines.slice(head, next).findLastIndex((line) => line !== ''),
      )
    const own = lines.slice(head, end + 1)
    const sha = commitSign.exec(own[0] ?? '')?.[1] ?? ''
    const changes = own.findIndex((line, place) => place > 1 && line.startsWith(CHANGE))
    return {
      start: startOf(head + 1),
      end: startOf(end + 1) + (lines[end] ?? '').length,
      line: head + 1,
      endLine: end + 1,
      headings: [own[1] ?? ''].filter((subject) => subject !== ''),
      anchor: sha,
      marks: marksOf(sha, own.slice(2)),
      ...(changes > 0 && { aside: startOf(head + changes + 1) }),
    }
  })
}

const commitSign = /^commit ([0-9a-f]{40,64}) /

/** The line after such a line is a subject, which may say anything. */
function commitLines(lines: readonly string[]): readonly number[] {
  const heads: number[] = []
  for (const [at, line] of lines.entries()) if (commitSign.test(line) && heads.at(-1) !== at - 1) heads.push(at)
  return heads
}

/** Under which a commit is found whatever its words are: its hash and each path that it touched, old names too. */
function marksOf(sha: string, lines: readonly string[]): readonly Mark[] {
  const paths = new Set(lines.flatMap((line) => /^(?:[AMDR] | {2}was )(.+)$/.exec(line)?.slice(1) ?? []))
  return [
    { family: 'sha', value: sha, weight: 1 },
    ...[...paths].map((value) => ({ family: 'file', value, weight: 1 })),
  ]
}
