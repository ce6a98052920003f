import { isSourcePath } from './source-paths.ts'
import { git } from './git.ts'

/** A commit after the tree that is asked about, whose files are there as they were before it. */
export interface Change {
  readonly commit: string
  readonly subject: string
  /** Without trailers and lists of people. */
  readonly body: string
  readonly files: readonly ChangedFile[]
}

export interface ChangedFile {
  readonly path: string
  /** Lines of the tree that it replaced, or between which it put others; from 1, both ends included. */
  readonly lines: readonly { readonly start: number; readonly end: number }[]
}

export interface Span {
  /** Folder of git. */
  readonly clone: string
  readonly base: string
  readonly tip: string
}

const MOST_FILES = 6
const SHORTEST_SUBJECT = 15

/** Oldest first. Only commits that change source files that nobody changed since the base. */
export async function changesAfter({ clone, base, tip }: Span): Promise<readonly Change[]> {
  const log = await git([
    '--git-dir',
    clone,
    'log',
    '--reverse',
    '--no-merges',
    '--no-renames',
    '--name-status',
    `--format=${FORMAT}`,
    `${base}..${tip}`,
  ])
  const touched = new Set<string>()
  const changes: Change[] = []
  for (const record of log.split(BEGIN).slice(1)) {
    const { commit, subject, body, changed } = readCommit(record)
    const source = changed.filter(({ path }) => isSourcePath(path))
    const isAsked =
      source.length > 0 &&
      source.length <= MOST_FILES &&
      source.every(({ path, status }) => status === 'M' && !touched.has(path)) &&
      subject.length >= SHORTEST_SUBJECT &&
      !UNTOLD.test(subject)
    for (const { path } of changed) touched.add(path)
    if (isAsked)
      changes.push({
        commit,
        subject,
        body,
        files: await linesOf(
          clone,
          commit,
          source.map(({ path }) => path),
        ),
      })
  }
  return changes.filter(({ files }) => files.every(({ lines }) => lines.length > 0))
}

const BEGIN = '\u0001'
const END = '\u0002'
const FORMAT = '%x01%H%x00%s%x00%b%x02'
/** Subjects that say nothing of the code. */
const UNTOLD =
  /^(?:merge|revert|bump|release|version|prepare|update (?:dep|changelog)|v?\d)|typo|changelog|format|lint\b/i

function readCommit(record: string) {
  const [about = '', status = ''] = record.split(END)
  const [commit = '', subject = '', body = ''] = about.split('\0')
  const changed = status
    .trim()
    .split('\n')
    .filter((line) => line.includes('\t'))
    .map((line) => ({ status: line.slice(0, 1), path: line.slice(line.indexOf('\t') + 1) }))
  return { commit, subject, body: cleanBody(body), changed }
}

const cleanBody = (body: string): string =>
  body
    .split('\n')
    .filter(
      (line) =>
        !/^(?:[A-Z][\w-]+-by|Cc|Change-Id|Bug|Closes?|Fix(?:es|ed)?|Refs?|PR-URL|\* Co-)\b.*:|^-{3,}$/i.test(line),
    )
    .join('\n')
    .trim()

async function linesOf(clone: string, commit: string, paths: readonly string[]): Promise<readonly ChangedFile[]> {
  const diff = await git([
    '--git-dir',
    clone,
    'diff',
    '-U0',
    '--no-renames',
    '--no-color',
    `${commit}^`,
    commit,
    '--',
    ...paths,
  ])
  return diff
    .split(/^diff --git /m)
    .slice(1)
    .map((part) => ({
      path: /^--- a\/(.+)$/m.exec(part)?.[1] ?? '',
      lines: [...part.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm)].map(([, start = '1', count = '1']) =>
        spanOf(Number(start), Number(count)),
      ),
    }))
}

/** Lines are put in between two others. */
const spanOf = (start: number, count: number) =>
  count === 0 ? { start: Math.max(1, start), end: start + 1 } : { start, end: start + count - 1 }
