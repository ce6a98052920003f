import type { BestRanking, Found, ReadPassage } from '../base/searched.ts'
import { policy } from '@wuku/core/policy'
import { onceFor } from '@wuku/core/once'
import type { DocumentId, Passage, StoredDocument } from '@wuku/core/core-types'
import type { RankedDocument } from '@wuku/index-core/ranking/rank-documents'
import { stepped } from '@wuku/index-core/ranking/score-trace'
import { pathKeys, resolveLink } from '@wuku/text/markdown/link-names'
import { linkSpans, type LinkSpan, type LinkText } from '@wuku/text/markdown/markdown-links'
import type { ReadText, TextReading } from '@wuku/text/terms/reading'
import { textsIn } from './filters/stated-facts.ts'
import { planFor } from './search-context.ts'
import { fieldsOf, holdsAny } from './evidence.ts'
import { createMatcher, placesOf, tellingTerms } from './word-places.ts'
import type { PlannedWord, SearchPlan } from '../query/plan.ts'

/**
 * Passages that point elsewhere: lists of links, and stubs that say "see there". They repeat the words of a question and
 * explain nothing; the words of a link speak for the page that it leads to (docs/decisions/0004-weights.md).
 */

/** Scores of the best, in no order: what points gives way, and what it points to is raised, once a document. */
export async function followLinkPages(
  retained: readonly ReadPassage[],
  { plan, context, pool, readPage }: BestRanking,
): Promise<readonly ReadPassage[]> {
  if (context.request.meaning?.mode === 'semantic') return retained
  const signs = retained.map((found) => readLinkPage(found, planFor(found.kind, plan), context.reading.textOf))
  const { leadsOf, lossOf } = compare(signs)
  const led = await ledTo(
    signs.map((sign, at) => ({ passage: retained[at]?.passage, leads: leadsOf(sign) })),
    { pool, context },
  )
  const there = new Set(retained.map(({ passage }) => passage.document.id))
  const further = firstOfEach(pool.filter(({ document }) => led.has(document) && !there.has(document)))
  const others = further.length > 0 ? await readPage(further) : []
  const lowered = retained.map((found, at) => withScores(found, (score) => score * (1 - lossOf(signs[at] ?? nothing))))
  const raised = new Set<DocumentId>()
  return [...lowered, ...others].map((found) => {
    const { id } = found.passage.document
    const share = led.get(id)
    if (share === undefined || raised.has(id)) return found
    raised.add(id)
    return withScores(found, (score) => score + (1 - score) * policy.links.leads * share)
  })
}

/** Links are held against one another, those to pages that are not here included. */
function compare(signs: readonly LinkPage[]) {
  const here = Math.max(0, ...signs.flatMap(({ leads }) => leads.map(({ share }) => share)))
  const away = Math.max(0, ...signs.map((sign) => sign.away))
  const least = Math.max(policy.links.minShare, policy.links.nearBest * Math.max(here, away))
  return {
    leadsOf: ({ leads }: LinkPage): readonly Lead[] => leads.filter(({ share }) => share >= least),
    // The address of a page that is not here is what somebody asks for by its name.
    lossOf: (sign: LinkPage): number =>
      sign.away >= policy.links.nearBest && sign.away > here ? 0 : policy.links.points * sign.points,
  }
}

const firstOfEach = <Item extends RankedDocument>(ranked: readonly Item[]): readonly Item[] =>
  [...Map.groupBy(ranked, ({ document }) => document).values()].flatMap(([first]) => first ?? [])

function withScores<Item extends Found>(item: Item, change: (score: number) => number): Item {
  const score = change(item.score)
  if (score === item.score) return item
  return {
    ...stepped(item, 'links', score),
    rankEvidence: { ...item.rankEvidence, share: change(item.rankEvidence.share) },
  }
}

interface LinkPage {
  /** 0 where it explains something itself, 1 where it points alone. */
  readonly points: number
  readonly leads: readonly Lead[]
  /** Share of the question that one of its links says, of those to pages that are not here. */
  readonly away: number
}

interface Lead {
  readonly to: LinkText
  /** Share of the question that it says. */
  readonly share: number
  /** The same, less what else it says: then it leads to something else. */
  readonly raises: number
}

const nothing: LinkPage = { points: 0, leads: [], away: 0 }

/** Front matter, and headings before any text. */
const ABOVE = /^(?:---\n[^]*?\n---(?:\n|$))?(?:\s*#{1,6} [^\n]*(?:\n|$))*\s*/

function readLinkPage(found: ReadPassage, { words }: SearchPlan, textOf: ReadText): LinkPage {
  const { text } = found.passage
  const links = found.kind.ranking.linkPages ? linkSpans(text) : []
  if (links.length === 0) return nothing
  const body = ABOVE.exec(text)?.[0].length ?? 0
  const reading = found.reading()
  const { shown, plain } = countWords(reading, links, body)
  const isStub = body > 0 && shown + plain <= policy.links.stubWords && links.length <= policy.links.stubLinks
  const share = shown / Math.max(1, shown + plain)
  const own = links.filter(({ start }) => start >= body)
  const ofAll = isStub ? shareOfText(found, words, textOf) : 0
  const ofEach = compareLinks(reading, own, words)
  // Addresses are read of those links alone that say something of the question.
  const asked = own.flatMap((link, at) => {
    const { share: ofLink, about } = ofEach[at] ?? unasked
    return ofLink + ofAll === 0 ? [] : [{ to: link.to(), share: ofLink, about }]
  })
  return {
    points: isStub
      ? 1
      : Math.min(1, Math.max(0, (share - policy.links.explains) / (policy.links.pointsOnly - policy.links.explains))),
    leads: asked.flatMap(({ to, share: ofLink, about }) =>
      to ? [{ to, share: Math.max(ofAll, ofLink), raises: Math.max(ofAll, ofLink * about) }] : [],
    ),
    away: Math.max(0, ...asked.map(({ to, share: ofLink }) => (to ? 0 : ofLink))),
  }
}

/** Counts words inside and outside of links, without addresses; a single character is half of one. */
function countWords({ count, starts, ends }: TextReading, links: readonly LinkSpan[], body: number) {
  let [shown, plain, at] = [0, 0, 0]
  for (let word = 0; word < count; word++) {
    const start = starts[word] ?? 0
    if (start < body) continue
    while ((links[at]?.end ?? Infinity) <= start) at++
    const link = links[at]
    const size = (ends[word] ?? 0) - start === 1 ? 0.5 : 1
    if (!link || start < link.start) plain += size
    else if (isWithin(start, link.shown)) shown += size
  }
  return { shown, plain }
}

const isWithin = (at: number, { start, end }: LinkSpan['shown']): boolean => at >= start && at < end

const unasked = { share: 0, about: 0 }

/** How much of the question each link says, and how much of the link that is; a CJK word stands on several places. */
function compareLinks(reading: TextReading, links: readonly LinkSpan[], words: readonly PlannedWord[]) {
  const placesOfWords = placesOf(reading, words).map(({ at }) => at)
  if (placesOfWords.every((at) => at.length === 0)) return []
  const lengths = words.map(({ isCjk, raw }) => (isCjk ? [...raw].length : 1))
  const covered = new Uint8Array(reading.count + 1)
  for (const [word, at] of placesOfWords.entries())
    for (const first of at) covered.fill(1, first, first + (lengths[word] ?? 1))
  let place = 0
  return links.map(({ shown }) => {
    while (place < reading.count && (reading.starts[place] ?? 0) < shown.start) place++
    const first = place
    while (place < reading.count && (reading.starts[place] ?? 0) < shown.end) place++
    let said = 0
    for (let at = first; at < place; at++) said += covered[at] ?? 0
    if (said === 0) return unasked
    const share = shareOfWords(
      words,
      (_, word) => placesOfWords[word]?.some((at) => at >= first && at < place) ?? false,
    )
    return { share, about: said / (place - first) }
  })
}

/** A stub is about one thing, by its titles and its text. */
function shareOfText(found: Found, words: readonly PlannedWord[], textOf: ReadText): number {
  const matched = createMatcher(words.flatMap(tellingTerms))(fieldsOf(found, textOf))
  return shareOfWords(words, (word) => holdsAny(matched, tellingTerms(word)))
}

/** How much of the question some of its words say. */
export function shareOfWords(words: readonly PlannedWord[], isMatched: (word: PlannedWord, at: number) => boolean) {
  const all = words.reduce((sum, { ideal }) => sum + ideal, 0)
  const share = words.reduce((sum, word, at) => (isMatched(word, at) ? sum + word.ideal : sum), 0)
  return all === 0 ? 0 : share / all
}

/** The store keeps documents from one question to the next, and with each its names. */
const namedNote = onceFor(
  (document: StoredDocument) => ({
    ...document,
    aliases: textsIn(document.meta['aliases']),
    keys: pathKeys(document),
  }),
  new WeakMap(),
)

/** How much of the question links say about documents of their source that were found, too. */
async function ledTo(
  posted: readonly { readonly passage: Passage | undefined; readonly leads: readonly Lead[] }[],
  { pool, context }: Pick<BestRanking, 'pool' | 'context'>,
): Promise<ReadonlyMap<DocumentId, number>> {
  const led = new Map<DocumentId, number>()
  const pointing = posted.filter(({ leads }) => leads.length > 0)
  if (pointing.length === 0) return led
  const found = new Set(pool.filter(({ kind }) => kind.ranking.linkPages).map(({ document }) => document))
  const documents = await context.view.documents.byId([...found])
  const named = documents.map(namedNote)
  for (const { passage, leads } of pointing) {
    if (!passage) continue
    const { id, source, path } = passage.document
    const others = named.filter((each) => each.source === source && each.id !== id)
    for (const { to, raises } of leads) {
      const target = resolveLink(to, path, others)
      if (target) led.set(target.id, Math.max(led.get(target.id) ?? 0, raises))
    }
  }
  return led
}
