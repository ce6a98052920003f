import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import type { DocumentId } from '@wuku/core/core-types'
import type { Commit, History } from '@wuku/core/ports/history'
import { msg } from '@wuku/messages/code'
import type { OperationContext } from '@wuku/kernel/base/engine'
import { budgetOf, citation } from '@wuku/kernel/base/operation-shapes'
import { displayPath, projectOf, type Project } from '../code-project.ts'
import { readProject } from '../graph/code-context.ts'
import { fileAt, importersOf, type CodeContext, type CodeFile, type CodePlace } from '../graph/import-links.ts'
import { repositoryOf } from '../history/live.ts'
import { isTestPath, testsNamedFor } from '../pack/related-context.ts'
import { agesOf } from '../missing-files.ts'
import { projectPath, integer } from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'
import { tokensOf, withinBudget } from '../symbols/within-budget.ts'
import { readPatch, type ChangedFile } from '../uses/changed-lines.ts'
import { renderAffected } from '../uses/describe-dependents.ts'
import { symbolsAtLines, type Dependent } from '../uses/trace-dependents.ts'
import { dependentCounts, dependentLists, groupDependents, notLookedAt, traceFrom } from './impact.ts'

const input = z.strictObject({
  diff: z.string().max(50_000_000).optional().describe('A patch, as `git diff` prints it.'),
  revision: z
    .string()
    .regex(/^[\w./@{}~^-]{1,200}$/)
    .optional()
    .describe('Instead of a patch: a commit such as `HEAD` or `1a2b3c4`, or a range `HEAD~3..HEAD`.'),
  project_path: projectPath,
  steps: integer(1, 6, 2).describe('1: direct users only; 2: their users too.'),
  budget: budgetOf(2_000),
})

const test = z.strictObject({
  path: z.string(),
  why: z.array(z.string()).describe('What ties it to the change.'),
  citation,
})

const { tests: _, ...lists } = dependentLists

const output = z.strictObject({
  projectPath: z.string(),
  changed: z
    .array(z.strictObject({ path: z.string(), symbols: z.array(z.string()) }))
    .describe('Changed files and symbols.'),
  tests: z.array(test).describe('Tests to run, those most closely tied first.'),
  ...lists,
  totals: dependentCounts,
  omitted: z.int().min(0).describe('Dependents left out for the budget.'),
  notLookedAt: z.array(z.string()).describe('What the answer does not cover.'),
})

type Output = z.output<typeof output>

export const affected = defineRepoOperation({
  name: 'affected',
  title: 'What a diff affects',
  description:
    'List what a diff or commit affects: the changed symbols, what depends on them, and the tests to run, by calls, ' +
    'imports and files that changed together before. Use it before you commit or review. For one symbol: impact.',
  input,
  output,
  aliases: { patch: 'diff', commit: 'revision', range: 'revision', depth: 'steps' },
  searchHint: 'affected tests diff commit what tests to run change impact 受影响 测试 改动 提交',
  command: { name: 'affected', positional: ['revision'] },
  route: { method: 'POST', path: '/repos/affected' },
  examples: [
    { label: 'Of the last commit', input: { revision: 'HEAD' } },
    { label: 'Of a branch', input: { revision: 'HEAD~5..HEAD', steps: 1 } },
  ],
  run: answer,
  foundNothing: ({ tests }) => tests.length === 0,
  render: renderAffected,
})

interface Changed extends ChangedFile {
  readonly file: CodeFile
}

async function answer(request: z.output<typeof input>, { engine, caller }: OperationContext): Promise<Output> {
  const project = await projectOf(request.project_path, engine)
  const history = await engine.files.historyOf(project.source)
  if (request.diff === undefined) await repositoryOf(history)
  const patch = request.diff ?? (await history.patch(request.revision ?? 'HEAD'))
  const { files, isBounded } = readPatch(patch)
  if (files.length === 0) throw new WukuError('bad-input', msg('noChangeInDiff'))
  const found = await readProject({ project, engine }, async (place) => {
    const changed = await changedFiles(files, place)
    const symbols = new Map(changed.map(({ file, lines }) => [file.path, symbolsAtLines(file, lines)]))
    const traced = await traceFrom([...symbols.values()].flat(), request.steps, { project, engine, place })
    return { context: place.context, changed, symbols, ...traced, imports: await testsImporting(changed, place) }
  })
  const { changed, symbols, traced, imports, names } = found
  const together = await testsChangedWith(changed, history, found.context)
  const own = traced.dependents.filter(({ source }) => source === project.source.id)
  const tests = rankTests(
    [...testsCalling(own), ...imports, ...together.ties, ...changed.filter(isTestFile).map(ownTie)],
    project,
  )
  const ages = await agesOf(
    changed.map(({ file }) => file.document),
    engine,
  )
  const unknown = files.filter(({ path }) => !changed.some((each) => path.endsWith(each.file.path)))
  const shown = withinBudget(tests, request.budget / 2)
  const named = new Set(tests.map(({ path }) => path))
  const rest = traced.dependents
    .filter(({ isTest, source, path }) => !isTest || source !== project.source.id || !named.has(path))
    .map((each) => ({ ...each, isTest: false }))
  const { tests: __, ...grouped } = groupDependents(rest, names, request.budget - tokensOf(shown))
  return {
    projectPath: displayPath(project, caller),
    changed: [...symbols]
      .slice(0, MAX_SHOWN)
      .map(([path, each]) => ({ path, symbols: each.map(({ namePath }) => namePath.join('.')).slice(0, MAX_SHOWN) })),
    tests: [...shown],
    ...grouped,
    totals: { ...grouped.totals, tests: tests.length },
    omitted: grouped.omitted + tests.length - shown.length,
    notLookedAt: [
      ...notLookedAt({ ...traced, isBounded: traced.isBounded || isBounded }, request.steps),
      ...staleNote(changed, ages),
      ...cutNote(changed.length),
      ...together.notes,
      ...unknownNote(unknown, request.diff !== undefined),
    ],
  }
}

const [MAX_SHOWN, MAX_NAMED, MAX_COMMITS] = [100, 10, 30]

/** The log of a file names that file alone, so its commits are read once more. */
async function commitsTouching(path: string, history: History): Promise<readonly Commit[]> {
  const only = (await history.changesOfFile(path, MAX_COMMITS)).map(({ sha }) => sha)
  const commits: Commit[] = []
  for await (const commit of history.commits({ only })) commits.push(commit)
  return commits
}

/** Paths of git are from the top of the repository, of which the source may be a part. */
function pathHere(path: string, context: CodeContext): string | undefined {
  const parts = path.split('/')
  return parts.map((_part, at) => parts.slice(at).join('/')).find((tail) => context.paths.has(tail))
}

async function changedFiles(files: readonly ChangedFile[], place: CodePlace): Promise<readonly Changed[]> {
  const changed: Changed[] = []
  for (const each of files) {
    const path = pathHere(each.path, place.context)
    const file = path === undefined ? undefined : await fileAt(place, path)
    if (file) changed.push({ ...each, file })
  }
  return changed
}

interface Tie {
  readonly path: string
  readonly tie: string
  readonly weight: number
}

const isTestFile = ({ file }: Changed): boolean => isTestPath(file.path)
const ownTie = ({ file }: Changed): Tie => ({ path: file.path, tie: 'changed itself', weight: 8 })

const testsCalling = (dependents: readonly Dependent[]): readonly Tie[] =>
  dependents
    .filter(({ isTest, certainty }) => isTest && certainty !== 'name')
    .map(({ path, uses, steps, certainty }) => ({
      path,
      tie: `uses ${uses}${steps > 1 ? ` (${steps} steps)` : ''}`,
      weight: (certainty === 'certain' ? 4 : 3) / steps,
    }))

/** Changed files whose importers are looked for, and those whose commits are read. */
const [MAX_IMPORTED, MAX_IN_COMMITS] = [40, 8]

const cutNote = (changed: number): readonly string[] =>
  changed > MAX_IN_COMMITS
    ? [`Of ${changed} changed files: imports of those after ${MAX_IMPORTED}, commits of those after ${MAX_IN_COMMITS}.`]
    : []

async function testsImporting(changed: readonly Changed[], place: CodePlace): Promise<readonly Tie[]> {
  const ties: Tie[] = []
  for (const { file } of changed.slice(0, MAX_IMPORTED)) {
    for (const path of testsNamedFor(file.path, place.context))
      ties.push({ path, tie: `named after ${file.path}`, weight: 3 })
    for (const { path } of await importersOf(place, { file, isWanted: isTestPath }))
      ties.push({ path, tie: `imports ${file.path}`, weight: 2 })
  }
  return ties
}

/** A commit that touches more says nothing about any one of them. */
const MAX_TOUCHED = 30

/** Tests that commits changed together with the files; without a history there are none. */
async function testsChangedWith(changed: readonly Changed[], history: History, context: CodeContext) {
  const ties: Tie[] = []
  try {
    for (const { file, path } of changed.filter((each) => !isTestFile(each)).slice(0, MAX_IN_COMMITS)) {
      const commits = (await commitsTouching(path, history)).filter(({ files }) => files.length <= MAX_TOUCHED)
      const counts = new Map<string, number>()
      for (const each of commits.flatMap(({ files }) => files))
        if (isTestPath(each.path)) counts.set(each.path, (counts.get(each.path) ?? 0) + 1)
      for (const [written, count] of counts) {
        const there = pathHere(written, context)
        if (there === undefined) continue
        ties.push({
          path: there,
          tie: `changed with ${file.path} in ${count} of ${commits.length} commits`,
          weight: (3 * count) / (commits.length + 1),
        })
      }
    }
    return { ties, notes: [] }
  } catch {
    return { ties, notes: ['Files that changed together before: git could not be asked.'] }
  }
}

function rankTests(ties: readonly Tie[], { source }: Project): Output['tests'] {
  const byPath = Map.groupBy(ties, ({ path }) => path)
  return [...byPath]
    .map(([path, own]) => ({ path, own, weight: own.reduce((sum, { weight }) => sum + weight, 0) }))
    .toSorted((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : 1))
    .map(({ path, own }) => ({
      path,
      why: [...new Set(own.toSorted((a, b) => b.weight - a.weight).map(({ tie }) => tie))].slice(0, 3),
      citation: writeCitation({ kind: 'code', source: source.name, path }),
    }))
}

/** Files that are left out of the index are named to those alone who named them. */
function unknownNote(unknown: readonly ChangedFile[], isNamed: boolean): readonly string[] {
  if (unknown.length === 0) return []
  if (!isNamed) return [`${unknown.length} changed files that are not indexed.`]
  const named = unknown.slice(0, MAX_NAMED).map(({ path }) => path.slice(0, 200))
  const more = unknown.length > MAX_NAMED ? ` and ${unknown.length - MAX_NAMED} more` : ''
  return [`Not indexed: ${named.join(', ')}${more}.`]
}

function staleNote(changed: readonly Changed[], ages: ReadonlyMap<DocumentId, string>): readonly string[] {
  const stale = changed.filter(({ file }) => ages.get(file.document) === 'stale').length
  return stale > 0
    ? [
        `${stale} of the changed files are indexed as they were before: call repo_reindex with dry_run false for exact symbols.`,
      ]
    : []
}
