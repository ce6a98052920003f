import type { Candidate } from '@wuku/core/core-types'
import { AGED_SINCE, recencyFactor } from '@wuku/index-core/ranking/turns'
import type { ChatEntry } from '../catalogue.ts'
import type { SnippetSource } from '../record.ts'
import { asks, meanOfParts, weightOfPart } from '@wuku/kernel/query/prompt-parts'
import type { Aspect } from './aspects.ts'
import { asksForNewest } from '@wuku/kernel/query/asked-of'
import { isPrompt, queriesOf } from './resolve-query.ts'
import type { Ground } from './near.ts'

/** A chunk that answers one of the things asked; its score is the share of an ideal one. */
export interface Match extends Candidate {
  /** Which of the aspects. */
  readonly aspect: number
  readonly source: SnippetSource
}

export interface RankedChat {
  readonly entry: ChatEntry
  /** 0 to 1. */
  readonly score: number
  /** Score of its best message or title, before its age counts. */
  readonly strength: number
  /** Share of what was asked for that it holds anywhere; 0 before it was looked at. */
  readonly coverage: number
  readonly matches: readonly Match[]
}

/** Shares by which each further message, times its score, closes the gap that the best one leaves. */
const support = [1, 0.15, 0.05]
/** A title says what a conversation is about, but in few words. */
const TITLE = 0.75
/** Programs talk at length: their text means less than the same said by somebody. */
const TOOL = 0.8
/** Shares for each further thing asked that is found. */
const further = [1, 0.5, 0.35, 0.25]

/** Nobody sat at it, so nobody remembers it. */
const AUTOMATED = 0.95

export function rankConversations(
  matches: readonly Match[],
  aspects: readonly Aspect[],
  { chosen, now, aged, request }: Pick<Ground, 'chosen' | 'now' | 'aged' | 'request'>,
): readonly RankedChat[] {
  const parts = isPrompt(request) ? partsOf(aspects) : undefined
  const unite = (scores: ReadonlyMap<number, number>): number =>
    parts ? meanOfParts(parts, (_, at) => scores.get(at) ?? 0) : united([...scores.values()], further)
  const ranked = [...Map.groupBy(matches, ({ document }) => chosen.entryOf(document))].flatMap(([entry, own]) =>
    entry ? [rankOne(entry, own, unite)] : [],
  )
  const isNewest = queriesOf(request).some(asksForNewest)
  const from = isNewest ? newestOfBest(ranked) : Math.min(now, chosen.window?.to ?? now)
  const share = aged ?? (isNewest ? AGED_SINCE : undefined)
  return ranked
    .map((each) => ({ ...each, score: each.score * recencyFactor(from - each.entry.endedAt, share) }))
    .toSorted(byScore)
}

/** Share of the best score at which something newer may take its place. */
const NEAR_BEST = 0.6

function newestOfBest(ranked: readonly RankedChat[]): number {
  const best = ranked.reduce((most, { score }) => Math.max(most, score), 0)
  return ranked.reduce(
    (newest, { score, entry }) => (score >= NEAR_BEST * best ? Math.max(newest, entry.endedAt) : newest),
    0,
  )
}

/** Sentences of a long prompt, by what each says. */
export const partsOf = (aspects: readonly Aspect[]): readonly { readonly weight: number }[] =>
  aspects.map(({ text, ideal }) => ({ weight: weightOfPart(ideal, asks(text)) }))

export const byScore = (a: RankedChat, b: RankedChat): number =>
  b.score - a.score || b.entry.endedAt - a.entry.endedAt || (a.entry.id < b.entry.id ? -1 : 1)

function rankOne(
  entry: ChatEntry,
  matches: readonly Match[],
  unite: (scores: ReadonlyMap<number, number>) => number,
): RankedChat {
  const aspects = Map.groupBy(matches, ({ aspect }) => aspect)
  const strength = unite(new Map([...aspects].map(([aspect, own]) => [aspect, scoreOf(own, entry)])))
  const part = entry.isAutomated ? AUTOMATED : 1
  return { entry, score: strength * part, strength, coverage: 0, matches }
}

/** Weight of coverage: the words of a query may be spread over several messages. */
const COVERED = 0.2

export const withCoverage = (
  ranked: readonly RankedChat[],
  coverageOf: (entry: ChatEntry) => number,
): readonly RankedChat[] =>
  ranked
    .map((chat) => {
      const coverage = coverageOf(chat.entry)
      return { ...chat, coverage, score: 1 - (1 - chat.score) * (1 - COVERED * coverage) }
    })
    .toSorted(byScore)

/** Weight of quoted phrases that it holds as written. */
const QUOTED = 0.35

export const withPhraseShares = (
  ranked: readonly RankedChat[],
  shareOf: (entry: ChatEntry) => number,
): readonly RankedChat[] =>
  ranked
    .map((chat) => {
      const share = Math.min(1, shareOf(chat.entry))
      return share === 0 ? chat : { ...chat, score: 1 - (1 - chat.score) * (1 - QUOTED * share) }
    })
    .toSorted(byScore)

function scoreOf(matches: readonly Match[], { isNamed }: ChatEntry): number {
  const textScores = matches.filter(({ source }) => source !== 'title').map(weightedScore)
  // A title that is the first line of the first message says nothing that the message has not said.
  const isTitleCounted = isNamed || textScores.length === 0
  const titles = isTitleCounted ? matches.filter(({ source }) => source === 'title').map(({ score }) => score) : []
  return 1 - (1 - united(textScores, support)) * (1 - TITLE * Math.max(0, ...titles))
}

const weightedScore = ({ score, source }: Match): number => (source === 'tool' ? TOOL * score : score)

/**
 * Combines scores: each closes a share of the gap that the ones before it leave. The result is 0 to 1, and at least the
 * best alone.
 */
function united(scores: readonly number[], shares: readonly number[]): number {
  const best = scores.toSorted((a, b) => b - a)
  return 1 - shares.reduce((open, share, at) => open * (1 - share * (best[at] ?? 0)), 1)
}
