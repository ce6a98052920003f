import { z } from 'zod'
import type { Kind } from '../../core/words.ts'
import { estimateTokens } from '../../text/tokens.ts'
import type { Engine } from '../engine.ts'
import { contextLine, trimSlashes } from '../contexts.ts'
import { defineOperation } from '../operation.ts'
import { searchModes, type Hit, type SearchAnswer } from '../search/types.ts'
import { counted } from './counted.ts'
import { unsearchedNotes } from './unsearched.ts'
import {
  budgetOf,
  citation,
  context,
  count,
  docid,
  freshness,
  kindName,
  notes,
  queryText,
  sourceName,
  sourceNames,
  title,
} from './shapes.ts'

const input = z.strictObject({
  query: queryText,
  kinds: z.array(kindName).max(5).optional().describe('Only these storehouses. Default: all.'),
  sources: sourceNames('Only these sources, by name. Default: all that are searched by default.').optional(),
  under: z
    .string()
    .max(4_096)
    .optional()
    .describe('Only paths in this folder of a source, named from its root, such as "guides/setup".'),
  limit: z.number().int().min(1).max(100).default(10).describe('Most hits. Default 10, at most 100.'),
  budget: budgetOf(3_000),
  mode: z
    .enum(searchModes)
    .optional()
    .describe('By words, by meaning, or both: the default where there are vectors, and by words where there are none.'),
})

const hit = z.strictObject({
  citation,
  docid,
  kind: kindName,
  source: sourceName,
  path: z.string().describe('Path within the source.'),
  title,
  headings: z.array(z.string()).describe('Headings that the passage stands under, outermost first.'),
  line: z.number().int().describe('First line of the snippet.'),
  endLine: z.number().int().describe('Last line of the snippet.'),
  score: z
    .number()
    .describe("0 to 1: the share of the query's information that the passage holds, or its like in meaning."),
  snippet: z.string().describe('Lines as `12: text`.'),
  matched: z.array(z.string()).describe('Words of the query that the passage holds.'),
  missing: z.array(z.string()).describe('Words of the query that it lacks.'),
  near: z.number().nullable().describe('Cosine of its meaning and that of the query; null: not near, or not asked.'),
  freshness,
  context,
})

const output = z.strictObject({
  query: z.string().describe('As it was asked.'),
  mode: z.enum(searchModes).describe('How it was searched.'),
  hits: z.array(hit).describe('Best first.'),
  leftOut: count.describe('Hits that were found and did not fit into the budget.'),
  corrections: z
    .array(z.strictObject({ from: z.string().describe('As asked.'), to: z.string().describe('As searched.') }))
    .describe('Words that nothing holds, with those that were searched instead.'),
  notes,
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>
type RecalledHit = z.output<typeof hit>

export const recall = defineOperation<Input, Output>({
  name: 'recall',
  group: 'core',
  title: 'Recall',
  description:
    'Searches everything that this machine has indexed (code and its commits, notes, conversations, scratchpads, documentation of libraries) with one ' +
    'query and returns the best passages with their citations, scores and line numbers. Use it first whenever the answer ' +
    'may already be written down somewhere; then `open` a citation to read on.',
  effect: 'read',
  input,
  output,
  aliases: { q: 'query', text: 'query', n: 'limit', kind: 'kinds', source: 'sources', path: 'under' },
  searchHint: 'search find recall remember knowledge notes code documents passages 搜索 查找 知识 代码',
  command: { name: 'recall', positional: ['query...'] },
  route: { method: 'GET', path: '/recall' },
  examples: [
    { says: 'A question', input: { query: 'how do we rotate the signing keys' } },
    { says: 'An exact phrase in one source', input: { query: '"connection reset"', sources: ['handbook'], limit: 5 } },
  ],
  async run({ query, budget, under, ...rest }, { engine }) {
    const folder = under === undefined ? {} : { under: trimSlashes(under) }
    const answer = await engine.search({ query, ...rest, ...folder, of: 'documents' })
    const foundNothing = answer.hits.length === 0 && rest.sources === undefined
    const unsearched = foundNothing ? await unsearchedNotes(rest.kinds, engine) : []
    const said = [...absentKinds(rest.kinds ?? [], engine), ...answer.trace.notes, ...unsearched]
    return { query, ...packAnswer(answer, budget), notes: said }
  },
  render: (answer) => [{ type: 'text', text: renderAnswer(answer) }],
})

function absentKinds(kinds: readonly Kind[], engine: Engine): readonly string[] {
  const absent = kinds.filter((kind) => !engine.kinds.some((known) => known.kind === kind))
  return absent.length === 0 ? [] : [`This version of wuku has no storehouse for ${absent.join(' and ')} yet.`]
}

/** The best hits as long as they fit; a better one is never left out for a worse one. The first is always there. */
function packAnswer({ hits, trace }: SearchAnswer, budget: number): Omit<Output, 'query' | 'notes'> {
  const packed: RecalledHit[] = []
  let spent = 0
  for (const found of hits.map(recalledHit)) {
    spent += estimateTokens(renderHit(found, packed.length))
    if (spent > budget && packed.length > 0) break
    packed.push(found)
  }
  const corrections = trace.corrections.map((correction) => ({ ...correction }))
  return { mode: trace.mode, hits: packed, leftOut: hits.length - packed.length, corrections }
}

const recalledHit = (hit_: Hit): RecalledHit => ({
  citation: hit_.citation,
  docid: `#${hit_.docid}`,
  kind: hit_.source.kind,
  source: hit_.source.name,
  path: hit_.document.path,
  title: hit_.document.title,
  headings: [...hit_.headings],
  line: hit_.snippet.line,
  endLine: hit_.snippet.endLine,
  score: hit_.score,
  snippet: hit_.snippet.text,
  matched: [...hit_.why.matched],
  missing: [...hit_.why.missing],
  near: hit_.why.near,
  freshness: hit_.freshness,
  context: hit_.context,
})

function renderAnswer({ query, hits, leftOut, notes: said }: Output): string {
  const head =
    hits.length === 0 ? `Nothing found for "${query}".` : `${counted(hits.length, 'passage')} for "${query}":`
  const tail = [
    ...(leftOut > 0
      ? [`${counted(leftOut, 'more hit')} left out to stay within the budget: raise budget, or narrow the query.`]
      : []),
    ...said,
    ...(hits.length === 0 ? ['Try other words for the same thing; `sources` lists what is indexed.'] : []),
  ]
  return [head, ...hits.map(renderHit), ...(tail.length > 0 ? [tail.join('\n')] : [])].join('\n\n')
}

/** What has the words is told by what it lacks; what has none of them, by its meaning. */
function whyLines({ matched, missing, near }: RecalledHit): readonly string[] {
  if (matched.length === 0 && near !== null) return [`Near in meaning: ${near.toFixed(2)}`]
  return missing.length === 0 ? [] : [`Lacks: ${missing.join(', ')}`]
}

function renderHit(found: RecalledHit, index: number): string {
  const place = [found.title, ...found.headings].filter((name, at, names) => name !== names[at - 1]).join(' > ')
  const age = found.freshness === 'fresh' || found.freshness === 'unknown' ? '' : ` (${found.freshness})`
  const below = [
    ...(found.context === null ? [] : [`Context: ${contextLine(found.context)}`]),
    ...whyLines(found),
    ...found.snippet.split('\n'),
    found.citation,
  ]
  const head = `${index + 1}. ${found.source}/${found.path}:${found.line}  ${place}  ${found.score.toFixed(2)}${age}`
  return [head, ...below.map((line) => `   ${line}`)].join('\n')
}
