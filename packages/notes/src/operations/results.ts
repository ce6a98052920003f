import { either } from '@wuku/core/list-helpers'
import { z } from 'zod'
import { judge, type Confidence } from '@wuku/index-core/ranking/confidence'
import { contextLine } from '@wuku/kernel/contexts'
import { claimsShape, listClaims, renderClaims, withClaims } from '@wuku/kernel/claims/shown-claims'
import type { Caller } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Block } from '@wuku/kernel/base/operation'
import { searchModes, type Hit, type MeaningOptions } from '@wuku/kernel/query/types'
import {
  citation,
  context,
  docid,
  freshness,
  notes,
  partial,
  queryText,
  title,
} from '@wuku/kernel/base/operation-shapes'
import { includeAdvice } from '@wuku/kernel/operations/recall/render'
import { explanation, explanationOf, why, whyOf } from '@wuku/kernel/operations/recall/explained'
import { confidenceShape } from '@wuku/kernel/operations/describe-confidence'
import { unsearchedNotes } from '@wuku/kernel/operations/unsearched'
import { WukuError } from '@wuku/core/errors'
import { msg, tr } from '@wuku/messages/notes'
import { bulleted } from '@wuku/kernel/documents/not-found'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { nearest } from '@wuku/text/edits/edit'

/** Common parts of the three searches of notes: parameters, results and text. */

const collectionName = z.string().min(1).max(200)

export const searchKeys = (minScore: number) => ({
  query: queryText,
  limit: z.number().int().min(1).max(100).default(10).describe('Maximum number of results. Default 10, at most 100.'),
  minScore: z
    .number()
    .min(0)
    .max(1)
    .default(minScore)
    .describe(`Only results with at least this score: 0 to 1, as shown. Default ${minScore}.`),
  collection: collectionName.optional().describe('Only this collection. Default: all that are searched by default.'),
  collections: z.array(collectionName).max(100).optional().describe('Only these collections.'),
})

const result = z.strictObject({
  docid,
  file: z.string().describe('collection/path; `get` takes it, also with ":120" for a line.'),
  title,
  score: z
    .number()
    .describe("0 to 1: the share of the query's information in the passage. Comparable across collections."),
  context,
  snippet: z.string().describe('The best passage, lines as `12: text`.'),
  line: z.number().int().describe("The snippet's best line."),
  citation,
  headings: z.array(z.string()).describe('Headings above the passage, outermost first.'),
  matched: z.array(z.string()).describe('Query words in the passage.'),
  missing: z.array(z.string()).describe('Query words missing from the passage.'),
  near: z.number().nullable().describe('Cosine similarity to the query; null: not near, or not computed.'),
  freshness,
  claims: claimsShape,
  why,
})

export const searchResults = z.strictObject({
  sure: confidenceShape,
  results: z.array(result).describe('Best first.'),
  mode: z.enum(searchModes).describe('Search mode: by words, by meaning, or both.'),
  notes,
  partial,
  explanation,
})

export type SearchResult = z.output<typeof result>
export type SearchResults = z.output<typeof searchResults>

export interface ResultsRequest extends Pick<MeaningOptions, 'mode' | 'passage' | 'rerank' | 'intent'> {
  readonly query: string
  readonly limit: number
  readonly minScore: number
  readonly collection?: string
  readonly collections?: readonly string[]
  /** Whether claims that hold are listed too. Absent: none are judged. */
  readonly verbose?: boolean
  /** Absent: nothing is explained. */
  readonly explainTo?: Caller | undefined
}

/** `minScore` is compared with the score that the caller sees, which has two decimals. */
export async function findResults(request: ResultsRequest, engine: Engine): Promise<SearchResults> {
  const { query, limit, minScore, mode, passage, rerank, intent, explainTo } = request
  const sources = await namedCollections(request, engine)
  const answer = await engine.search.find({
    query,
    within: { kinds: ['notes'], sources },
    limit,
    of: 'documents',
    meaning: { mode, passage, rerank, intent },
    shown: { minScore: Math.max(0, minScore - 0.006), ...(explainTo && { explain: true }) },
  })
  const hits = answer.hits.filter(({ score }) => shownScore(score) >= minScore)
  const judged = request.verbose === undefined ? hits : await withClaims(hits, engine)
  const results = judged.map((hit) => toResult(hit, request))
  const foundNothing = answer.hits.length === 0 && sources === undefined
  const unsearched = foundNothing ? await unsearchedNotes(['notes'], engine) : []
  const found: SearchResults = {
    sure: judge(answer.hits).sure,
    results,
    mode: answer.trace.mode,
    notes: [...answer.trace.notes, ...unsearched],
    ...(answer.trace.partial && { partial: answer.trace.partial }),
  }
  if (!explainTo) return found
  const text = renderResults(query, found, minScore).map((block) => block.text)
  return { ...found, explanation: explanationOf(answer.trace, estimateTokens(text.join('\n\n'))) }
}

const shownScore = (score: number): number => Math.round(score * 100) / 100

const toResult = (hit: Hit, { explainTo, verbose: isVerbose }: ResultsRequest): SearchResult => ({
  docid: `#${hit.docid}`,
  file: `${hit.source.name}/${hit.document.path}`,
  title: hit.document.title,
  score: shownScore(hit.score),
  context: hit.context,
  snippet: hit.snippet.text,
  line: hit.line,
  citation: hit.citation,
  headings: [...hit.headings],
  matched: [...hit.why.matched],
  missing: [...hit.why.missing],
  near: hit.why.near,
  freshness: hit.freshness,
  ...listClaims(hit.claims ?? [], isVerbose),
  ...(explainTo && whyOf(hit, explainTo)),
})

export const foundNothing = ({ results }: SearchResults): boolean => results.length === 0

export function renderResults(
  query: string,
  { sure: confidence, results, notes: messages }: SearchResults,
  minScore: number,
): readonly Block[] {
  if (results.length > 0) {
    const found = tr(msg('found', { results: results.length, query }))
    const head = `${found}${confidenceLabels[confidence]}:`
    return [{ type: 'text', text: [head, ...results.map(renderResult), ...messages.map(tr)].join('\n\n') }]
  }
  const strict = minScore > 0 ? [tr(msg('resultsBelowScoreWereExcluded', { minScore }))] : []
  const text = [tr(msg('noResultsFound', { query })), ...messages.map(tr), ...strict].join('\n\n')
  const isHelped = strict.length > 0 || includeAdvice(messages)
  return [{ type: 'text', text }, ...(isHelped ? [] : [whatHelps])]
}

/** A strong answer reads as it always did. */
const confidenceLabels: Readonly<Record<Confidence, string>> = {
  strong: '',
  partial: ' (partial)',
  none: ' (none answers it; nearest)',
}

const whatHelps: Block = {
  type: 'text',
  text:
    'One matching word is enough: try other words for the same thing, or the beginning of one ("conf*"). ' +
    '`status` lists what is indexed.',
  isAdvice: true,
}

function renderResult(found: SearchResult): string {
  const age = found.freshness === 'fresh' || found.freshness === 'unknown' ? '' : ` (${found.freshness})`
  return [
    `${found.docid} ${Math.round(found.score * 100)}% ${found.file} - ${found.title}${age}`,
    ...(found.context === null ? [] : [`Context: ${contextLine(found.context)}`]),
    found.snippet,
    ...renderClaims(found.claims),
    found.citation,
  ].join('\n')
}

/** The collections that a caller named, as the engine takes them; `undefined` when none was: those searched by default. */
async function namedCollections(request: ResultsRequest, engine: Engine): Promise<readonly string[] | undefined> {
  const { collection, collections = [] } = request
  const requested = [...new Set([...(collection === undefined ? [] : [collection]), ...collections])]
  if (requested.length === 0) return undefined
  const known = await collectionNames(engine)
  for (const name of requested) if (!known.includes(name)) throw unknownCollection(name, known)
  return requested.map((name) => `notes/${name}`)
}

async function collectionNames(engine: Engine): Promise<readonly string[]> {
  const sources = await engine.read((view) => view.sources.list())
  return sources.filter(({ kind }) => kind === 'notes').map(({ name }) => name)
}

function unknownCollection(name: string, known: readonly string[]): WukuError {
  const near = nearest(name, known, { max: 4, limit: 3 })
  const suggestion = near.length > 0 ? tr(msg('didYouMean2', { near: either(near.map((each) => `"${each}"`)) })) : ''
  const there =
    known.length > 0
      ? tr(msg('collections2', { bulleted: bulleted(known) }))
      : tr('There are no collections yet: add one with "wuku add <folder>".')
  return new WukuError('unknown-source', msg('thereIsNoCollectionCalled', { name }), suggestion + there)
}
