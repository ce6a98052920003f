import { onceFor } from '@wuku/core/once'
import { msg, tr, trCount, type Text } from '@wuku/messages/kernel'
import { contextLine } from '../../contexts.ts'
import { briefClaims, renderClaims } from '../../claims/shown-claims.ts'
import type { Block } from '../../base/operation.ts'
import { shortened, describeConfidence } from '../describe-confidence.ts'
import type { Output, RecalledHit } from './shape.ts'

/** If nothing was found, the advice is a separate line, and only if no note gives it already. */
export function renderBlocks(answer: Output): readonly Block[] {
  const blocks: Block[] = [{ type: 'text', text: renderAnswer(answer) }]
  const isEmpty = answer.hits.length + answer.leftOut === 0
  if (isEmpty && !includeAdvice(answer.notes))
    blocks.push({
      type: 'text',
      text: tr('Try other words for the same thing; `sources` lists what is indexed.'),
      isAdvice: true,
    })
  return blocks
}

/** By what was searched is a fact; any other note on an empty answer says what to do. */
export const includeAdvice = (notes: readonly Text[]): boolean =>
  notes.some((note) => !String(note).startsWith('Searched by words only'))

export function renderAnswer(answer: Output): string {
  const { hits } = answer
  return [
    headOf(answer),
    ...hits.map((hit, index) => `${index + 1}. ${textOfHit(hit)}`),
    ...(tailOf(answer).length > 0 ? [tailOf(answer).join('\n')] : []),
  ].join('\n\n')
}

function headOf({ query, hits, leftOut, sure: confidence, weaker }: Output): string {
  if (hits.length > 0) return describeConfidence({ query, confidence, weaker, shown: trCount(hits.length, 'passage') })
  const asked = { query: shortened(query) }
  return tr(leftOut > 0 ? msg('noPassageFits', asked) : msg('nothingFoundFor', asked))
}

const tailOf = ({ leftOut, notes }: Output): readonly string[] => [
  ...(leftOut > 0 ? [tr(msg('leftOutStayWithinBudget', { moreHits: leftOut }))] : []),
  ...notes.map(tr),
]

/** An answer is rendered several times, to see what fits and to be sent, and most hits stand in it each time. */
const textOfHit = onceFor(renderHit, new WeakMap<RecalledHit, string>())

function renderHit(found: RecalledHit): string {
  const place = [found.title, ...found.headings].filter((name, at, names) => name !== names[at - 1]).join(' > ')
  const age = found.freshness === 'fresh' || found.freshness === 'unknown' ? '' : ` (${found.freshness})`
  const below = [
    ...(found.context === null ? [] : [`Context: ${contextLine(found.context)}`]),
    ...whyLines(found),
    ...(found.snippet === '' ? [] : found.snippet.split('\n')),
    ...turnLines(found),
    ...renderClaims(found.claims),
    found.citation,
    ...alsoLines(found),
  ]
  const where = found.about === undefined ? `${found.source}/${found.path}:${found.line}  ${place}` : aboutLine(found)
  const head = `${where}  ${found.score.toFixed(2)}${age}${found.inProject ? ' (project)' : ''}`
  return [head, ...below.map((line) => `   ${line}`)].join('\n')
}

const aboutLine = ({ about, title }: RecalledHit): string => `${about} · "${title}"`

/** Text in another message than the hit has its own citation. */
const turnLines = ({ turns = [] }: RecalledHit): readonly string[] =>
  turns.flatMap(({ who, text, citation }) => [
    ...`${who}: ${text}`.split('\n'),
    ...(citation === undefined ? [] : [`  ${citation}`]),
  ])

const SHOWN_COPIES = 3

function alsoLines({ also }: RecalledHit): readonly string[] {
  const rest = also.length - SHOWN_COPIES
  return [
    ...also.slice(0, SHOWN_COPIES).map((place) => tr(msg('also', { place }))),
    ...(rest > 0 ? [tr(msg('also2', { morePlaces: rest }))] : []),
  ]
}

/** A hit by words shows the words that it lacks; a hit without any of them, its similarity in meaning. */
function whyLines(hit: RecalledHit): readonly string[] {
  return [
    ...matchLines(hit),
    ...(hit.why ? [`Score: ${hit.why.parts.map(renderPart).join(' ')} (${hit.why.seen})`] : []),
  ]
}

const renderPart = ({ by, adds }: NonNullable<RecalledHit['why']>['parts'][number]): string =>
  `${adds < 0 ? '-' : '+'}${Math.abs(adds).toFixed(3)} ${by}`

function matchLines({ matched, missing, near }: RecalledHit): readonly string[] {
  if (matched.length === 0 && near !== null) return [tr(msg('nearMeaning', { near: near.toFixed(2) }))]
  return missing.length === 0 ? [] : [tr(msg('lacks', { missing: missing.join(', ') }))]
}

/** The citation says storehouse, source, path and lines, and the snippet has its own line numbers. */
export const briefly = ({ hits, mode: _mode, weaker, leftOut, explanation: _explanation, ...rest }: Output) => ({
  ...rest,
  ...(weaker > 0 && { weaker }),
  ...(leftOut > 0 && { leftOut }),
  hits: hits.map((hit) => ({
    citation: hit.citation,
    ...(hit.also.length > 0 && { also: hit.also }),
    ...(hit.inProject && { inProject: true }),
    title: hit.title,
    ...(hit.headings.length > 0 && { headings: hit.headings.join(' > ') }),
    ...(hit.about !== undefined && { about: hit.about }),
    score: Math.round(hit.score * 100) / 100,
    missing: hit.missing,
    ...(hit.freshness !== 'fresh' && { freshness: hit.freshness }),
    context: hit.context,
    snippet: hit.snippet,
    turns: hit.turns,
    claims: briefClaims(hit.claims),
  })),
})
