import { msg, tr, type Text } from '@wuku/messages/pads'
import { sentences } from '@wuku/core/list-helpers'
import { z } from 'zod'
import { limits } from '@wuku/core/limits'
import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import type { Keyword } from '@wuku/text/terms/keywords'
import { workflowColumns } from '../pad-layout.ts'
import type { AnswerTable } from '@wuku/kernel/base/answer-table'
import { commandLine } from '@wuku/text/show/shell-words'
import { message, projectScope, workflowShape, answerWorkflow, count, type WorkflowAnswer } from '../pad-shapes.ts'
import { describeFound, explainHits } from '../search/workflow-search-messages.ts'
import {
  searchWorkflows as search,
  type FoundWorkflow,
  type WorkflowsFound,
  type WorkflowSearchRequest,
} from '../search/workflow-search.ts'
import { methods } from '../search/scoring.ts'
import type { Workflow } from '@wuku/core/ports/pads'
import { masked } from '@wuku/text/secrets/secrets'
import { capped } from '../control.ts'
import { brief } from '../present.ts'

const texts = z.array(z.string())

const result = z.strictObject({
  workflow: workflowShape,
  score: count.describe('Sum of the matches: 5 in the name, 3 in the description or a title, 1 in a text.'),
  matching_scratchpads: count.describe('Scratchpads with a match.'),
  rank: z.int().min(1).describe('Over all pages.'),
  keywords: texts.describe('Scratchpads with a match.'),
  hits: z.strictObject({ name: count, description: count, titles: count, contents: count }),
  why: z.string(),
})

const output = z.strictObject({
  results: z.array(result).describe('Best first; for equal scores the most recently updated first.'),
  pagination: z.strictObject({ page: count, per_page: count, total_results: count, has_more: z.boolean() }),
  query: z.string(),
  keywords: z.strictObject({ latin: texts, cjk: texts, segments: texts }),
  search_method: z.enum(methods).describe('Matching step that gave these results.'),
  message: message.describe('Which matching step gave the results, and what was left out.'),
})
type WorkflowsAnswer = z.output<typeof output>

export const searchWorkflows = defineOperation({
  name: 'search-workflows',
  group: 'pads',
  title: 'Search workflows',
  description:
    'Find earlier work by exact keywords in the names, descriptions and scratchpads of workflows, in ' +
    'English, Chinese or both; most matches first. By meaning and with everything else: recall. The newest ' +
    'one: get-latest-active-workflow.',
  effect: 'read',
  input: z.strictObject({
    query: z.string().max(limits.queryChars).describe('Words in any language; one match is enough.'),
    project_scope: projectScope.describe('Only workflows of exactly this project. Default: all.'),
    page: z.int().min(1).max(1_000_000).default(1).describe('From 1.'),
    limit: z.int().min(1).max(20).default(5).describe('Results per page.'),
    useJieba: z.boolean().optional().describe('No effect: Chinese is always segmented.').meta({ undeclared: true }),
  }),
  output,
  aliases: aliasesOf({
    query: ['q', 'text', 'search', 'keywords'],
    project_scope: ['scope', 'project'],
    limit: ['page_size', 'per_page', 'max_results'],
  }),
  searchHint: 'search find workflows scratchpads keywords 搜索 工作流',
  route: { method: 'GET', path: '/pads/workflow-search' },
  examples: [
    { label: 'In two languages', input: { query: 'React 組件' } },
    { label: 'The second page of one project', input: { query: 'login', project_scope: 'shop', page: 2 } },
  ],
  async run({ query, project_scope: scope, page, limit }, { engine }) {
    // A workflow without a project has none called "".
    const request = { query, scope: scope || undefined, page, limit }
    return answer(await engine.read((view) => search(view.pads, request)), request)
  },
  foundNothing: ({ results }) => results.length === 0,
  table: (found) => foundTable(found),
  render: asJson,
})

function answer(done: WorkflowsFound, request: WorkflowSearchRequest): WorkflowsAnswer {
  const { found, total, keywords, method } = done
  const { query, page, limit } = request
  return {
    results: found.map(answerFound),
    pagination: { page, per_page: limit, total_results: total, has_more: page * limit < total },
    query,
    keywords: { latin: written(keywords.latin), cjk: written(keywords.cjk), segments: written(keywords.segments) },
    search_method: method,
    message: sentences([...describeFound(done, request), ...describeCuts(found.map(({ workflow }) => workflow))]),
  }
}

type Found = WorkflowsAnswer['results'][number]

/** Best first, each with its reasons. */
function foundTable({ results, message: summary, pagination, query }: WorkflowsAnswer): AnswerTable {
  const next = commandLine`wuku pads search --page ${String(pagination.page + 1)} ${query}`
  return {
    columns: workflowColumns.map(({ cell, ...column }) => ({
      ...column,
      cell: ({ workflow }: Found) => cell(workflow),
    })),
    rows: results,
    under: ({ workflow, rank, why, matching_scratchpads: matching }: Found) => {
      const scratchpads = workflow.scratchpad_count
      const among = scratchpads > 1 ? tr(msg('inOf', { matching, scratchpads })) : ''
      return [
        { text: workflow.description ?? '', indent: 2, fits: 'cut' },
        { text: `${rank}. ${why.split('; ').map(reasonOf).join('; ')}${among}`, indent: 2 },
      ]
    },
    foot: [tr(summary), ...(pagination.has_more ? [tr(msg('moreResults', { next }))] : [])],
  }
}

/** `React: in the name, 3 times in the text` */
const reasonOf = (each: string): string => each.replace(/(?<=: ).+$/s, (places) => tr(places))

const answerFound = ({ workflow, score, matchingPads, rank, words, hits }: FoundWorkflow): Found => ({
  workflow: presentFound(workflow),
  score,
  matching_scratchpads: matchingPads,
  rank,
  keywords: words.map((word) => word.written),
  hits: { name: hits.name, description: hits.description, titles: hits.title, contents: hits.content },
  why: explainHits(words),
})

const written = (keywords: readonly Keyword[]): string[] => keywords.map((keyword) => keyword.written)

/** A workflow as one result among many. It was not asked for by its id: secrets stay where they are. */
function presentFound(workflow: Workflow): WorkflowAnswer {
  const { name, description, scope } = workflow
  return {
    ...answerWorkflow(workflow),
    name: brief(masked(name), MAX_CHARS),
    description: description && capped(masked(description), MAX_CHARS),
    project_scope: scope && brief(scope, MAX_CHARS),
  }
}

/** A note for answers that `presentFound` cut. */
function describeCuts(workflows: readonly Workflow[]): readonly Text[] {
  const isCut = workflows.some(({ name, description, scope }) =>
    [name, description, scope].some((text) => (text?.length ?? 0) > MAX_CHARS),
  )
  return isCut ? [msg('textsAreCut', { characters: MAX_CHARS })] : []
}

const MAX_CHARS = 300
