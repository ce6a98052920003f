import type { DocumentId } from '../../core/words.ts'
import { stepped } from '../../ranking/trail.ts'
import { resolveLink, type Named } from '../../text/markdown/link-names.ts'
import { linkSpans, type LinkSpan, type LinkText } from '../../text/markdown/links.ts'
import type { TextReading } from '../../text/terms/reading.ts'
import { textsIn } from './filters/said-facts.ts'
import type { Found, SearchContext } from './context.ts'
import { fieldsOf, heldIn, holdsAny } from './evidence.ts'
import { placesOf, tellingTerms } from './places.ts'
import type { SearchPlan } from './plan.ts'

/**
 * Passages that point elsewhere: lists of links, and stubs that say "see there". They repeat the words of a question and
 * explain nothing; the words of a link speak for the page that it leads to.
 */

/** What a passage says loses at most so much when it only points elsewhere. */
const POINTS = Number(process.env['P'] ?? 0.3)
/** What a page lacks is filled by so much when a link to it says all of the question. */
const LED = Number(process.env['L'] ?? 0.5)
/** A link that says less of the question than this leads to something else. */
const LEAST = Number(process.env['M'] ?? 0.5)
/** Shares of words in links: below the first a passage explains, above the second it only points. */
const PROSE = Number(process.env['A'] ?? 0.3)
const LIST = Number(process.env['B'] ?? 0.7)
/** Words of a stub, apart from its headings. */
const STUB = Number(process.env['S'] ?? 12)
const EMPTY = Number(process.env['E'] ?? 3)

export interface Signpost {
  /** 0 where it explains something itself, 1 where it points alone. */
  readonly points: number
  /** Links by how much of the question they say. */
  readonly leads: readonly { readonly to: LinkText; readonly says: number }[]
}

export function readSignpost(found: Found, plan: SearchPlan, { reading: { textOf } }: SearchContext): Signpost {
  const { text } = found.passage
  const links = linkSpans(text)
  const reading = found.reading()
  const body = /^(?:\s*(?:---\n[^]*?\n---|#{1,6} [^\n]*)(?:\n|$))*\s*/.exec(text)?.[0].length ?? 0
  const { shown, other } = countWords(reading, links, body)
  const size = shown + other
  const isStub = size <= STUB && body > 0
  if (links.length === 0) return { points: isStub && size <= EMPTY ? 1 : 0, leads: [] }
  const share = shown / Math.max(1, size)
  const points = isStub ? 1 : Math.min(1, Math.max(0, (share - PROSE) / (LIST - PROSE)))
  const own = links.filter(({ start, to }) => start >= body && to !== undefined)
  const says = saidIn(reading, own, plan)
  const all = isStub ? saidBy(found, plan, textOf) : 0
  return {
    points,
    leads: own.flatMap(({ to }, at) => {
      const share = Math.max(all, says[at] ?? 0)
      return to && share >= LEAST ? [{ to, says: share }] : []
    }),
  }
}

/** Words that are shown of links, and words beside them; a CJK character is half of one. Addresses are none. */
function countWords({ count, starts, ends }: TextReading, links: readonly LinkSpan[], body: number) {
  let [shown, other, at] = [0, 0, 0]
  for (let word = 0; word < count; word++) {
    const start = starts[word] ?? 0
    if (start < body) continue
    while ((links[at]?.end ?? Infinity) <= start) at++
    const link = links[at]
    const size = (ends[word] ?? 0) - start === 1 ? 0.5 : 1
    if (!link || start < link.start) other += size
    else if (start >= link.shown.start && start < link.shown.end) shown += size
  }
  return { shown, other }
}

/** Share of the question that each link says. */
function saidIn(reading: TextReading, links: readonly LinkSpan[], { words }: SearchPlan): readonly number[] {
  const places = placesOf(reading, words)
  const all = words.reduce((sum, { ideal }) => sum + ideal, 0)
  return links.map(({ shown }) => {
    const held = words.reduce((sum, { ideal }, index) => {
      const isSaid = places[index]?.at.some((word) => {
        const start = reading.starts[word] ?? 0
        return start >= shown.start && start < shown.end
      })
      return isSaid ? sum + ideal : sum
    }, 0)
    return all === 0 ? 0 : held / all
  })
}

function saidBy(found: Found, { words }: SearchPlan, textOf: SearchContext['reading']['textOf']): number {
  const held = heldIn(fieldsOf(found, textOf), words.flatMap(tellingTerms))
  const all = words.reduce((sum, { ideal }) => sum + ideal, 0)
  const said = words.reduce((sum, word) => (holdsAny(held, tellingTerms(word)) ? sum + word.ideal : sum), 0)
  return all === 0 ? 0 : said / all
}

interface Posted {
  readonly found: Found
  readonly sign: Signpost
}

interface Target extends Named {
  readonly document: DocumentId
  readonly source: Found['passage']['document']['source']
}

/** How much of the question links say about each of the documents that may be lifted. */
export async function ledTo(
  posted: readonly Posted[],
  candidates: readonly DocumentId[],
  { view }: SearchContext,
): Promise<ReadonlyMap<DocumentId, number>> {
  const led = new Map<DocumentId, number>()
  const posts = posted.filter(({ sign }) => sign.leads.length > 0)
  if (posts.length === 0) return led
  const targets = (await view.documents.byId([...new Set(candidates)])).map(
    ({ id, source, path, meta }): Target => ({ document: id, source, path, aliases: textsIn(meta['aliases']) }),
  )
  for (const { found, sign } of posts) {
    const { document } = found.passage
    const near = targets.filter(({ source, document: id }) => source === document.source && id !== document.id)
    for (const { to, says } of sign.leads) {
      const target = resolveLink(to, document.path, near)
      if (target) led.set(target.document, Math.max(led.get(target.document) ?? 0, says))
    }
  }
  return led
}

export const lowered = <Item extends Found>(item: Item, points: number): Item =>
  points === 0 ? item : withScores(item, (score) => score * (1 - POINTS * points))

export const lifted = <Item extends Found>(item: Item, says: number | undefined): Item =>
  says === undefined ? item : withScores(item, (score) => score + (1 - score) * LED * says)

function withScores<Item extends Found>(item: Item, change: (score: number) => number): Item {
  const standing = { ...item.standing, share: change(item.standing.share) }
  return { ...stepped(item, 'links', change(item.score)), standing }
}
