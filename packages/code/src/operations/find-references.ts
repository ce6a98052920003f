import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { OperationContext } from '@wuku/kernel/base/engine'
import { budgetOf, count } from '@wuku/kernel/base/operation-shapes'
import { askAcross, outside } from '../across.ts'
import { findPath } from '../find-path.ts'
import { fileGone, notes, filterPresent, withNotes } from '../missing-files.ts'
import { readProject } from '../graph/code-context.ts'
import { type Project, projectsOf, displayPath } from '../code-project.ts'
import { certaintyOf, findReferences } from '../uses/references.ts'
import {
  briefReferences,
  describeDefinition,
  describeReferringFiles,
  definitionSchema,
  fileSchema,
} from '../uses/describe-references.ts'
import { tokensOf, withinBudget, withinProject } from '../symbols/within-budget.ts'
import { limitAliases, namedDefinition, under, integer } from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'

const input = z.strictObject({
  ...namedDefinition,
  under,
  max_results: integer(1, 1_000, 60).describe('Maximum number of lines.'),
  budget: budgetOf(2_000),
  cursor: z
    .string()
    .regex(/^\d{1,7}\.\d{1,7}$/)
    .optional()
    .describe('From the previous answer, for the rest; with the same arguments.'),
})

const output = z.strictObject({
  name: z.string().describe('The name as searched.'),
  projectPath: z.string(),
  outside,
  definitions: z.array(definitionSchema).describe('The likeliest first.'),
  omittedDefinitions: count.describe('Those of later pages.'),
  totalLines: count.describe('Total lines found.'),
  totalFiles: count,
  certain: count.describe('Lines whose imports, scope or types lead to the definition.'),
  likely: count.describe('Lines that hardly mean anything else. All other lines only hold the name.'),
  isBounded: z.boolean().describe('true: too many places to check all; the totals are lower bounds.'),
  ofNamesakes: count.describe('Files left out because they use another definition of the same name.'),
  files: z.array(fileSchema).describe('Files with certain uses first.'),
  omittedLines: count.describe('Lines not shown, over all files.'),
  cursor: z.string().nullable().describe('Pass it for the rest; null: this is all.'),
  notes,
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const findReferencesTo = defineRepoOperation({
  name: 'find_references',
  title: 'Find uses of a name',
  description:
    'Find who calls or uses a name: every line with it, by file and function, and how each is known to mean the ' +
    'definition. Use it before you rename, remove or change something. Callers over steps: impact; its definition: find_symbol.',
  input,
  output,
  aliases: { ...limitAliases, symbol: 'name', query: 'name', q: 'name', file: 'path', folder: 'under' },
  searchHint: 'find references usages callers uses of a function who calls 引用 调用 用法 谁调用 哪些地方',
  route: { method: 'GET', path: '/repos/references' },
  examples: [
    { label: 'Who calls it', input: { name: 'retryWhenBusy' } },
    { label: 'One of several with the same name', input: { name: 'Order', path: 'src/storage/orders.ts' } },
  ],
  async run(request, context) {
    const found = await askAcross(await projectsOf(request.project_path, context.engine), {
      ask: (project) => answer(project, request, context),
      lists: ['definitions', 'files'],
      most: request.max_results,
      budget: request.budget,
    })
    if (found.outside === undefined) return found
    const shown = found.files.reduce((sum, { lines }) => sum + lines.length, 0)
    return { ...found, omittedLines: found.totalLines - shown, cursor: null }
  },
  brief: briefReferences,
})

async function answer(project: Project, request: Input, { engine, caller }: OperationContext): Promise<Output> {
  const found = await readProject({ project, engine }, async (place) => {
    const { context } = place
    const path = request.path === undefined ? {} : { path: findPath(request.path, project, context) }
    const within = withinProject(project, request.under, context)
    return findReferences({ name: request.name, ...path, within }, place)
  })
  if (found.definitions.length === 0 && found.files.length === 0)
    throw new WukuError('not-found', msg('nameNotFound', { name: request.name.slice(0, 200) }))
  const [fromDefinition = 0, fromLine = 0] = (request.cursor ?? '0.0').split('.').map(Number)
  const defining = await filterPresent(found.definitions, fromDefinition + MAX_DEFINITIONS, engine)
  const referring = await filterPresent(found.files, fromLine + request.max_results, engine)
  const ages = new Map([...defining.ages, ...referring.ages])
  const gone = new Set([...ages].filter(([, age]) => age === 'missing').map(([id]) => id))
  const firstPath = found.definitions[0]?.path ?? found.files[0]?.path
  if (defining.there.length + referring.there.length === 0 && firstPath !== undefined) throw fileGone(firstPath)
  const telling = { source: project.source.name, ages, name: found.name }
  const definitions = withinBudget(
    defining.there.slice(fromDefinition).map((each) => describeDefinition(each, telling)),
    request.budget / 2,
  )
  const room = { limit: request.max_results, budget: request.budget - tokensOf(definitions), start: fromLine }
  const left = found.files.filter(({ document }) => !gone.has(document))
  const { files, next } = describeReferringFiles(left, { ...telling, ...room })
  const lines = left.flatMap(({ references }) => references)
  const shown = fromDefinition + definitions.length
  const omittedDefinitions = Math.max(0, found.definitions.length - defining.gone - shown)
  const end = next ?? lines.length
  return {
    name: found.name,
    projectPath: displayPath(project, caller),
    definitions: [...definitions],
    omittedDefinitions,
    totalLines: lines.length,
    totalFiles: left.length,
    certain: lines.filter((each) => certaintyOf(each) === 'certain').length,
    likely: lines.filter((each) => certaintyOf(each) === 'likely').length,
    isBounded: found.isBounded,
    ofNamesakes: found.ofNamesakes,
    files,
    omittedLines: lines.length - end,
    cursor: omittedDefinitions > 0 || next !== undefined ? `${shown}.${end}` : null,
    ...withNotes(gone.size),
  }
}

const MAX_DEFINITIONS = 20
