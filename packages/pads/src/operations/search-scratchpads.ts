import type { Text } from '@wuku/messages/message'
import { z } from 'zod'
import { aliasesOf, someText } from '@wuku/kernel/base/operation-shapes'
import { limits } from '@wuku/core/limits'
import type { Engine } from '@wuku/kernel/base/engine'
import { counted } from '@wuku/kernel/base/counted'
import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import type { Hit } from '@wuku/kernel/query/types'
import type { PadView } from '@wuku/core/ports/pads'
import { masked } from '@wuku/text/secrets/secrets'
import { answerPadFacts, message, padShape, projectScope, workflowId } from '../pad-shapes.ts'
import { capped, controlContent, controlKeys } from '../control.ts'
import {
  type ContextStyle,
  linesOf,
  printContext,
  type PlacedMatch,
  contextKeys,
  contextStyle,
} from '../match-context.ts'
import { padsTable } from '../pad-layout.ts'
import { requireWorkflow } from '../writing.ts'

const MAX_RESULTS = 20

const input = z.strictObject({
  query: someText(limits.queryChars).describe('Words or a question; among a few words "a phrase", -without, begin*.'),
  workflow_id: workflowId.optional().describe('Only this workflow. Default: all.'),
  project_scope: projectScope.describe('Only workflows of exactly this project.'),
  limit: z.int().min(1).max(MAX_RESULTS).default(10).describe('Maximum number of results.'),
  ...contextKeys,
  ...controlKeys,
  useJieba: z
    .boolean()
    .optional()
    .describe('No effect: Chinese is always split into words.')
    .meta({ undeclared: true }),
})

const result = z.strictObject({
  scratchpad: padShape,
  workflow: z.strictObject({ id: z.string(), name: z.string(), description: z.string().nullable() }),
  rank: z.int().min(1),
  score: z.number().describe("0 to 1: the share of the query's information in the passage."),
  snippet: z.string(),
  snippet_cut: z.literal(true).optional().describe('true: long lines, or lines further away, are left out.'),
  citation: z.string().describe('Lines of the best passage.'),
  why: z.strictObject({ matched: z.array(z.string()), missing: z.array(z.string()) }).describe('Words of the query.'),
})

type Input = z.output<typeof input>
type Result = z.output<typeof result>

export const searchScratchpads = defineOperation({
  name: 'search-scratchpads',
  group: 'pads',
  title: 'Search scratchpads',
  description:
    'Find scratchpads by their words, best first, in one workflow, one project or everywhere, with the matching ' +
    'passage. To find workflows use search-workflows; within one scratchpad, search-scratchpad-content.',
  effect: 'read',
  input,
  output: z.strictObject({
    results: z.array(result).describe('Best first.'),
    count: z.int().min(0),
    has_more: z.boolean(),
    query: z.string(),
    search_method: z.literal('lexical'),
    message,
  }),
  aliases: aliasesOf({
    query: ['q', 'text', 'search'],
    workflow_id: ['workflow'],
    project_scope: ['scope', 'project'],
  }),
  searchHint: 'search scratchpads pads full text 搜索 草稿 笔记',
  route: { method: 'GET', path: '/pads/search' },
  examples: [
    { label: 'Everywhere', input: { query: '登录 token refresh' } },
    {
      label: 'In one project, with lines around',
      input: { query: 'retry policy', project_scope: 'shop', context_lines: 2 },
    },
  ],
  async run(requested, { engine }) {
    const paths = await engine.read((view) => searchedPads(view.pads, requested))
    const { hits, notes } = await search(requested, paths, engine)
    const shown = hits.slice(0, requested.limit)
    const found = await engine.read(({ pads }) => Promise.all(shown.map((hit) => readHit(hit, pads))))
    const results = found
      .filter((each) => each !== undefined)
      .map((each, at) => answerHit(each, { requested, rank: at + 1 }))
    return {
      results,
      count: results.length,
      has_more: hits.length > shown.length,
      query: requested.query,
      search_method: 'lexical' as const,
      message: [
        results.length === 0
          ? `No scratchpad matches "${capped(requested.query, 100, '…')}"`
          : `Found ${counted(results.length, 'scratchpad')} for "${capped(requested.query, 100, '…')}"`,
        ...(hits.length > shown.length
          ? [
              `there are more: ${requested.limit < MAX_RESULTS ? `raise limit (up to ${MAX_RESULTS}), or ` : ''}narrow the query`,
            ]
          : []),
        ...notes,
      ].join(' - '),
    }
  },
  table: ({ results }) =>
    padsTable(
      results.map(({ scratchpad, workflow, snippet, citation }) => ({
        ...scratchpad,
        content: snippet,
        citation: `${citation}  ${workflow.name}`,
      })),
    ),
  render: asJson,
})

async function search(
  { query, limit, preview_mode: isPreview }: Input,
  paths: readonly string[] | undefined,
  engine: Engine,
): Promise<{ readonly hits: readonly Hit[]; readonly notes: readonly Text[] }> {
  if (paths?.length === 0) return { hits: [], notes: ['There are no scratchpads where you searched.'] }
  const { hits, trace } = await engine.search.find({
    query,
    within: { kinds: ['pads'], ...(paths && { paths }) },
    of: 'documents',
    // One more than the limit shows whether there is more.
    limit: limit + 1,
    shown: { snippetChars: isPreview ? SNIPPET_CHARS.preview : SNIPPET_CHARS.usual },
  })
  return { hits, notes: trace.notes }
}

const SNIPPET_CHARS = { usual: 300, preview: 150 }
const CONTENT_CHARS = { cap: 500, preview: 250 }
/** Characters of one result, and of all of them together. */
const CONTEXT_CHARS = { most: 2_000, together: 16_000 }
const DESCRIPTION_CHARS = 300

/** Nothing for a pad that was deleted since it was found. */
async function readHit(hit: Hit, pads: PadView) {
  const pad = await pads.pad(hit.document.path)
  const workflow = pad && (await pads.workflow(pad.workflow))
  return pad && workflow && { hit, pad, workflow }
}

function answerHit(
  { hit, pad, workflow }: NonNullable<Awaited<ReturnType<typeof readHit>>>,
  { requested, rank }: { readonly requested: Input; readonly rank: number },
): Result {
  const { content: storedContent, ...facts } = pad
  const [content, title] = [masked(storedContent), masked(facts.title)]
  const { id, name, description } = workflow
  const style = contextStyle(
    requested,
    Math.min(CONTEXT_CHARS.most, Math.floor(CONTEXT_CHARS.together / requested.limit)),
  )
  return {
    scratchpad: { ...answerPadFacts({ ...facts, title }), ...controlContent(content, requested, CONTENT_CHARS) },
    workflow: { id, name: masked(name), description: description && capped(masked(description), DESCRIPTION_CHARS) },
    rank,
    score: hit.score,
    ...(style ? contextSnippet(content, hit, style) : { snippet: hit.snippet.text }),
    citation: hit.citation,
    why: { matched: [...hit.why.matched], missing: [...hit.why.missing] },
  }
}

function contextSnippet(content: string, hit: Hit, style: ContextStyle): Pick<Result, 'snippet' | 'snippet_cut'> {
  const { text, isCut } = contextOfHit(content, hit, style)
  return { snippet: text, ...(isCut && { snippet_cut: true as const }) }
}

/** Ids of the pads to search; `undefined` for all. An empty scope is none, as users of these tools know it. */
async function searchedPads(pads: PadView, { workflow_id: id, project_scope: scope }: Input) {
  if (id !== undefined) {
    const workflow = await requireWorkflow(pads, id)
    const isOutside = scope && workflow.scope !== scope
    return isOutside ? [] : (await pads.pads(id)).map((pad) => pad.id)
  }
  if (!scope) return undefined
  const { items } = await pads.workflows({ scope, limit: Number.MAX_SAFE_INTEGER, offset: 0 })
  const ids = new Set(items.map((workflow) => workflow.id))
  return (await pads.everyPad()).filter((pad) => ids.has(pad.workflow)).map((pad) => pad.id)
}

/** The lines around the best one, and around others that hold a word of the query as it was written. */
function contextOfHit(content: string, { line, why }: Pick<Hit, 'line' | 'why'>, style: ContextStyle) {
  const lines = linesOf(content)
  const words = why.matched.map((word) => word.toLowerCase())
  const lineMatches = lines.flatMap((text, at) => matchIn(text, words, at + 1) ?? [])
  const best = lineMatches.find((each) => each.line === line) ?? { line, column: 0, endLine: line, endColumn: 0 }
  const others = lineMatches.filter((each) => each !== best).slice(0, style.maxMatches - 1)
  const shown = [best, ...others].toSorted((a, b) => a.line - b.line)
  const ranges = printContext({ lines, matches: [best, ...lineMatches] }, shown, style)
  return { text: ranges.map((range) => range.text).join('\n...\n'), isCut: ranges.some((range) => range.isCut) }
}

function matchIn(text: string, words: readonly string[], line: number): PlacedMatch | undefined {
  const lower = text.toLowerCase()
  const found = words.map((word) => ({ column: lower.indexOf(word), word })).find(({ column }) => column >= 0)
  return found && { line, column: found.column, endLine: line, endColumn: found.column + found.word.length }
}
