/** In a smaller file long lines do no harm. */
const LEAST_CHARS = 50_000
/** Nobody writes such lines of code; paragraphs of prose are seldom longer, and tables of data always. */
const LONG_LINE = 1_000

/** Minified code and data in long lines: more than half of the text. A table among code does not count. */
export function isForPrograms(text: string): boolean {
  if (text.length < LEAST_CHARS) return false
  let inLongLines = 0
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found + 1
    if (end - at > LONG_LINE) inLongLines += end - at
    at = end
  }
  return inLongLines * 2 > text.length
}
