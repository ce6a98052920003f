import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { Engine } from '@wuku/kernel/base/engine'
import { defineOperation, type Operation } from '@wuku/kernel/base/operation'
import { budgetOf, count, notes } from '@wuku/kernel/base/operation-shapes'
import { limits } from '@wuku/core/limits'
import { findPath } from '../find-path.ts'
import type { CodeContexts, ContextsOf, CodeProjectRequest } from '../graph/code-context.ts'
import { liveHistory, repositoryOf } from '../history/live.ts'
import { citationsOf, hasCommits, searchCommits } from '../history/commit-search.ts'
import { briefHistory, describeBlame, describeCommit, blameSchema, commitSchema } from '../history/describe-commit.ts'
import { projectOf, projectsOf, displayPath } from '../code-project.ts'
import type { Caller } from '@wuku/kernel/base/caller'
import { askAcross, outside } from '../across.ts'
import { openRanges, type OpenedRange } from '../symbols/open-ranges.ts'
import { roleOf } from '../roles.ts'
import { createKnownNames } from '../symbols/known-names.ts'
import { findSymbols } from '../symbols/symbol-search.ts'
import { tokensOf, withinBudget, withinProject } from '../symbols/within-budget.ts'
import { filePath, projectPath, responseStats, integer, withStats, searchAliases } from '../repo-shapes.ts'
import type { LineSpan } from '@wuku/core/written-lines'

const day = z.string().regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/, 'Write it as 2024-05-01, 2024-05 or 2024.')
const line = z.int().min(1).max(100_000_000)

const input = z.strictObject({
  query: z.string().min(1).max(limits.queryChars).optional().describe('Why, when or who, in words; or a commit hash.'),
  project_path: projectPath,
  path: filePath.describe('History of this file; `src/a.ts:10-20` for lines. With query: only commits that touch it.'),
  start_line: line.optional().describe('First line, from 1.'),
  end_line: line.optional().describe('Last line.'),
  symbol: z.string().min(1).max(500).optional().describe('Instead of lines, alone or with a path: `Cart.addItem`.'),
  author: z.string().min(1).max(200).optional().describe("Part of the author's name."),
  since: day.optional().describe('2024-05-01, 2024-05 or 2024; inclusive.'),
  until: day.optional().describe('Like since; inclusive.'),
  max_results: integer(1, 100, 10).describe('Maximum number of commits.'),
  budget: budgetOf(2_000),
})

const output = z.strictObject({
  projectPath: z.string(),
  outside,
  mode: z.enum(['search', 'newest', 'file', 'lines']),
  path: z.string().optional(),
  startLine: count.optional(),
  endLine: count.optional(),
  symbol: z.string().nullable().optional(),
  blame: z.array(blameSchema).optional().describe('Who last changed the lines; sha null: not committed yet.'),
  commits: z.array(commitSchema),
  omitted: count.describe('Commits found but left out for the budget.'),
  hasMore: z.boolean().describe('More commits match: raise max_results.'),
  notes,
  responseStats,
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>
type Body = Omit<Output, 'responseStats' | 'projectPath' | 'omitted'>

export const createRepoHistory = (contextsOf: ContextsOf): Operation =>
  defineOperation({
    name: 'repo_history',
    group: 'code',
    title: 'Why, when and who',
    description:
      'Find out from git why code is as it is: commits that answer a question, or who changed a file, some lines or a ' +
      'function, when and with what message, through renames. Not for what was said in a conversation: ' +
      'search_conversations.',
    effect: 'read',
    input,
    output,
    aliases: {
      ...searchAliases,
      file: 'path',
      name: 'symbol',
      after: 'since',
      before: 'until',
    },
    searchHint: 'git history blame log commits why when who changed 历史 提交 谁改的',
    route: { method: 'GET', path: '/repos/history' },
    examples: [
      { label: 'Why something was done', input: { query: 'why do we retry payments' } },
      { label: 'Why a function is as it is', input: { symbol: 'retryWhenBusy' } },
      { label: 'Recent changes of one author', input: { author: 'Ada', since: '2026-01' } },
    ],
    async run(request, { engine, caller }) {
      const contexts = contextsOf(engine)
      const found = await askAcross(await projectsOf(request.project_path, engine), {
        ask: (named) => answer({ ...request, ...named }, { engine, caller, contexts }),
        lists: ['commits'],
        most: request.max_results,
        budget: request.budget,
      })
      const { commits } = found
      const isByWords = request.query !== undefined
      return withStats({ ...found, commits: isByWords ? commits : commits.toSorted(newestFirst) })
    },
    brief: briefHistory,
  })

const newestFirst = (a: { readonly date: string }, b: { readonly date: string }): number =>
  a.date === b.date ? 0 : a.date < b.date ? 1 : -1

interface Asking {
  readonly engine: Engine
  readonly caller: Caller
  readonly contexts: CodeContexts
}

async function answer(asked: Input, { engine, caller, contexts }: Asking): Promise<Omit<Output, 'responseStats'>> {
  const project = await projectOf(asked.project_path, engine)
  const request = await withFile(asked, { project, engine, contexts })
  const isLive = request.path !== undefined && request.query === undefined
  const body = isLive
    ? await ask(request, { project, engine, contexts })
    : await search(request, { project, engine, contexts })
  const spent = tokensOf({ ...body, commits: [] })
  const commits = [...withinBudget(body.commits, request.budget - spent)]
  const omitted = body.commits.length - commits.length
  return { projectPath: displayPath(project, caller), ...body, commits, omitted }
}

/** A symbol alone is looked for in the file that declares it. */
async function withFile(request: Input, { project, engine, contexts }: CodeProjectRequest): Promise<Input> {
  const { symbol, path, query } = request
  if (symbol === undefined) return request
  if (query !== undefined) throw new WukuError('bad-input', msg('symbolWithQuery'))
  if (path !== undefined) return request
  const { symbols } = await engine.read(async (view) => {
    const context = await contexts.of(view, project.source.id)
    const names = createKnownNames(engine.sources.cache)
    return findSymbols(
      { name: symbol, match: 'exact', within: withinProject(project, undefined, context) },
      { view, context, names },
    )
  })
  const own = symbols.filter(({ path: file }) => roleOf(file) === 'source')
  const files = [...new Set((own.length > 0 ? own : symbols).map(({ path: file }) => file))]
  if (files.length === 1) return { ...request, path: files[0] }
  throw new WukuError(
    'ambiguous',
    msg('symbolOfFiles', { symbol, files: files.length, paths: files.slice(0, 10).join(', ') }),
  )
}

async function search(request: Input, { project, engine, contexts }: CodeProjectRequest): Promise<Body> {
  if (!(await hasCommits(project, engine))) {
    await repositoryOf(await engine.files.historyOf(project.source))
    throw notIndexed()
  }
  const { path, isKnown } = await requestedPath(request.path, { project, engine, contexts })
  const { query, author, since, until, max_results: limit } = request
  const commitSearch = { limit, ...defined({ query, author, since, until, path }) }
  const { commits, hasMore } = await searchCommits(commitSearch, project, engine)
  // A file that is gone has a history too; a name that never was is a mistake.
  if (commits.length === 0 && !isKnown) await findKnownPath(request.path ?? '', { project, engine, contexts })
  return {
    mode: query === undefined ? 'newest' : 'search',
    ...defined({ path }),
    commits: commits.map(describeCommit),
    hasMore,
    notes: commits.length === 0 ? ['No indexed commit matches. Try other words, or leave out author and dates.'] : [],
  }
}

const notIndexed = (): WukuError => new WukuError('history-missing', msg('notIndexed'))

function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

async function requestedPath(
  path: string | undefined,
  place: CodeProjectRequest,
): Promise<{ readonly path: string | undefined; readonly isKnown: boolean }> {
  if (path === undefined) return { path: place.project.under, isKnown: true }
  const plain = path.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '')
  const context = await place.engine.read((view) => place.contexts.of(view, place.project.source.id))
  if (context.paths.all.some((each) => each.startsWith(`${plain}/`))) return { path: plain, isKnown: true }
  const found = await findKnownPath(path, place).catch(() => undefined)
  return { path: found ?? plain, isKnown: found !== undefined }
}

const findKnownPath = (path: string, { project, engine, contexts }: CodeProjectRequest): Promise<string> =>
  engine.read(async (view) => findPath(path, project, await contexts.of(view, project.source.id)))

async function ask(request: Input, place: CodeProjectRequest): Promise<Body> {
  const { engine } = place
  const range = await requestedRange(request, place)
  const { project } = range
  const lines: LineSpan | undefined = range.isWhole ? undefined : { from: range.from, to: range.to }
  const { author, since, until, max_results: limit } = request
  const liveRequest = { path: range.path, limit, ...defined({ lines, author, since, until }) }
  const found = await liveHistory(liveRequest, project, engine)
  const citations = await citationsOf(
    found.commits.map(({ sha }) => sha),
    project,
    engine,
  )
  return {
    mode: lines ? 'lines' : 'file',
    path: range.path,
    ...(lines && {
      startLine: range.from,
      endLine: range.to,
      symbol: range.symbol,
      blame: found.blame.slice(0, MAX_BLAMED).map(describeBlame),
    }),
    commits: found.commits.map((commit) =>
      describeCommit({ ...commit, citation: citations.get(commit.sha) ?? null, freshness: 'fresh' }),
    ),
    hasMore: found.hasMore,
    notes: [
      ...(found.isShallow ? ['This clone is shallow: it lacks older commits.'] : []),
      ...(found.commits.length === 0 ? ['No commit touches it: it may not be committed yet.'] : []),
      ...(found.blame.length > MAX_BLAMED
        ? [`${found.blame.length - MAX_BLAMED} more line ranges are not shown.`]
        : []),
    ],
  }
}

const MAX_BLAMED = 40

/** Lines of now: git is asked about the file as it lies there. */
async function requestedRange(request: Input, { engine, contexts }: CodeProjectRequest): Promise<OpenedRange> {
  const { path = '', start_line, end_line, symbol } = request
  const ranges = [{ path, start_line, end_line, symbol }]
  const { opened, refused } = await openRanges(
    { ranges, projectPath: request.project_path, contextLines: 0 },
    engine,
    contexts,
  )
  const [first, ...others] = opened
  if (first && others.length === 0) return first
  throw refused[0]?.error ?? ambiguousSymbol(symbol ?? path, opened)
}

const ambiguousSymbol = (name: string, opened: readonly OpenedRange[]): WukuError =>
  new WukuError(
    'ambiguous',
    msg('ambiguousSymbol', {
      name,
      opened: opened.length,
      opened2: opened
        .slice(0, 10)
        .map(({ from, to }) => `${from}-${to}`)
        .join(', '),
    }),
  )
