import { writeVarint } from '@wuku/index-core/postings/posting-codec'
import { maxSlots } from '@wuku/core/ports/pads'
import { isCjkWord } from '@wuku/text/terms/hits'

/**
 * Content of a row of hits: for each place with the word, ascending, its distance from the place before and the number
 * of its occurrences there. Both are varints: seven bits a byte, low ones first. The distance of the first place is
 * from -1.
 */

/** How the count at a place changes. */
export interface Change {
  readonly place: number
  readonly by: number
}

/** One change for each place, ascending; places where nothing changes are absent. */
export function sumByPlace(changes: readonly Change[]): readonly Change[] {
  if (isSummed(changes)) return changes
  const sums = new Map<number, number>()
  for (const { place, by } of changes) sums.set(place, (sums.get(place) ?? 0) + by)
  return [...sums]
    .filter(([, by]) => by !== 0)
    .map(([place, by]) => ({ place, by }))
    .toSorted((a, b) => a.place - b.place)
}

/** Most are: one change alone, or those of one new pad after another. */
function isSummed(changes: readonly Change[]): boolean {
  let last = -1
  for (const { place, by } of changes) {
    if (place <= last || by === 0) return false
    last = place
  }
  return true
}

/** `changes` are summed by place; the row's places are counted from `first`. Empty when no place holds the word any more. */
export function mergeEntries(data: Uint8Array, changes: readonly Change[], first: number): Uint8Array {
  const merged = new Uint8Array(data.length + changes.length * LONGEST_ENTRY)
  let length = 0
  let last = first - 1
  const put = (place: number, count: number): void => {
    // Below 0 it would say that the rows were wrong before: a text is not to be lost for that.
    if (count <= 0) return
    length = writeVarint(merged, length, place - last)
    length = writeVarint(merged, length, count)
    last = place
  }
  let next = 0
  forEachEntry(data, first, (place, count) => {
    let change = changes[next]
    for (; change && change.place < place; change = changes[++next]) put(change.place, change.by)
    if (change?.place === place) next++
    put(place, change?.place === place ? count + change.by : count)
  })
  for (let change = changes[next]; change; change = changes[++next]) put(change.place, change.by)
  return merged.subarray(0, length)
}

/** Places are counted from `first`. */
export function forEachEntry(data: Uint8Array, first: number, visit: (place: number, count: number) => void): void {
  let place = first - 1
  let at = 0
  const readVarint = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = data[at++] ?? 0
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < data.length) {
    place += readVarint()
    visit(place, readVarint())
  }
}

/** Distances stay under 2^21, counts under 2^28. */
const LONGEST_ENTRY = 3 + 4

/** Places of which one row speaks: those of 256 workflows. */
export const BLOCK_PLACES = 256 * (maxSlots + 1) * 2

/**
 * The key of a CJK character or pair is made of its code points, and below 0, where no id of a word is. So CJK needs no
 * list of words, and half as many rows are written. `undefined` for words, whose ids `hit_words` gives out.
 */
export function keyOfCjk(word: string): number | undefined {
  if (!isCjkWord(word)) return undefined
  const [first = '', second, ...others] = word
  return others.length > 0 ? undefined : -(codeOf(first) * CODE_POINTS + (second === undefined ? 0 : codeOf(second)))
}

/** A power of two above every code point. */
const CODE_POINTS = 2 ** 21

const codeOf = (character: string): number => character.codePointAt(0) ?? 0
