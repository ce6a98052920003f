import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import type { SourceId } from '@wuku/core/core-types'
import { msg } from '@wuku/messages/code'
import type { OperationContext } from '@wuku/kernel/base/engine'
import { defineOperation, type Operation } from '@wuku/kernel/base/operation'
import { budgetOf, citation, count } from '@wuku/kernel/base/operation-shapes'
import type { StoreView } from '@wuku/core/ports/store'
import { displayPath, projectOf, type Project } from '../code-project.ts'
import { findPath } from '../find-path.ts'
import type { CodeContexts, ContextsOf } from '../graph/code-context.ts'
import { projectAliases, namedDefinition, responseStats, integer, withStats } from '../repo-shapes.ts'
import { readName } from '../symbols/name.ts'
import type { FoundSymbol } from '../symbols/symbol-search.ts'
import { HEAD_TOKENS, tokensOf } from '../symbols/within-budget.ts'
import { useTargetOf } from '../uses/find-uses.ts'
import { definitionsMeant } from '../uses/references.ts'
import { traceDependents, type Dependent, type Traced } from '../uses/trace-dependents.ts'
import { dependentSchema, renderImpact, type ShownDependent } from '../uses/describe-dependents.ts'

const input = z.strictObject({
  ...namedDefinition,
  steps: integer(1, 6, 3).describe('1: direct users only; 2: their users too.'),
  budget: budgetOf(2_000),
})

export const dependentLists = {
  certain: z.array(dependentSchema).describe('Imports, scope or types lead from each step to the next.'),
  likely: z.array(dependentSchema).describe('At some step it hardly means anything else.'),
  byName: z.array(dependentSchema).describe('Only the name is the same; may be another.'),
  tests: z.array(dependentSchema).describe('Tests among the certain and the likely.'),
}
export const dependentCounts = z.strictObject({ certain: count, likely: count, byName: count, tests: count })

const output = z.strictObject({
  name: z.string(),
  projectPath: z.string(),
  definitions: z.array(
    z.strictObject({ path: z.string(), startLine: count, endLine: count, symbol: z.string(), citation }),
  ),
  searched: z.array(z.string()).describe('The repositories that were looked through.'),
  ...dependentLists,
  totals: dependentCounts,
  omitted: count.describe('Left out for the budget.'),
  notLookedAt: z.array(z.string()).describe('What the answer does not cover.'),
  responseStats,
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const createImpact = (contextsOf: ContextsOf): Operation =>
  defineOperation({
    name: 'impact',
    group: 'code',
    title: 'What a change of a symbol breaks',
    description:
      'Find everything that depends on a function, class or method: who calls it, who calls those, over several steps and ' +
      'in every indexed repository, with the tests. Use it before you change a signature or what something does. For every ' +
      'line with a name: find_references; for a whole diff: affected.',
    effect: 'read',
    input,
    output,
    aliases: { ...projectAliases, symbol: 'name', query: 'name', q: 'name', file: 'path', depth: 'steps' },
    searchHint: 'impact callers call graph dependents blast radius what breaks who calls 影响 调用者 依赖 改动 破坏',
    command: { name: 'impact', positional: ['name'] },
    route: { method: 'GET', path: '/repos/impact' },
    examples: [
      { label: 'Before its signature changes', input: { name: 'retryWhenBusy' } },
      { label: 'Only its direct users', input: { name: 'Cart.total', steps: 1 } },
    ],
    run: (request, context) => answer(request, context, contextsOf(context.engine)),
    render: renderImpact,
  })

async function answer(request: Input, { engine, caller }: OperationContext, contexts: CodeContexts): Promise<Output> {
  const project = await projectOf(request.project_path, engine)
  const { seeds, traced, names } = await engine.read(async (view) => {
    const meant = await seedsOf(request, { project, view, contexts })
    const sources = await sourcesFor(project, view)
    const context = await contexts.of(view, project.source.id)
    const targets = meant.map((each) => useTargetOf(each, context))
    const trace = { steps: request.steps, sources: sources.map(({ id }) => id) }
    return {
      seeds: meant,
      traced: await traceDependents(targets, trace, { view, contexts }),
      names: new Map(sources.map(({ id, name }) => [id, name])),
    }
  })
  const source = project.source.name
  const definitions = seeds
    .slice(0, MAX_SHOWN_SEEDS)
    .map(({ path, symbol: { line: from, endLine: to }, namePath }) => ({
      path,
      startLine: from,
      endLine: to,
      symbol: namePath.join('.'),
      citation: writeCitation({ kind: 'code', source, path, lines: { from, to } }),
    }))
  return withStats({
    name: request.name,
    projectPath: displayPath(project, caller),
    definitions,
    searched: [...names.values()],
    ...groupDependents(traced.dependents, names, request.budget - tokensOf(definitions)),
    notLookedAt: [...notLookedAt(traced, request.steps)],
  })
}

const MAX_SHOWN_SEEDS = 10

/** That of the project first, then all that are searched by default. */
export async function sourcesFor({ source }: Project, view: StoreView) {
  const all = await view.sources.list()
  const others = all.filter(
    ({ id, kind, options }) => kind === 'code' && id !== source.id && options.searchedByDefault !== false,
  )
  return [source, ...others]
}

/** One definition, or several of one owner in one file; which of other namesakes is meant, the caller must say. */
async function seedsOf(
  request: Input,
  { project, view, contexts }: { project: Project; view: StoreView; contexts: CodeContexts },
): Promise<readonly FoundSymbol[]> {
  const context = await contexts.of(view, project.source.id)
  const path = request.path === undefined ? {} : { path: findPath(request.path, project, context) }
  const within = { sources: [project.source.id] }
  const { chosen } = await definitionsMeant(
    readName(request.name),
    { name: request.name, ...path, within },
    { view, context },
  )
  const groups = Map.groupBy(chosen, (each) => `${each.path} ${each.namePath.join('.')}`)
  const [first, ...others] = groups.values()
  if (!first) throw new WukuError('not-found', msg('nameNotFound', { name: request.name.slice(0, 200) }))
  if (others.length === 0) return first
  const places = [first, ...others].flatMap(([each]) => (each ? [`${each.path}:${each.symbol.line}`] : []))
  throw new WukuError(
    'ambiguous',
    msg('severalDefinitions', {
      name: request.name.slice(0, 200),
      found: places.length,
      places: places.slice(0, MAX_SHOWN_SEEDS).join(', '),
    }),
  )
}

type Grouped = Pick<Output, 'certain' | 'likely' | 'byName' | 'tests' | 'totals' | 'omitted'>

const groupOf = ({ certainty, isTest }: Dependent): keyof typeof dependentLists =>
  certainty === 'name' ? 'byName' : isTest ? 'tests' : certainty

/** In this order within the budget, tests last, but with a share of it that is theirs. */
export function groupDependents(
  dependents: readonly Dependent[],
  names: ReadonlyMap<SourceId, string>,
  budget: number,
): Grouped {
  const groups = Map.groupBy(dependents, groupOf)
  const counted = (key: keyof typeof dependentLists): number => groups.get(key)?.length ?? 0
  let left = Math.max(0, budget - HEAD_TOKENS)
  const take = (key: keyof typeof dependentLists, ofLeft: number): ShownDependent[] => {
    const shown: ShownDependent[] = []
    let own = left * ofLeft
    for (const each of groups.get(key) ?? []) {
      const described = describeDependent(each, names)
      const cost = tokensOf(described)
      if (cost > own) break
      own -= cost
      left -= cost
      shown.push(described)
    }
    return shown
  }
  const share = counted('tests') > 0 ? SHARE_BEFORE_TESTS : 1
  const [certain, likely] = [take('certain', share), take('likely', share)]
  const tests = take('tests', 1)
  const byName = take('byName', 1)
  const shown = certain.length + likely.length + tests.length + byName.length
  const totals = {
    certain: counted('certain'),
    likely: counted('likely'),
    byName: counted('byName'),
    tests: counted('tests'),
  }
  return { certain, likely, byName, tests, totals, omitted: dependents.length - shown }
}

const SHARE_BEFORE_TESTS = 0.75

function describeDependent(
  { source, path, line, symbol, name, steps, uses, rule }: Dependent,
  names: ReadonlyMap<SourceId, string>,
): ShownDependent {
  const to = symbol ? Math.max(line, symbol.symbol.endLine) : line
  return {
    path,
    startLine: line,
    endLine: to,
    symbol: name === '' ? null : name,
    steps,
    uses,
    by: rule,
    citation: writeCitation({ kind: 'code', source: names.get(source) ?? '', path, lines: { from: line, to } }),
  }
}

export const notLookedAt = (
  { isBounded, unfollowed }: Pick<Traced, 'isBounded' | 'unfollowed'>,
  steps: number,
): readonly string[] => [
  ...(unfollowed > 0
    ? [
        `${unfollowed} of the dependents may have further ones: the search ended after ${steps} steps, or had too many to follow. Give more steps, or ask for one of them.`,
      ]
    : []),
  ...(isBounded ? ['More files contain the name than could be read.'] : []),
  'Calls by a name that is only known at run time (reflection, strings, templates), and repositories that are not indexed.',
]
