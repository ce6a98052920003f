import { policy } from '@wuku/core/policy'
import { once } from '@wuku/core/once'
import type { DocumentId, StoredDocument } from '@wuku/core/core-types'
import { likeness } from '@wuku/index-core/ranking/copies'
import { stepped } from '@wuku/index-core/ranking/score-trace'
import { byNumber, type ReadText, type TextReading } from '@wuku/text/terms/reading'
import type { FilePolicy } from '@wuku/kernel/base/kind'
import type { Found, Ranking, SearchContext } from '@wuku/kernel/base/searched'
import type { SearchPlan } from '@wuku/kernel/query/plan'
import { tellingTerms } from '@wuku/kernel/search/word-places'

/**
 * A piece of code in several variants within one source: a classic and a mini API, two versions, a generated or vendored
 * copy. They are one hit as long as they say the same where the question asks.
 */

/** Longer files are compared by the passages alone. */
const MAX_BYTES = 200_000

type VariantContext = Pick<SearchContext, 'reading' | 'scope' | 'view'>

/** Each group stands where its best stands, best first; only files of code have twins. */
export async function foldVariants(
  found: readonly Found[],
  { plan, context }: Pick<Ranking, 'plan'> & { readonly context: VariantContext },
): Promise<readonly Found[]> {
  const sides = found.map((each) => sideOf(each, context))
  const pairs = sides.flatMap((one, at) => sides.slice(at + 1).flatMap((other) => pairOf(one, other, plan) ?? []))
  if (pairs.length === 0) return found
  const bodies = await bodiesOf(pairs, context)
  const groups: [Side, ...Side[]][] = []
  for (const side of sides) {
    const group = groups.find(([first]) =>
      pairs.some((pair) => pair.one === first && pair.other === side && haveSameText(pair, bodies)),
    )
    if (group) group.push(side)
    else groups.push([side])
  }
  return groups.map((group) => (group.length === 1 ? group[0].found : joined(group, plan)))
}

interface Side {
  readonly found: Found
  /** Absent where documents are no files of code. */
  readonly files: FilePolicy | undefined
  readonly stem: string
  readonly folders: readonly string[]
  readonly text: () => Text
  readonly read: ReadText
}

function sideOf(found: Found, { reading: { textOf }, scope }: VariantContext): Side {
  const { path, source } = found.passage.document
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  const dot = name.indexOf('.', 1)
  const kind = scope.sources.find(({ id }) => id === source)?.kind
  const files = scope.kinds.find((each) => each.kind === kind)?.ranking.files
  const { text: written } = found.passage
  const text = once(() => ({ reading: textOf(written), text: written }))
  return { found, files, stem: dot < 0 ? name : name.slice(0, dot), folders, text, read: textOf }
}

interface Text {
  readonly reading: TextReading
  readonly text: string
}

/** Passages that may be one piece of code in two variants, by where they are and by many of their words. */
function pairOf(one: Side, other: Side, plan: SearchPlan) {
  if (!one.files || !mayBeVariants(one, other)) return undefined
  // Folders that one of them lies in alone: `mini`, `v3`. Names that hold these differ in nothing else.
  const variants = one.read([...new Set(one.folders).symmetricDifference(new Set(other.folders))].join(' '))
  const [first, second] = [one.text(), other.text()]
  // A full memory of words is replaced, and the new one assigns other numbers.
  if ([first, second].some(({ reading }) => reading.memory !== variants.memory)) return undefined
  // The sorting of all words of both.
  const words = { queried: queriedTerms(plan, variants), variants: new Set(variants.terms) }
  const [own, others] = [partsOf(first, words).parts, partsOf(second, words).parts]
  const isMuchLonger =
    Math.max(own.length, others.length) > policy.variants.longer * Math.min(own.length, others.length)
  return isMuchLonger || likeness(own, others) < policy.variants.minOverlap ? undefined : { one, other, words }
}

type Pair = NonNullable<ReturnType<typeof pairOf>>

type Bodies = ReadonlyMap<DocumentId, Text>

/** Words of the documents of pairs. */
async function bodiesOf(pairs: readonly Pair[], { view, reading: { textOf } }: VariantContext): Promise<Bodies> {
  const documents = pairs
    .flatMap(({ one, other }) => [one, other])
    .map(({ found }) => found.passage.document)
    .filter(({ bytes }) => bytes <= MAX_BYTES)
  const bodies = await view.documents.bodies([...new Set(documents.map(({ id }) => id))])
  return new Map([...bodies].map(([id, text]) => [id, { reading: textOf(text), text }]))
}

/** Files with one name, or parts with one name in different folders; a folder holds translations and drivers side by side. */
function mayBeVariants({ found: one, ...first }: Side, { found: other, ...second }: Side): boolean {
  const [own, others] = [one.passage, other.passage]
  if (own.document.source !== others.document.source || own.document.id === others.document.id) return false
  const symbol = own.facts.headings.join('/')
  const isSameSymbol = symbol !== '' && symbol === others.facts.headings.join('/')
  return first.stem === second.stem || (isSameSymbol && first.folders.join('/') !== second.folders.join('/'))
}

/** Numbers of the terms that the question asks for. */
const queriedTerms = ({ words }: SearchPlan, reading: TextReading): ReadonlySet<number> =>
  new Set(
    byNumber(
      words.flatMap((word) => tellingTerms(word).map((term) => [term, true] as const)),
      reading,
    ).keys(),
  )

interface Sorting {
  readonly queried: ReadonlySet<number>
  readonly variants: ReadonlySet<number>
}

/** Takes compounds apart, and leaves names of variants out. `lines`: that of each; `queried`: places of those asked for. */
function partsOf({ reading: { count, first, terms, starts }, text }: Text, { queried, variants }: Sorting) {
  const parts: number[] = []
  const lines: number[] = []
  const places: number[] = []
  for (let word = 0, line = 0, next = text.indexOf('\n'); word < count; word++) {
    for (; next >= 0 && next < (starts[word] ?? 0); next = text.indexOf('\n', next + 1)) line++
    const from = first[word] ?? 0
    const end = first[word + 1] ?? 0
    const isCompoundQueried = queried.has(terms[from] ?? 0)
    for (let at = end - from > 1 ? from + 1 : from; at < end; at++) {
      const part = terms[at] ?? 0
      if (variants.has(part)) continue
      if (isCompoundQueried || queried.has(part)) places.push(parts.length)
      parts.push(part)
      lines.push(line)
    }
  }
  return { parts: Uint32Array.from(parts), lines, queried: places }
}

/** The other file holds nearly all of the shorter passage, and each holds the words of the other near those asked for. */
function haveSameText({ one, other, words }: Pair, bodies: Bodies): boolean {
  const [first, second] = [one, other].map((side) => {
    const own = side.text()
    const body = bodies.get(side.found.passage.document.id) ?? own
    return {
      ...partsOf(own, words),
      body: partsOf(body.reading.memory === own.reading.memory ? body : own, words).parts,
    }
  })
  if (!first || !second) return false
  const [shorter, longer] = first.parts.length < second.parts.length ? [first, second] : [second, first]
  if (likeness(shorter.parts, longer.body) < (one.stem === other.stem ? policy.variants.near : policy.variants.nearer))
    return false
  const { terms } = one.text().reading.memory
  return isContextMatched(first, new Set(second.body), terms) && isContextMatched(second, new Set(first.body), terms)
}

/** Holds every word asked for, every number near one on its line, and most of the other words there. */
function isContextMatched(own: ReturnType<typeof partsOf>, matched: ReadonlySet<number>, terms: readonly string[]) {
  const { parts, lines, queried } = own
  const neighbours = new Set(
    queried.flatMap((place) => neighbouringPlaces(place).filter((at) => lines[at] === lines[place])),
  )
  const near = [...neighbours].flatMap((place) => parts[place] ?? [])
  const missing = near.filter((part) => !matched.has(part))
  if (missing.some((part) => /^\d+$/.test(terms[part] ?? ''))) return false
  return (
    missing.length <= policy.variants.maxMissingShare * near.length &&
    queried.every((place) => matched.has(parts[place] ?? 0))
  )
}

const neighbouringPlaces = (place: number): readonly number[] =>
  Array.from({ length: 2 * policy.variants.contextWords + 1 }, (_, at) => place - policy.variants.contextWords + at)

/** The variant that the question names stands for all, else what people wrote, the newest version, the fullest file. */
function joined(group: readonly Side[], plan: SearchPlan): Found {
  const [main, ...otherVariants] = mainFirst(group, plan)
  if (!main) throw new Error('A group of twins was empty.')
  const score = Math.max(...group.map(({ found }) => found.score))
  const raised = score === main.found.score ? main.found : stepped(main.found, 'twins', score)
  const copies = [
    ...(main.found.copies ?? []),
    ...otherVariants.flatMap(({ found }) => [found.passage, ...(found.copies ?? [])]),
  ]
  return { ...raised, copies }
}

function mainFirst(group: readonly Side[], plan: SearchPlan): readonly Side[] {
  const named = new Map(group.map((side) => [side, wordsNaming(side, plan)]))
  return group.toSorted(
    (a, b) =>
      (named.get(b) ?? 0) - (named.get(a) ?? 0) ||
      partOf(b) - partOf(a) ||
      newerFirst(a.folders, b.folders) ||
      fullerFirst(a.found.passage.document, b.found.passage.document),
  )
}

/** Words of the question that stand in its folders. */
function wordsNaming({ folders, read }: Side, { words }: SearchPlan): number {
  const reading = read(folders.join(' '))
  const matched = new Set(reading.terms)
  return words.filter((word) => tellingTerms(word).some((term) => matched.has(reading.memory.numberOf(term)))).length
}

function partOf({ files, found }: Side): number {
  const { role } = found.passage.document.meta
  return typeof role === 'string' ? (files?.roles[role] ?? 1) : 1
}

const VERSION = /^v?(\d+(?:\.\d+)*)$/i

/** Compares the first folders that differ, where both are versions: the newer one first. */
function newerFirst(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((folder, place) => folder !== other[place])
  const [own, others] = [one[at], other[at]].map((folder = '') => VERSION.exec(folder)?.[1])
  return own !== undefined && others !== undefined ? others.localeCompare(own, 'en', { numeric: true }) : 0
}

const fullerFirst = ({ bytes: one }: StoredDocument, { bytes: other }: StoredDocument): number =>
  Math.max(one, other) >= policy.variants.fuller * Math.min(one, other) ? other - one : 0
