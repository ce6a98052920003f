/** In characters; behind more of them than a paragraph has, marks belong to something else. */
const LONGEST = 2_000

/** The end of the code span that the backticks at `at` open, or of the backticks where nothing closes it. */
export function codeSpanEnd(text: string, at: number): number {
  const length = runLength(text, at)
  for (let next = at + length; next < at + LONGEST; next++) {
    const code = text.charCodeAt(next)
    if (code === 10 && text.charCodeAt(next + 1) === 10) break
    if (Number.isNaN(code)) break
    if (code !== BACKTICK) continue
    const run = runLength(text, next)
    if (run === length) return next + run
    next += run - 1
  }
  return at + length
}

const BACKTICK = 96

function runLength(text: string, at: number): number {
  let end = at
  while (text.charCodeAt(end) === BACKTICK) end++
  return end - at
}
