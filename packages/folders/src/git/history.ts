import type { BlamedLines, Commit, CommitsRequest, History, NoRepository, Repository } from '@wuku/core/ports/history'
import { attempt } from '@wuku/core/environment'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/folders'
import { readPlainFile } from '../entries.ts'
import { isNoName } from '../root-folder.ts'
import { commitArguments, inLine, linesOf, readCommits, textOf, timestampOf } from './commits.ts'
import { findRepository, isPartial } from './repository.ts'
import { askGit, runGit, type GitCall } from './run.ts'
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LineSpan } from '@wuku/core/written-lines'

export interface HistoryOptions {
  readonly folder: string
  readonly git: string | undefined
}

/** Asks the `git` program, without letting anything of the repository's settings count. */
export function openHistory({ folder, git }: HistoryOptions): History {
  const found = (): Repository | NoRepository =>
    git === undefined ? { why: 'git is not installed, or not in the search path.' } : findRepository(folder)
  /** Common part of all calls; `undefined` if there is no history to read. */
  const base = (milliseconds: number): Base => {
    const repository = found()
    if (git === undefined || !('head' in repository) || repository.head === null) return undefined
    return { git, repository: { ...repository, head: repository.head }, milliseconds }
  }
  return {
    repository: async () => found(),
    commits: (request) => commits(base(waits.whole), request),
    blame: async (path, lines) => blame(base(waits.file), path, lines),
    changesOf: async (path, lines, limit) => changesOf(base(waits.file), path, lines, limit),
    changesOfFile: async (path, limit) => changesOfFile(base(waits.file), path, limit),
    isModified: async (path) => isModified(base(waits.file), path),
    patch: async (revision) => patchOf(base(waits.file), revision),
  }
}

/** Timeouts in milliseconds: of a question about a file, and of a whole history. */
const waits = { file: 20_000, whole: 600_000 } as const

type Base = Omit<GitCall, 'arguments'> | undefined

async function* commits(base: Base, { after, only, limit, signal }: CommitsRequest): AsyncGenerator<Commit> {
  if (!base) return
  const { head } = base.repository
  const which = only
    ? ['--no-walk=unsorted', '--stdin']
    : [
        ...(limit === undefined ? [] : [`--max-count=${limit}`]),
        '--end-of-options',
        head,
        ...(after === undefined ? [] : [`^${after}`]),
      ]
  const call = {
    ...base,
    ...(signal && { signal }),
    ...(only && { input: Buffer.from(only.join('\n') + '\n') }),
    arguments: ['log', ...commitArguments, ...renames(base), ...which, '--'],
  }
  if (only?.length !== 0) yield* readCommits(runGit(call))
}

async function blame(base: Base, path: string, lines: LineSpan): Promise<readonly BlamedLines[]> {
  const now = base && isInside(path) ? readWorkFile(base.repository.top, path) : undefined
  if (!base || !now) return []
  const to = Math.min(lines.to, splitLines(now).length)
  if (lines.from > to) return []
  if (!(await isCommitted(base, path))) return [{ from: lines.from, to, commit: null }]
  const span = ['-L', `${lines.from},${to}`]
  const which = [...blameArguments, '--contents', '-', ...span, '--', path]
  return readBlame(runGit({ ...base, input: now, arguments: ['blame', ...which] }))
}

async function changesOf(base: Base, path: string, lines: LineSpan, limit: number): Promise<readonly Commit[]> {
  if (!base || !isInside(path) || !(await isCommitted(base, path))) return []
  const { head, top } = base.repository
  const span = committedSpan(lines, readWorkFile(top, path), await committedText(base, path))
  if (!span) return []
  const which = ['-s', '--format=%H', `--max-count=${limit}`, `-L${span.from},${span.to}:${path}`]
  const output = await askGit({ ...base, arguments: ['log', '--no-show-signature', ...which, head, '--'] })
  return Array.fromAsync(commits(base, { only: output.toString().split('\n').filter(Boolean) }))
}

async function changesOfFile(base: Base, path: string, limit: number): Promise<readonly Commit[]> {
  if (!base || !isInside(path)) return []
  const which = ['--follow', `--max-count=${limit}`, '--end-of-options', base.repository.head, '--', path]
  const call = { ...base, arguments: ['log', ...commitArguments, ...renames(base), ...which] }
  return Array.fromAsync(readCommits(runGit(call)))
}

/** Ends of lines are no change: git may write others into the work tree than it keeps. */
async function isModified(base: Base, path: string): Promise<boolean> {
  const now = base && isInside(path) ? readWorkFile(base.repository.top, path) : undefined
  if (!base) return false
  if (!isInside(path) || !(await isCommitted(base, path))) return now !== undefined
  if (!now) return true
  const committed = await committedText(base, path)
  return !now.equals(committed) && withPlainBreaks(now) !== withPlainBreaks(committed)
}

const committedText = (base: NonNullable<Base>, path: string): Promise<Buffer> =>
  askGit({ ...base, arguments: ['cat-file', 'blob', `${base.repository.head}:${path}`] })

const withPlainBreaks = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\r\n', '\n')

/** Names of branches are not known here: only the objects of the repository are read. */
const REVISION = /^(?:HEAD|[0-9a-f]{4,64})(?:[~^]\d{0,6}){0,20}$/i
const MAX_PATCH = 50_000_000
const patchArguments =
  '-c core.bigFileThreshold=512k -c core.quotePath=false diff-tree -r -p --root --unified=0 --no-commit-id --no-color ' +
  '--no-ext-diff --no-textconv --find-renames -l200'

async function patchOf(base: Base, revision: string): Promise<string> {
  if (!base) return ''
  const [from = '', to] = revision.split(/\.{2,3}/)
  const ends = to === undefined ? [from] : [from || 'HEAD', to || 'HEAD']
  if (!ends.every((end) => REVISION.test(end))) throw new WukuError('bad-input', msg('noSuchRevision', { revision }))
  const head = (end: string): string => end.replace(/^HEAD/i, base.repository.head)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of runGit({ ...base, arguments: [...patchArguments.split(' '), ...ends.map(head), '--'] })) {
    bytes += part.length
    if (bytes > MAX_PATCH) throw new WukuError('too-large', msg('diffTooLarge'))
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/**
 * A file that was changed while it was renamed is known by its text, which a partial clone may not have. Sought among at
 * most 200 files a commit: more is a reorganisation, and costs the square.
 */
const renames = ({ repository }: NonNullable<Base>): readonly string[] =>
  isPartial(repository) ? ['--find-renames=100%'] : ['--find-renames', '-l200']

async function isCommitted(base: NonNullable<Base>, path: string): Promise<boolean> {
  const found = await askGit({ ...base, arguments: ['ls-tree', '-z', base.repository.head, '--', path] })
  return found.toString('latin1').includes(' blob ')
}

/**
 * Lines at commit time that correspond to lines of the current file: after the common beginning, or before the common
 * end of both, or everything between. `undefined` if all of them are new.
 */
function committedSpan(lines: LineSpan, now: Buffer | undefined, committed: Buffer): LineSpan | undefined {
  const before = splitLines(committed)
  const after = now ? splitLines(now) : before
  const head = commonLength(after, before)
  const tail = commonLength(after.slice(head).toReversed(), before.slice(head).toReversed())
  const shift = before.length - after.length
  const from = lines.from <= head ? lines.from : Math.max(head + 1, lines.from + shift)
  const to = lines.to > after.length - tail ? lines.to + shift : Math.min(lines.to, before.length - tail)
  const span = { from: Math.max(1, from), to: Math.min(before.length, Math.max(to, Math.min(lines.to, head))) }
  return span.from <= span.to ? span : undefined
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((line, at) => line !== other[at])
  return differs < 0 ? one.length : differs
}

/** Longer files are data: the author of a line is not looked up. */
const LARGEST = 8 * 1024 * 1024

/** A file of the work tree as it is now; `undefined` when there is none, or a link leads out. */
function readWorkFile(top: string, path: string): Buffer | undefined {
  const place = join(top, path)
  return attempt(() =>
    realpathSync.native(dirname(place)) === dirname(place) ? readPlainFile(place, LARGEST) : undefined,
  )
}

const isInside = (path: string): boolean => !path.includes('\0') && !path.split('/').some(isNoName)

function splitLines(text: Buffer): readonly string[] {
  const lines = text.toString('latin1').split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const blameArguments: readonly string[] = ['--porcelain', '-w', '--no-show-email', '--encoding=UTF-8']

type Blamed = NonNullable<BlamedLines['commit']>

/** The output of `git blame --porcelain`: neighbouring lines of one commit become one span. */
async function readBlame(output: AsyncIterable<Buffer>): Promise<readonly BlamedLines[]> {
  const known = new Map<string, Blamed>()
  const spans: BlamedLines[] = []
  let sha = ''
  for await (const lines of linesOf(output))
    for (const line of lines.map(textOf)) {
      const heading = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(line)
      if (heading) {
        sha = heading[1] ?? ''
        addLine(spans, Number(heading[2]), sha)
      } else if (!line.startsWith('\t')) note(known, sha, line)
    }
  return spans.map((span) => ({ ...span, commit: span.commit && (known.get(span.commit.sha) ?? span.commit) }))
}

function addLine(spans: BlamedLines[], line: number, sha: string): void {
  const last = spans.at(-1)
  const commit = /^0+$/.test(sha) ? null : { sha, author: '', at: 0, subject: '' }
  if (last?.to === line - 1 && last.commit?.sha === commit?.sha) spans[spans.length - 1] = { ...last, to: line }
  else spans.push({ from: line, to: line, commit })
}

/** Said once for each commit. */
function note(known: Map<string, Blamed>, sha: string, line: string): void {
  const cut = line.indexOf(' ')
  const [key, value] = [line.slice(0, cut), inLine(line.slice(cut + 1))]
  const before = known.get(sha) ?? { sha, author: '', at: 0, subject: '' }
  if (key === 'author') known.set(sha, { ...before, author: value })
  if (key === 'author-time') known.set(sha, { ...before, at: timestampOf(value) })
  if (key === 'summary') known.set(sha, { ...before, subject: value })
}
