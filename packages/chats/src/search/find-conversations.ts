import type { Candidate, DocumentId, SourceId } from '@wuku/core/core-types'
import type { RankingPolicy } from '@wuku/kernel/base/kind'
import type { StoreView } from '@wuku/core/ports/store'
import { withNeighbours } from '@wuku/index-core/ranking/turns'
import type { ChatEntry } from '../catalogue.ts'
import type { Aspect, AspectWord } from './aspects.ts'
import { partsWithin, type Chosen, isPartThat, straddles } from './choose.ts'
import { documentsThatHold } from './matching-documents.ts'
import { classesOf, marksOf } from './search-marks.ts'
import { uniteNear, type Ground } from './near.ts'
import { partsOf, rankConversations, withCoverage, withPhraseShares, type Match, type RankedChat } from './rank.ts'
import { meanOfParts } from '@wuku/kernel/query/prompt-parts'
import { isPrompt } from './resolve-query.ts'
import type { SearchInput } from './chat-search-shapes.ts'
import type { Way } from './search-targets.ts'
import { recordOf, type MessageRecord } from '../record.ts'
import { isWithin } from './window.ts'

/** Chunks looked at: a conversation is judged by several. Times four each time that filters left too little. */
const DEPTH = 2_000
const DEEPEST = 64_000

/** Conversations by their best chunks, best first: an order good enough to choose those that are looked at closely. */
export async function findConversations(
  aspects: readonly Aspect[],
  /** Only among these, when it is known which ones may hold what is demanded. */
  among: ReadonlySet<ChatEntry> | undefined,
  ground: Ground,
): Promise<readonly RankedChat[]> {
  const found = await Promise.all(aspects.map((aspect) => candidatesOf(aspect, among, ground)))
  const matches = found.flatMap((own, aspect) => own.map((each): Match => ({ ...each, aspect, source: 'content' })))
  return rankConversations(await keepTimely(matches, ground), aspects, ground)
}

/** With shares of the ideal as scores. */
async function candidatesOf(
  { text, terms, ideal }: Aspect,
  among: ReadonlySet<ChatEntry> | undefined,
  ground: Ground,
): Promise<readonly Candidate[]> {
  const { view, chosen, request, ranking } = ground
  const isFew = !chosen.isMajority || (among !== undefined && among.size < chosen.entries.length / 2)
  const isChosen = (document: DocumentId): boolean => {
    const entry = chosen.answering(document)
    return entry !== undefined && (among?.has(entry) ?? true)
  }
  const near = (ground.near.get(text) ?? []).filter(({ document }) => isChosen(document))
  if (terms.length === 0) return near
  const within = withinOf(isFew ? documentsOf(among ?? chosen.entries, chosen) : undefined, ground)
  for (let depth = DEPTH; ; depth *= 4) {
    const found =
      (await view.chunks.lexical([{ terms, ...marksOf(request), ...within, k1: ranking.k1, depth }]))[0] ?? []
    const retained = found.filter(({ document }) => isChosen(document))
    const conversations = new Set(retained.map(({ document }) => chosen.entryOf(document)))
    const isEnough = found.length < depth || depth >= DEEPEST || conversations.size >= 2 * request.limit_chats
    if (isEnough) return uniteNear(shares(retained, ideal, ranking), near)
  }
}

/** Parts in which something may be found. */
const documentsOf = (entries: Iterable<ChatEntry>, { window }: Chosen): readonly DocumentId[] =>
  [...entries].flatMap((entry) => partsWithin(entry, window).map(({ id }) => id))

const withinOf = (documents: readonly DocumentId[] | undefined, { sources, isEverything }: Ground) =>
  documents === undefined ? (isEverything ? {} : { within: { sources } }) : { within: { sources, documents } }

function shares(found: readonly Candidate[], ideal: number, { turns }: RankingPolicy): readonly Candidate[] {
  const own = found.map((each) => ({ ...each, score: Math.min(1, each.score / ideal) }))
  return turns ? withNeighbours(own, turns) : own
}

/**
 * The given conversations with every match in them, even if others are better, each match with the kind of its text;
 * best first. Conversations without a match are left out.
 */
export async function rankWithAllMatches(
  entries: readonly ChatEntry[],
  aspects: readonly Aspect[],
  ground: Ground,
): Promise<readonly RankedChat[]> {
  const { view, request, sources, chosen } = ground
  const within = { sources, documents: documentsOf(entries, chosen) }
  const [classOf, found, coverage, phrases] = await Promise.all([
    classesOf(within, request, view),
    Promise.all(aspects.map((aspect) => matchesWithin(aspect, within, ground))),
    readCoverage(aspects, entries, ground),
    phraseShares(aspects, within.documents, ground),
  ])
  const matches = found.flatMap((own, aspect) =>
    own.map((each): Match => ({ ...each, aspect, source: classOf(each.chunk) })),
  )
  const ranked = rankConversations(await keepTimely(matches, ground), aspects, ground)
  return withPhraseShares(withCoverage(ranked, coverage), phrases)
}

async function matchesWithin(
  { text, telling: terms, ideal }: Aspect,
  within: { readonly sources: readonly SourceId[]; readonly documents: readonly DocumentId[] },
  { view, request, ranking, near }: Ground,
): Promise<readonly Candidate[]> {
  const probe = { terms, ...marksOf(request), within, k1: ranking.k1, depth: DEEPEST }
  const [found = []] = terms.length === 0 ? [] : await view.chunks.lexical([probe])
  const documents = new Set(within.documents)
  const nearby = (near.get(text) ?? []).filter(({ document }) => documents.has(document))
  return uniteNear(shares(found, ideal, ranking), nearby)
}

/** Share of the best aspect's phrases, by weight, that a conversation holds as written. */
async function phraseShares(
  aspects: readonly Aspect[],
  documents: readonly DocumentId[],
  { view, request }: Ground,
): Promise<(entry: ChatEntry) => number> {
  const place = { view, marks: marksOf(request) }
  const phrasesPerAspect = await Promise.all(
    aspects.map(({ bonuses }) =>
      Promise.all(
        bonuses.map(async (bonus) => ({
          share: bonus.share,
          holders: await documentsThatHold({ ways: [bonus] }, documents, place),
        })),
      ),
    ),
  )
  return ({ documents: own }) =>
    Math.max(
      0,
      ...phrasesPerAspect.map((phrases) =>
        phrases.reduce(
          (sum, { share, holders: matchingIds }) => sum + (own.some(({ id }) => matchingIds.has(id)) ? share : 0),
          0,
        ),
      ),
    )
}

/**
 * Share of the weight of an aspect's words that a conversation holds anywhere; the best of all aspects, or of a long
 * prompt their mean. A substitute for a word counts less: it may not be what was meant.
 */
async function readCoverage(
  aspects: readonly Aspect[],
  entries: readonly ChatEntry[],
  { view, sources, request }: Pick<Ground, 'view' | 'sources' | 'request'>,
): Promise<(entry: ChatEntry) => number> {
  const terms = aspects.flatMap(({ words }) => words.flatMap(({ target }) => target.ways.flatMap((way) => way.terms)))
  const documents = entries.flatMap((entry) => entry.documents.map(({ id }) => id))
  const documentsByTerm = await view.terms.documentsWith(terms, { sources, documents })
  return (entry) => {
    const own = entry.documents.map(({ id }) => id)
    const covered = aspects.map((aspect) => shareOf(aspect, own, documentsByTerm))
    return isPrompt(request) ? meanOfParts(partsOf(aspects), (_, at) => covered[at] ?? 0) : Math.max(0, ...covered)
  }
}

type DocumentsByTerm = ReadonlyMap<string, ReadonlySet<DocumentId>>

function shareOf({ words, ideal }: Aspect, documents: readonly DocumentId[], documentsByTerm: DocumentsByTerm): number {
  const holds = ({ terms }: Way): boolean =>
    terms.length > 0 && terms.every((term) => documents.some((id) => documentsByTerm.get(term)?.has(id)))
  if (ideal === 0) return 0
  return words.reduce((sum, word) => sum + matchedShare(word, holds) * word.ideal, 0) / ideal
}

function matchedShare({ target, alternatives }: AspectWord, holds: (way: Way) => boolean): number {
  const others = new Set(alternatives.map(({ way }) => way))
  if (target.ways.some((way) => !others.has(way) && holds(way))) return 1
  return Math.max(0, ...alternatives.filter(({ way }) => holds(way)).map(({ factor }) => (1 + factor) / 2))
}

interface TimelyContext {
  readonly view: StoreView
  readonly chosen: Chosen
  readonly request: SearchInput
  readonly now: number
}

/** Checks each message's time in parts that cross the window's border, and in the current conversation. */
async function keepTimely(matches: readonly Match[], context: TimelyContext): Promise<readonly Match[]> {
  const isUnsure = unsureIn(context.chosen)
  const open = matches.filter(({ document }) => isUnsure(document))
  if (open.length === 0) return matches
  const isRetained = await judge(open, context)
  return matches.filter((match) => !isUnsure(match.document) || isRetained(match))
}

function unsureIn(chosen: Chosen): (document: DocumentId) => boolean {
  if (!chosen.window && !chosen.current) return () => false
  const isUnsure = isPartThat((part, entry) => straddles(part, entry, chosen))
  return (document) => {
    const entry = chosen.entryOf(document)
    return entry !== undefined && isUnsure(document, entry)
  }
}

async function judge(open: readonly Match[], context: TimelyContext): Promise<(match: Match) => boolean> {
  const { view, chosen } = context
  const [passages, outlines] = await Promise.all([
    view.chunks.places([...new Set(open.map(({ chunk }) => chunk))]),
    view.documents.outlines([...new Set(open.map(({ document }) => document))]),
  ])
  const messages = new Map(
    [...outlines].map(([document, outline]) => [
      document,
      new Map(recordOf(outline).messages.map((message) => [message.id, message])),
    ]),
  )
  const timely = new Set(
    passages
      .filter(({ document, facts }) => {
        const entry = chosen.entryOf(document.id)
        const message = messages.get(document.id)?.get(facts.anchor ?? '')
        return entry !== undefined && isTimely(message, entry === chosen.current, context)
      })
      .map(({ chunk }) => chunk),
  )
  return ({ chunk }) => timely.has(chunk)
}

/** A message without a time has that of its conversation, and so does a title. */
function isTimely(
  message: MessageRecord | undefined,
  isCurrent: boolean,
  { chosen, request, now }: TimelyContext,
): boolean {
  const { at, role } = message ?? {}
  if (at === undefined) return true
  const isRecent = isCurrent && role === 'user' && at > now - 1_000 * request.exclude_recent_user_secs
  return !isRecent && (!chosen.window || isWithin(at, chosen.window))
}
