import { FOLDS_HARD, foldDistance, simplify } from './characters.ts'

export interface FoldedText {
  readonly text: string
  /** `offsets[i]` is where in the original the folded unit `i` comes from; the last entry is the original's length. */
  readonly offsets: Uint32Array
}

/** For matching only: compatibility forms, case, Traditional to Simplified, and the diacritics of Latin, Greek, Cyrillic. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const units = new Uint16Array(text.length)
  const bytes = Buffer.from(units.buffer)
  let folded = ''
  let length = 0
  for (let at = 0; at < text.length;) {
    const from = at
    at = foldSimple(text, at, units.subarray(length))
    length += at - from
    if (at === text.length) break
    const end = clusterEnd(text, at)
    folded += bytes.toString('utf16le', 0, 2 * length) + foldBetween(text, at, end)
    length = 0
    at = end
  }
  return folded + bytes.toString('utf16le', 0, 2 * length)
}

/** Folds by look-up for as long as neither a unit nor its neighbour folds hard, and answers where that ends. */
function foldSimple(text: string, start: number, into: Uint16Array): number {
  let at = start
  let distance = foldDistance[text.charCodeAt(at)] ?? 0
  for (; at < text.length && distance !== FOLDS_HARD; at++) {
    const next = at + 1 < text.length ? (foldDistance[text.charCodeAt(at + 1)] ?? 0) : 0
    if (next === FOLDS_HARD) break
    into[at - start] = text.charCodeAt(at) + distance
    distance = next
  }
  return at
}

export function foldWithOffsets(text: string): FoldedText {
  if (isAscii(text))
    return { text: text.toLowerCase(), offsets: Uint32Array.from({ length: text.length + 1 }, (_, at) => at) }
  const offsets: number[] = []
  let folded = ''
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = clusterEnd(text, at)
    folded += foldBetween(text, at, end)
    while (offsets.length < folded.length) offsets.push(at)
  }
  offsets.push(text.length)
  return { text: folded, offsets: Uint32Array.from(offsets) }
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

/** End of the character at `at`, with everything that joins it. Only characters that fold hard can join. */
function clusterEnd(text: string, at: number): number {
  let end = at + (foldsHard(text, at) ? characterAt(text, at).length : 1)
  while (end < text.length && foldsHard(text, end)) {
    const next = characterAt(text, end)
    if (!attaches(next)) break
    end += next.length
  }
  return end
}

const foldsHard = (text: string, at: number): boolean => foldDistance[text.charCodeAt(at)] === FOLDS_HARD

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0)

function foldBetween(text: string, start: number, end: number): string {
  if (end > start + 1 || foldsHard(text, start)) return foldCluster(text.slice(start, end), simplify)
  const unit = text.charCodeAt(start)
  return String.fromCharCode(unit + (foldDistance[unit] ?? 0))
}

/**
 * Defines folding for one cluster: a character with everything that joins it (accents, dakuten, jamo, invisible joiners).
 * The tables that make folding fast are generated from this function; it is called for clusters that the tables cannot hold.
 */
export function foldCluster(cluster: string, simplifyOne: (character: string) => string): string {
  const bare = cluster
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
    .normalize('NFKC')
  let folded = ''
  for (const character of bare) folded += letterVariants[character] ?? simplifyOne(character)
  return folded
}

/** Whether a character joins the one before it, so that the two fold as one. */
export const attaches = (character: string): boolean =>
  /^[\p{M}\p{Default_Ignorable_Code_Point}\u1160-\u11ff]/u.test(character.normalize('NFKD'))

/** Letters that Unicode does not take apart, as keyboards without them write them. */
const letterVariants: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
}
