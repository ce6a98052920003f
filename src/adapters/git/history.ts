import type {
  BlamedLines,
  Commit,
  CommitsRequest,
  History,
  LineSpan,
  NoRepository,
  Repository,
} from '../../ports/history.ts'
import { blameArguments, readBlame } from './blame.ts'
import { commitArguments, readCommits } from './commits.ts'
import { committedSpan } from './committed-span.ts'
import { findRepository, isPartial } from './repository.ts'
import { askGit, runGit, type GitCall } from './run.ts'
import { isInside, readWorkFile, splitLines } from './work-file.ts'

export interface HistoryOptions {
  /** Absolute real path of a folder in the work tree. */
  readonly folder: string
  /** The program; `undefined` where there is none. */
  readonly git: string | undefined
}

/** Asks the `git` program, without letting anything of the repository's settings count. */
export function openHistory({ folder, git }: HistoryOptions): History {
  const found = (): Repository | NoRepository =>
    git === undefined ? { why: 'git is not installed, or not in the search path.' } : findRepository(folder)
  /** What every call needs; `undefined` where there is no history to read. */
  const base = (milliseconds: number): Omit<GitCall, 'arguments'> | undefined => {
    const repository = found()
    if (git === undefined || !('head' in repository) || repository.head === null) return undefined
    return { git, repository: { ...repository, head: repository.head }, milliseconds }
  }
  return {
    repository: async () => found(),
    commits: (request) => commits(base(waits.whole), request),
    blame: async (path, lines) => blame(base(waits.file), path, lines),
    changesOf: async (path, lines, limit) => changesOf(base(waits.file), { path, lines, limit }),
    changesOfFile: async (path, limit) => changesOfFile(base(waits.file), path, limit),
  }
}

/** Milliseconds after which nobody waits any longer: for a question about a file, and for a whole history. */
const waits = { file: 20_000, whole: 600_000 } as const

type Base = Omit<GitCall, 'arguments'> | undefined

async function* commits(base: Base, { after, only, limit, signal }: CommitsRequest): AsyncGenerator<Commit> {
  if (!base) return
  const { head } = base.repository
  const which = only
    ? ['--no-walk=unsorted', '--stdin']
    : [...(limit === undefined ? [] : [`--max-count=${limit}`]), '--end-of-options', head]
  const call = {
    ...base,
    ...(signal && { signal }),
    ...(only && { input: Buffer.from(only.join('\n') + '\n') }),
    arguments: [
      'log',
      ...commitArguments,
      ...renames(base),
      ...which,
      ...(after !== undefined && !only ? [`^${after}`] : []),
      '--',
    ],
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
  const output = await askGit({
    ...base,
    input: now,
    arguments: ['blame', ...blameArguments, '--contents', '-', ...span, '--', path],
  })
  return readBlame(output)
}

async function changesOf(
  base: Base,
  { path, lines, limit }: { readonly path: string; readonly lines: LineSpan; readonly limit: number },
): Promise<readonly Commit[]> {
  if (!base || !isInside(path) || !(await isCommitted(base, path))) return []
  const { head, top } = base.repository
  const committed = await askGit({ ...base, arguments: ['cat-file', 'blob', `${head}:${path}`] })
  const span = committedSpan(lines, readWorkFile(top, path), committed)
  if (!span) return []
  const which = ['-s', '--format=%H', `--max-count=${limit}`, `-L${span.from},${span.to}:${path}`]
  const output = await askGit({ ...base, arguments: ['log', '--no-show-signature', ...which, head, '--'] })
  return collect(commits(base, { only: output.toString().split('\n').filter(Boolean) }))
}

async function changesOfFile(base: Base, path: string, limit: number): Promise<readonly Commit[]> {
  if (!base || !isInside(path)) return []
  const which = ['--follow', `--max-count=${limit}`, '--end-of-options', base.repository.head, '--', path]
  return collect(readCommits(runGit({ ...base, arguments: ['log', ...commitArguments, ...renames(base), ...which] })))
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

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
