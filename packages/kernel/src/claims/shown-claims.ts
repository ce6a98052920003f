import { defined } from '@wuku/core/list-helpers'
import { z } from 'zod'
import type { Source, StoredDocument } from '@wuku/core/core-types'
import { policy } from '@wuku/core/policy'
import { msg, tr } from '@wuku/messages/kernel'
import { claimKinds } from '@wuku/text/claims/extract'
import { isNews, isOutdated, states, type ShownClaim } from '@wuku/text/claims/judged'
import type { Engine } from '../base/engine.ts'
import { count } from '../base/operation-shapes.ts'
import type { Hit } from '../query/types.ts'
import { roundedScore } from '../search/read-passages.ts'
import { judgeTexts } from './judge-texts.ts'

/** Claims in the texts that an answer shows. */

export const claimShape = z.strictObject({
  text: z.string().describe('As it is written.'),
  kind: z.enum(claimKinds).describe('Kind of thing that it names.'),
  state: z.enum(states).describe('unknown: no proof either way.'),
  now: z.string().optional().describe('Where or what it is now.'),
  commit: z.string().optional().describe('That made the difference.'),
  date: z.string().optional().describe('Of the commit.'),
  line: count.optional().describe('Line of the text.'),
})

export const claimsShape = z.array(claimShape).optional().describe('Claims about its project that are no longer so.')

export const verbose = z
  .boolean()
  .default(false)
  .describe('Also list the claims that still hold.')
  .meta({ 'x-for-people': true })

type ClaimOutput = z.output<typeof claimShape>

export interface ShownText {
  /** Lines may begin with their numbers: `12: text`. */
  readonly text: string
  readonly document: StoredDocument
  readonly source: Source
}

/** Claims of texts that people and agents wrote about projects; files of a project and library docs make none here. */
export async function judgeShown(texts: readonly ShownText[], engine: Engine) {
  const silent = new Set(
    engine.kinds.filter(({ feed }) => feed === 'repository' || feed === 'library').map(({ kind }) => kind),
  )
  const given = texts.map(({ text, ...of }) => ({
    text: silent.has(of.source.kind) ? '' : text.replaceAll(LINE_NUMBER, ''),
    of,
  }))
  const judged = await judgeTexts(given, engine, { isThorough: false, most: policy.claims.most })
  return judged.map((claims, at) => {
    if (claims.length === 0) return []
    const lines = texts[at]?.text.split('\n') ?? []
    return claims.map(({ line, ...claim }) => ({ ...claim, ...numberOf(lines[line - 1]) }))
  })
}

const LINE_NUMBER = /^ *\d+: ?/gm

function numberOf(line = ''): { readonly line?: number } {
  const number = /^ *(\d+):/.exec(line)?.[1]
  return number === undefined ? {} : { line: Number(number) }
}

/** The claims that an answer lists; nothing where there are none. */
export function listClaims(claims: readonly ShownClaim[], isVerbose = false): { readonly claims?: ClaimOutput[] } {
  const listed = claims.filter((claim) => isNews(claim) || (isVerbose && claim.state === 'holds')).map(claimOutput)
  return listed.length === 0 ? {} : { claims: listed }
}

export const claimOutput = ({ text, kind, state, now, commit, date, line }: ShownClaim): ClaimOutput => ({
  text,
  kind,
  state,
  ...defined({ now, commit, date, line }),
})

/** Claims that stand in a text of which less is shown. */
export const claimsIn = (text: string, claims: readonly ClaimOutput[] | undefined): { claims?: ClaimOutput[] } =>
  claims ? { claims: claims.filter((claim) => text.includes(claim.text)) } : {}

/** Sentences of one line. */
const MAX_SENTENCES = 3

/** `Since then: src/a.ts moved to src/b.ts (3f2a9c1, 2026-05-02).` */
export function renderClaims(claims: readonly ClaimOutput[] | undefined): readonly string[] {
  const sentences = (claims ?? []).filter(isNews).slice(0, MAX_SENTENCES).map(sentenceOf)
  return sentences.length === 0 ? [] : [tr(msg('sinceThen', { sentences: sentences.join(' ') }))]
}

function sentenceOf({ text, state, now = '', commit, date }: ClaimOutput): string {
  const proofs = [commit?.slice(0, SHORT_COMMIT), date].filter((part) => part !== undefined)
  const said = { text, now, proof: proofs.length === 0 ? '' : ` (${proofs.join(', ')})` }
  if (state === 'moved') return tr(msg('claimMoved', said))
  return tr(state === 'gone' ? msg('claimGone', said) : msg('claimChanged', said))
}

const SHORT_COMMIT = 7

/** The claims of an answer for a model, which pays for every token. */
export const briefClaims = (claims: readonly ClaimOutput[] | undefined): readonly object[] | undefined =>
  claims?.map(({ kind: _kind, line: _line, commit, ...rest }) => ({
    ...rest,
    ...(commit !== undefined && { commit: commit.slice(0, SHORT_COMMIT) }),
  }))

interface Judged {
  readonly score: number
  readonly claims: readonly ShownClaim[]
  /** The line that answers best, where that is known. */
  readonly line?: number
}

/** An item whose main claim is no longer so loses a little of its score, and goes behind the next ones that are as good. */
export function rankByClaims<Item extends Judged>(items: readonly Item[]): readonly Item[] {
  const ranked: Item[] = []
  for (const item of items.toReversed()) {
    const score = isOld(item) ? roundedScore(item.score * policy.claims.outdated) : item.score
    const at = ranked.findIndex((next) => next.score <= score || next.score > item.score)
    ranked.splice(score === item.score ? 0 : at < 0 ? ranked.length : at, 0, { ...item, score })
  }
  return ranked
}

function isOld({ claims, line }: Judged): boolean {
  const main = claims.find((claim) => claim.line === line) ?? claims[0]
  return main !== undefined && isOutdated(main)
}

/** The claims of each hit, and the order that follows from them. */
export async function withClaims(hits: readonly Hit[], engine: Engine): Promise<readonly Hit[]> {
  const claims = await judgeShown(
    hits.map(({ document, source, snippet, facts }) => ({
      text: facts?.turns?.map(({ text }) => text).join('\n') ?? facts?.snippet?.text ?? snippet.text,
      document,
      source,
    })),
    engine,
  )
  const judged = hits.map((hit, at) => ({ ...hit, claims: claims[at] ?? [] }))
  const scores = new Map(hits.map(({ chunk, score }) => [chunk, score]))
  return rankByClaims(judged).map(({ why, ...hit }) => {
    const adds = roundedScore(hit.score - (scores.get(hit.chunk) ?? hit.score))
    const parts = why.parts && adds !== 0 ? [...why.parts, { by: 'claims' as const, adds }] : why.parts
    return { ...hit, why: { ...why, ...(parts && { parts }) } }
  })
}
