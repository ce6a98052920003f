import { policy } from '@wuku/core/policy'
import type { ChunkId } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import type { RankAnswer } from '@wuku/kernel/query/plan'
import { parseQuery } from '@wuku/kernel/query/query'
import { certainty } from '@wuku/index-core/ranking/confidence'
import type { ChatEntry } from '../catalogue.ts'
import { askForChats, askWithin, type Ground } from './asked-chats.ts'
import { keepAnswering } from './required-targets.ts'
import { phraseWay, type SearchTarget } from './search-targets.ts'
import { byScore, showChats, type Match, type RankedChat } from './shown-chat.ts'

/** Asked for beyond those that are shown: their texts decide the order. Some of them are copies or hold what is excluded. */
const SPARE = { asked: 14, shown: 4 }
const MOST = 4_000

/** Asks for more as long as too few are left of what was found. */
export async function findConversations(ground: Ground, required: readonly SearchTarget[], engine: Engine) {
  const { limit_chats: wanted } = ground.request
  for (let more = 1; ; more *= 4) {
    const limit = more * (wanted + SPARE.asked)
    const answers = await askForChats(limit, ground, engine)
    const ranked = rankChats(answers, ground)
    const best = ranked.slice(0, more * (wanted + SPARE.shown))
    const found = await pickAmong(best, answers, { ground, required, engine })
    const isAll =
      (answers.every((each) => each.ranked.length < limit) && best.length === ranked.length) || limit >= MOST
    if (isAll || found.shown.length >= wanted) return found
  }
}

export type Found = Awaited<ReturnType<typeof findConversations>>

/** `plans`: those that answered each query in the end; `excludes`: terms that left conversations out, as they were written. */
async function pickAmong(
  best: readonly Omit<RankedChat, 'matches'>[],
  answers: readonly RankAnswer[],
  { ground, required, engine }: { ground: Ground; required: readonly SearchTarget[]; engine: Engine },
) {
  const entries = best.map(({ entry }) => entry)
  const excludes = excludesOf(answers, ground)
  const demands = { required, excluded: excludes.map((term) => [phraseWay(term)]) }
  const plans = answers.map(({ plan }) => plan)
  const traces = answers.map(({ trace }) => trace)
  const matches = matchesOf(best.length === 0 ? [] : await askWithin(entries, ground, engine), ground)
  const picked = await engine.read(async (view) => {
    const kept = new Set(await keepAnswering(entries, demands, { view, request: ground.request }))
    const chats = best
      .filter(({ entry }) => kept.has(entry))
      .map((chat) => ({ ...chat, matches: matches.get(chat.entry) ?? [] }))
    return showChats(chats, { ground, view, plans, isByWords: traces.every(({ mode }) => mode === 'lexical') })
  })
  return { ...picked, plans, traces, excludes }
}

/** Besides the terms that are named for it, what the queries exclude, unless that was lifted. */
const excludesOf = (answers: readonly RankAnswer[], { request, queries }: Ground): readonly string[] => [
  ...new Set(
    [
      ...request.exclude_terms,
      ...answers.flatMap(({ plan }, at) => (plan.mustLack.length > 0 ? parseQuery(queries[at] ?? '').excluded : [])),
    ]
      .map((term) => term.trim())
      .filter((term) => term !== ''),
  ),
]

/** A conversation answers a query as well as its best message. */
function rankChats(answers: readonly RankAnswer[], { chosen }: Ground): readonly Omit<RankedChat, 'matches'>[] {
  const all = answers.flatMap(({ ranked }, query) => ranked.map((each) => ({ ...each, query })))
  return [...Map.groupBy(all, ({ document }) => chosen.entryOf(document))]
    .flatMap(([entry, own]) => {
      if (!entry) return []
      const best = answers.map((_, at) =>
        Math.max(0, ...own.filter(({ query }) => query === at).map(({ score }) => score)),
      )
      const [evidence] = own.flatMap((each) => each.evidence ?? []).toSorted((a, b) => certainty(b) - certainty(a))
      return [{ entry, score: united(best), evidence }]
    })
    .toSorted(byScore)
}

const united = (scores: readonly number[]): number => {
  const best = scores.toSorted((a, b) => b - a)
  return 1 - policy.turns.furtherQueries.reduce((open, share, at) => open * (1 - share * (best[at] ?? 0)), 1)
}

/** A chunk may answer several queries. */
function matchesOf(answers: readonly RankAnswer[], { chosen }: Ground): ReadonlyMap<ChatEntry, readonly Match[]> {
  const matches = new Map<ChatEntry, Map<ChunkId, Match>>()
  for (const { chunk, document, score } of answers.flatMap(({ ranked }) => ranked)) {
    const entry = chosen.entryOf(document)
    if (!entry) continue
    const own = matches.get(entry) ?? new Map<ChunkId, Match>()
    matches.set(entry, own)
    if (score > (own.get(chunk)?.score ?? -1)) own.set(chunk, { chunk, score })
  }
  return new Map([...matches].map(([entry, own]) => [entry, [...own.values()].toSorted(bestFirst)]))
}

const bestFirst = (a: Match, b: Match): number => b.score - a.score || a.chunk - b.chunk
