/**
 * How strongly a chunk holds a term, in one byte.
 *
 * The reader's weights for title, headings and path and the length of the text are folded in when a chunk is analysed,
 * so that a search only adds up. Lengths are compared with a fixed length for each storehouse and not with the mean of
 * the corpus: the same passage gets the same score in every corpus, and a document that arrives changes no other's.
 */

const WEAKEST = 1 / 32
const STRONGEST = 64
/** Each step of the byte is 3 % above the one before, finer than any judgement of relevance. */
const STEP = Math.log(STRONGEST / WEAKEST) / 254

/** 0 is "not there"; 1 to 255 grow with the logarithm of the normalised frequency. */
export function encodeStrength(frequency: number): number {
  if (!(frequency > 0)) return 0
  const step = Math.round(Math.log(frequency / WEAKEST) / STEP)
  return 1 + Math.min(254, Math.max(0, step))
}

export const decodeStrength = (byte: number): number => (byte === 0 ? 0 : WEAKEST * Math.exp((byte - 1) * STEP))

/** BM25's saturation: from 0 towards 1; a word that stands once in a chunk of the usual length gets `1 / (1 + k1)`. */
export const saturate = (frequency: number, k1: number): number => frequency / (frequency + k1)

/** Rarity of a term that `documentFrequency` of `total` chunks contain. Always above 0. */
export const rarity = (documentFrequency: number, total: number): number =>
  Math.log(1 + (Math.max(total, documentFrequency) - documentFrequency + 0.5) / (documentFrequency + 0.5))

/** Saturation for each byte, made once for a query. */
export const saturationTable = (k1: number): Float64Array =>
  Float64Array.from({ length: 256 }, (_, byte) => saturate(decodeStrength(byte), k1))
