import type { MaskedText } from '../../text/secrets/secrets.ts'

/** Whether a private key ends anywhere in it. */
export const hasKeyEnd = (text: string): boolean => endBefore(text, text.length) !== undefined

/**
 * Masks the rest of a private key that is split in two: the lines before its end, if its beginning is in another
 * stretch. Ends are searched backwards, so that the time stays linear in the length of the text.
 */
export function maskKeyEnd(masked: MaskedText): MaskedText {
  const { text, found } = masked
  const parts: string[] = []
  let done = text.length
  for (let end = endBefore(text, done); end !== undefined; end = endBefore(text, end)) {
    const lines = text.slice(startOfLines(text, end), end)
    if (!SOME_KEY.test(lines)) continue
    parts.push(text.slice(end, done), redactionOf(lines))
    done = end - lines.length
  }
  if (parts.length === 0) return masked
  return {
    text: text.slice(0, done) + parts.toReversed().join(''),
    found: [...found, { rule: RULE, count: parts.length / 2 }],
  }
}

const RULE = 'private-key'
const END = '-----END '
const WHOLE_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
const SOME_KEY = /[A-Za-z0-9+/]{24}/

/** Start of the last key end that begins before `before`. */
function endBefore(text: string, before: number): number | undefined {
  for (let next = before; next > 0;) {
    const at = text.lastIndexOf(END, next - 1)
    if (at < 0) return undefined
    WHOLE_END.lastIndex = at
    if (WHOLE_END.test(text)) return at
    next = at
  }
  return undefined
}

/** Lines of a key are long, but for the last. */
const KEY_LINE = /^[ \t]*[A-Za-z0-9+/=]{16,}\s*$/
const LAST_LINE = /^[ \t]*[A-Za-z0-9+/=]+\s*$/
const MOST_LINE = 100
const MOST_LINES = 400

/** The first of the lines before `end` that are certainly of a key. */
function startOfLines(text: string, end: number): number {
  let start = end
  for (let count = 0; count < MOST_LINES && start > 0; count++) {
    const line = start > 1 ? text.lastIndexOf('\n', start - 2) + 1 : 0
    const isOfKey = count === 0 ? LAST_LINE : KEY_LINE
    if (start - line > MOST_LINE || !isOfKey.test(text.slice(line, start))) break
    start = line
  }
  return start
}

/** Line breaks stay, so that line numbers stay true. */
const redactionOf = (lines: string): string => `[REDACTED:${RULE}]${'\n'.repeat(lines.split('\n').length - 1)}`
