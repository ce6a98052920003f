import { compareTexts, defined } from '@wuku/core/list-helpers'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import { budgetOf, count, notes } from '@wuku/kernel/base/operation-shapes'
import { limits } from '@wuku/core/limits'
import { findPath } from '../find-path.ts'
import { readProject, type CodeProjectRequest } from '../graph/code-context.ts'
import { liveHistory, repositoryOf } from '../history/live.ts'
import { citationsOf, hasCommits, searchCommits } from '../history/commit-search.ts'
import { issuesOf, refsIn, refsOfBranch } from '@wuku/kernel/connected-issues'
import {
  briefHistory,
  describeBlame,
  describeCommit,
  blameSchema,
  commitSchema,
  issueLine,
} from '../history/describe-commit.ts'
import { type Project, projectsOf, displayPath } from '../code-project.ts'
import { askAcross, outside } from '../across.ts'
import { openRanges, type OpenedRange } from '../symbols/open-ranges.ts'
import { roleOf } from '../roles.ts'
import { findSymbols } from '../symbols/symbol-search.ts'
import { tokensOf, withinBudget, withinProject } from '../symbols/within-budget.ts'
import { filePath, projectPath, integer, searchAliases } from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'
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
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>
type Body = Omit<Output, 'projectPath' | 'omitted'>

export const repoHistory = defineRepoOperation({
  name: 'repo_history',
  title: 'Why, when and who',
  description:
    'Find out from git why code is as it is: commits that answer a question, or who changed a file, some lines or a ' +
    'function, when and with what message, through renames. Not for what was said in a conversation: ' +
    'search_conversations.',
  input,
  output,
  aliases: { ...searchAliases, file: 'path', name: 'symbol', after: 'since', before: 'until' },
  searchHint: 'git history blame log commits why when who changed 历史 提交 谁改的',
  route: { method: 'GET', path: '/repos/history' },
  examples: [
    { label: 'Why something was done', input: { query: 'why do we retry payments' } },
    { label: 'Why a function is as it is', input: { symbol: 'retryWhenBusy' } },
    { label: 'Recent changes of one author', input: { author: 'Ada', since: '2026-01' } },
  ],
  async run(request, context) {
    const found = await askAcross(await projectsOf(request.project_path, context.engine), {
      ask: (project) => answer(project, request, context),
      lists: ['commits'],
      most: request.max_results,
      budget: request.budget,
    })
    const { commits } = found
    const isByWords = request.query !== undefined
    return { ...found, commits: isByWords ? commits : commits.toSorted((a, b) => compareTexts(b.date, a.date)) }
  },
  brief: briefHistory,
})

async function answer(project: Project, asked: Input, { engine, caller }: OperationContext): Promise<Output> {
  const request = await withFile(asked, { project, engine })
  const isLive = request.path !== undefined && request.query === undefined
  const body = await (isLive ? ask : search)(request, { project, engine })
  const joined = await withIssues(body, project, engine)
  const spent = tokensOf({ ...joined, commits: [] })
  const commits = [...withinBudget(joined.commits, request.budget - spent)]
  const omitted = joined.commits.length - commits.length
  return { projectPath: displayPath(project, caller), ...joined, commits, omitted }
}

/** Issues that commits and the branch refer to, as their tracker has them. */
async function withIssues(body: Body, { source }: Project, engine: Engine): Promise<Body> {
  const refsOf = ({ subject, body: said = '' }: Body['commits'][number]) => refsIn(`${subject}\n${said}`)
  const hasTracker = await engine.read(async (view) =>
    (await view.sources.list()).some(({ options }) => options.connected),
  )
  if (!hasTracker) return body
  const repository = await (await engine.files.historyOf(source)).repository()
  const ofBranch = 'branch' in repository ? refsOfBranch(repository.branch) : []
  const refs = [...body.commits.flatMap(refsOf), ...ofBranch]
  const known = await engine.read((view) => issuesOf(refs, source, view))
  if (known.size === 0) return body
  const named = ofBranch.flatMap(({ written }) => known.get(written) ?? [])
  return {
    ...body,
    commits: body.commits.map((commit) => {
      const issues = refsOf(commit).flatMap(({ written }) => known.get(written) ?? [])
      return issues.length > 0 ? { ...commit, issues } : commit
    }),
    notes: [...body.notes, ...named.map((issue) => `This branch is about ${issueLine(issue)}`)],
  }
}

/** A symbol alone is looked for in the file that declares it. */
async function withFile(request: Input, place: CodeProjectRequest): Promise<Input> {
  const { symbol, path, query } = request
  if (symbol === undefined) return request
  if (query !== undefined) throw new WukuError('bad-input', msg('symbolWithQuery'))
  if (path !== undefined) return request
  const { cache } = place.engine.sources
  const { symbols } = await readProject(place, (code) => {
    const within = withinProject(place.project, undefined, code.context)
    return findSymbols({ name: symbol, match: 'exact', within }, { ...code, cache })
  })
  const own = symbols.filter(({ path: file }) => roleOf(file) === 'source')
  const files = [...new Set((own.length > 0 ? own : symbols).map(({ path: file }) => file))]
  if (files.length === 1) return { ...request, path: files[0] }
  throw new WukuError(
    'ambiguous',
    msg('symbolOfFiles', { symbol, files: files.length, paths: files.slice(0, 10).join(', ') }),
  )
}

async function search(request: Input, place: CodeProjectRequest): Promise<Body> {
  const { project, engine } = place
  if (!(await hasCommits(project, engine))) {
    await repositoryOf(await engine.files.historyOf(project.source))
    throw new WukuError('history-missing', msg('notIndexed'))
  }
  const { path, isKnown } = await requestedPath(request.path, place)
  const { query, author, since, until, max_results: limit } = request
  const commitSearch = { limit, ...defined({ query, author, since, until, path }) }
  const { commits, hasMore } = await searchCommits(commitSearch, project, engine)
  // A file that is gone has a history too; a name that never was is a mistake.
  if (commits.length === 0 && !isKnown) await findKnownPath(request.path ?? '', place)
  return {
    mode: query === undefined ? 'newest' : 'search',
    ...defined({ path }),
    commits: commits.map(describeCommit),
    hasMore,
    notes: commits.length === 0 ? ['No indexed commit matches. Try other words, or leave out author and dates.'] : [],
  }
}

async function requestedPath(path: string | undefined, place: CodeProjectRequest) {
  if (path === undefined) return { path: place.project.under, isKnown: true }
  const plain = path.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '')
  const context = await readProject(place, async (code) => code.context)
  if (context.paths.all.some((each) => each.startsWith(`${plain}/`))) return { path: plain, isKnown: true }
  const found = await findKnownPath(path, place).catch(() => undefined)
  return { path: found ?? plain, isKnown: found !== undefined }
}

const findKnownPath = (path: string, place: CodeProjectRequest): Promise<string> =>
  readProject(place, async ({ context }) => findPath(path, place.project, context))

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
async function requestedRange(request: Input, { engine, project }: CodeProjectRequest): Promise<OpenedRange> {
  const { path = '', start_line, end_line, symbol } = request
  const ranges = [{ path, start_line, end_line, symbol }]
  const { opened, refused } = await openRanges({ ranges, project: async () => project, contextLines: 0 }, engine)
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
