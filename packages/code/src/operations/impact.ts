import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import type { SourceId } from '@wuku/core/core-types'
import { msg } from '@wuku/messages/code'
import type { OperationContext } from '@wuku/kernel/base/engine'
import { budgetOf, citation, count } from '@wuku/kernel/base/operation-shapes'
import { displayPath, projectOf, type Project } from '../code-project.ts'
import { findPath } from '../find-path.ts'
import { contextsOf, readProject, type CodeProjectRequest } from '../graph/code-context.ts'
import type { CodePlace } from '../graph/import-links.ts'
import { namedDefinition, integer } from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'
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
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const impact = defineRepoOperation({
  name: 'impact',
  title: 'What a change of a symbol breaks',
  description:
    'Find everything that depends on a function, class or method: who calls it, who calls those, over several steps and ' +
    'in every indexed repository, with the tests. Use it before you change a signature or what something does. For every ' +
    'line with a name: find_references; for a whole diff: affected.',
  input,
  output,
  aliases: { symbol: 'name', query: 'name', q: 'name', file: 'path', depth: 'steps' },
  searchHint: 'impact callers call graph dependents blast radius what breaks who calls 影响 调用者 依赖 改动 破坏',
  command: { name: 'impact', positional: ['name'] },
  route: { method: 'GET', path: '/repos/impact' },
  examples: [
    { label: 'Before its signature changes', input: { name: 'retryWhenBusy' } },
    { label: 'Only its direct users', input: { name: 'Cart.total', steps: 1 } },
  ],
  run: answer,
  render: renderImpact,
})

async function answer(request: Input, { engine, caller }: OperationContext): Promise<Output> {
  const project = await projectOf(request.project_path, engine)
  const { seeds, traced, names } = await readProject({ project, engine }, async (place) => {
    const meant = await seedsOf(request, project, place)
    return { seeds: meant, ...(await traceFrom(meant, request.steps, { project, engine, place })) }
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
  return {
    name: request.name,
    projectPath: displayPath(project, caller),
    definitions,
    searched: [...names.values()],
    ...groupDependents(traced.dependents, names, request.budget - tokensOf(definitions)),
    notLookedAt: [...notLookedAt(traced, request.steps)],
  }
}

const MAX_SHOWN_SEEDS = 10

/** Dependents in the project and in all that is searched by default, with the names of these, the project first. */
export async function traceFrom(
  seeds: readonly FoundSymbol[],
  steps: number,
  { project: { source }, engine, place: { view, context } }: CodeProjectRequest & { readonly place: CodePlace },
) {
  const others = (await view.sources.list()).filter(
    ({ id, kind, options }) => kind === 'code' && id !== source.id && options.searchedByDefault !== false,
  )
  const names = new Map([source, ...others].map(({ id, name }) => [id, name]))
  const targets = seeds.map((each) => useTargetOf(each, context))
  const contexts = contextsOf(engine)
  return { names, traced: await traceDependents(targets, { steps, sources: [...names.keys()] }, { view, contexts }) }
}

/** One definition, or several of one owner in one file; which of other namesakes is meant, the caller must say. */
async function seedsOf(request: Input, project: Project, place: CodePlace): Promise<readonly FoundSymbol[]> {
  const path = request.path === undefined ? {} : { path: findPath(request.path, project, place.context) }
  const within = { sources: [project.source.id] }
  const { chosen } = await definitionsMeant(readName(request.name), { name: request.name, ...path, within }, place)
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

type Group = keyof typeof dependentLists

const groupOf = ({ certainty, isTest }: Dependent) => (certainty === 'name' ? 'byName' : isTest ? 'tests' : certainty)

/** In this order within the budget, tests last, but with a share of it that is theirs. */
export function groupDependents(
  dependents: readonly Dependent[],
  names: ReadonlyMap<SourceId, string>,
  budget: number,
): Pick<Output, Group | 'totals' | 'omitted'> {
  const all = { certain: [], likely: [], byName: [], tests: [], ...Object.groupBy(dependents, groupOf) }
  let left = Math.max(0, budget - HEAD_TOKENS)
  const take = (group: readonly Dependent[], ofLeft: number): ShownDependent[] => {
    const shown: ShownDependent[] = []
    let own = left * ofLeft
    for (const each of group) {
      const described = describeDependent(each, names)
      const cost = tokensOf(described)
      if (cost > own) break
      own -= cost
      left -= cost
      shown.push(described)
    }
    return shown
  }
  const share = all.tests.length > 0 ? SHARE_BEFORE_TESTS : 1
  const [certain, likely] = [take(all.certain, share), take(all.likely, share)]
  const [tests, byName] = [take(all.tests, 1), take(all.byName, 1)]
  const shown = certain.length + likely.length + tests.length + byName.length
  const totals = {
    certain: all.certain.length,
    likely: all.likely.length,
    byName: all.byName.length,
    tests: all.tests.length,
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

export const notLookedAt = ({ isBounded, unfollowed }: Pick<Traced, 'isBounded' | 'unfollowed'>, steps: number) => [
  ...(unfollowed > 0
    ? [
        `${unfollowed} of the dependents may have further ones: the search ended after ${steps} steps, or had too many to follow. Give more steps, or ask for one of them.`,
      ]
    : []),
  ...(isBounded ? ['More files contain the name than could be read.'] : []),
  'Calls by a name that is only known at run time (reflection, strings, templates), and repositories that are not indexed.',
]
