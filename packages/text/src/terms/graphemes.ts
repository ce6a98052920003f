/** How far back a border is sought. Longer clusters are not writing; they may be cut anywhere but in a surrogate pair. */
const LONGEST_CLUSTER = 64

/** The last place at or before `at` where text may be cut without tearing what a reader sees as one character. */
export function graphemeBorder(text: string, at: number): number {
  if (at <= 0) return 0
  if (at >= text.length || isPlainBorder(text, at)) return Math.min(at, text.length)
  const from = plainBorderBefore(text, at)
  // Made only here: most cuts never need it, and making it at the start would delay every command.
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const cluster = segmenter.segment(text.slice(from, at + LONGEST_CLUSTER)).containing(at - from)
  const border = from + (cluster?.index ?? 0)
  return border > from || isPlainBorder(text, from) ? border : surrogateBorder(text, at)
}

/** Most of all places lie between two plain characters: no need to ask the segmenter. */
function isPlainBorder(text: string, at: number): boolean {
  if (at <= 0) return true
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return isPlain(before) && isPlain(after) && !(before === 13 && after === 10)
}

const isPlain = (code: number): boolean => code < 0x300 || (code >= 0x4e00 && code < 0xa000) || isWidePunctuation(code)
const isWidePunctuation = (code: number): boolean => (code >= 0x3001 && code < 0x302a) || code === 0xff0c

function plainBorderBefore(text: string, at: number): number {
  const furthest = Math.max(0, at - LONGEST_CLUSTER)
  let from = at - 1
  while (from > furthest && !isPlainBorder(text, from)) from--
  return from
}

const surrogateBorder = (text: string, at: number): number => ((text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at)
