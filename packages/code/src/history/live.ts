import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { Engine } from '@wuku/kernel/base/engine'
import type { BlamedLines, Commit, History, Repository } from '@wuku/core/ports/history'
import type { Project } from '../code-project.ts'
import { type CommitSummary, isFiltered, matchesFilter, type CommitFilter } from './read-commit.ts'
import type { LineSpan } from '@wuku/core/written-lines'

export interface LiveRequest extends CommitFilter {
  readonly path: string
  readonly lines?: LineSpan
  readonly limit: number
}

export interface LiveHistory {
  /** Newest first, each with how it bears on what was asked. */
  readonly commits: readonly (CommitSummary & { readonly why: string })[]
  readonly hasMore: boolean
  /** Authors of the current lines; empty for a whole file. */
  readonly blame: readonly BlamedLines[]
  readonly isShallow: boolean
}

/** Why a file or some lines of it are as they are: asked of git itself, as of now. */
export async function liveHistory(request: LiveRequest, project: Project, engine: Engine): Promise<LiveHistory> {
  const history = await engine.files.historyOf(project.source)
  const repository = await repositoryOf(history)
  const prefix = prefixOf(repository, project)
  const path = `${prefix}${request.path}`
  const limit = isFiltered({ ...request, path: undefined }) ? MAX_COMMITS_READ : request.limit + 1
  const { lines } = request
  const [commits, blame] = await Promise.all([
    lines ? history.changesOf(path, lines, limit) : history.changesOfFile(path, limit),
    lines ? history.blame(path, lines) : [],
  ])
  const explanations = explained(commits, { path, prefix, blame, lines })
  const matchingCommits = explanations.filter((commit) => matchesFilter(commit, { ...request, path: undefined }))
  return {
    commits: matchingCommits.slice(0, request.limit),
    hasMore: matchingCommits.length > request.limit,
    blame,
    isShallow: repository.isShallow,
  }
}

const MAX_COMMITS_READ = 200

/** The repository that a source lies in, or why nothing is known of its history. */
export async function repositoryOf(history: History): Promise<Repository> {
  const found = await history.repository()
  const why = 'why' in found ? found.why : found.head === null ? 'Its repository has no commit yet.' : undefined
  if ('why' in found || why !== undefined) throw noHistory(why ?? '', 'why' in found ? found.remedy : undefined)
  return found
}

const noHistory = (why: string, remedy = WITHOUT_IT): WukuError =>
  new WukuError('history-missing', msg('noHistory', { why }), remedy)

const WITHOUT_IT =
  'Everything else works without it: repo_semantic_search, find_symbol, find_references, repo_related_files.'

/** Path of a source below the top of the work tree, ending with a slash. */
function prefixOf({ top }: Repository, { source }: Project): string {
  const below = source.root.slice(top.length).replaceAll('\\', '/').replace(/^\/+/, '')
  return source.root.startsWith(top) && below !== '' ? `${below}/` : ''
}

interface Explaining extends Pick<LiveHistory, 'blame'> {
  readonly path: string
  readonly prefix: string
  readonly lines: LineSpan | undefined
}

/** Newest first: a rename reveals the name of the file in the commits before it. */
function explained(commits: readonly Commit[], { path, prefix, blame, lines }: Explaining): LiveHistory['commits'] {
  const written = Map.groupBy(blame, ({ commit }) => commit?.sha ?? '')
  let name = path
  return commits.map((commit) => {
    const touched = commit.files.find((file) => file.path === name)
    const from = touched?.how === 'renamed' ? touched.from : undefined
    const renamed = from === undefined ? [] : [`renamed the file from ${from}`]
    const wrote = (written.get(commit.sha) ?? []).map((span) => spanWords(span))
    const reasons =
      wrote.length > 0
        ? [`wrote ${wrote.join(', ')} as now`]
        : [lines ? 'changed these lines' : verbs[touched?.how ?? 'changed']]
    name = from ?? name
    return { ...toSummary(commit, prefix), why: [...reasons, ...renamed].filter((reason) => reason !== '').join('; ') }
  })
}

const verbs = {
  added: 'added the file',
  changed: 'changed the file',
  removed: 'removed the file',
  renamed: '',
} as const

export const spanWords = ({ from, to }: LineSpan): string => (from === to ? `line ${from}` : `lines ${from}-${to}`)

/** Lists files of the source; files outside it are only counted. */
function toSummary({ sha, at, author, subject, body, files }: Commit, prefix: string): CommitSummary {
  const own = files.filter((file) => file.path.startsWith(prefix)).map((file) => file.path.slice(prefix.length))
  return { sha, day: dayOf(at), author, subject, body, files: own, moreFiles: files.length - own.length }
}

export const dayOf = (at: number): string => (Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : '')
