import type { Json } from '../../../core/words.ts'

/** Longer arguments are not set out line by line. */
const MOST_SET_OUT = 4_000
/** These fit on one line. */
const SHORT = 80

/**
 * Arguments of a call as JSON in which the breaks and tabs of texts stand as themselves: a file that was written is read
 * and searched as lines, not as `\n` between words.
 */
export function writeArguments(args: Json): string {
  try {
    const short = JSON.stringify(args)
    const isSetOut = short.length > SHORT && short.length <= MOST_SET_OUT
    return (isSetOut ? JSON.stringify(args, null, 2) : short).replaceAll(/\\(.)/gs, unescape)
  } catch (error) {
    if (error instanceof RangeError) return '"[nested too deep]"'
    throw error
  }
}

/** Escapes come in pairs of characters, so that of `\\n` the first pair is the backslash itself. */
const unescape = (pair: string, escaped: string): string => breaks[escaped] ?? pair

const breaks: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** Reads what `writeArguments` wrote; the text itself when something in it was masked that JSON needs. */
export function readArguments(text: string): Json {
  try {
    return JSON.parse(escapeBreaks(text)) as Json
  } catch {
    return text
  }
}

/** Between the quotes of a string a break is part of it; elsewhere it only sets out. */
function escapeBreaks(text: string): string {
  const parts: string[] = []
  let done = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) isString = !isString
    else if (isString && unit === BACKSLASH) at++
    else if (isString && unit < FIRST_PRINTABLE) {
      parts.push(text.slice(done, at), JSON.stringify(text[at]).slice(1, -1))
      done = at + 1
    }
  }
  return parts.join('') + text.slice(done)
}

const QUOTE = 34
const BACKSLASH = 92
const FIRST_PRINTABLE = 32
