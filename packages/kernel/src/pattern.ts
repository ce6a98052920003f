import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'

export interface PatternSearch {
  /** A JavaScript regular expression, from anybody. */
  readonly pattern: string
  readonly ignoreCase?: boolean
  /** `lines`: each line is a text of its own, without its break. `whole`: `^` and `$` stand at breaks, and `\n` matches one. */
  readonly scope: 'lines' | 'whole'
  /** Most matches that are given back. */
  readonly limit: number
  /** Default 50. */
  readonly milliseconds?: number
}

export interface PatternMatches {
  /** In order, none of them empty. */
  readonly matches: readonly PatternMatch[]
  /** There are more than `limit`. */
  readonly more: boolean
  /** The pattern also matched nothing at all somewhere; such places are left out. */
  readonly matchedNothing: boolean
}

/** From `start` to `end`, in UTF-16 units of the text. */
export interface PatternMatch {
  readonly start: number
  readonly end: number
}

/** How long a pattern may hold up everybody else; a sound one reads 1 MiB in this. */
const MILLISECONDS = 50

/**
 * Finds the places where a pattern matches. JavaScript's engine backtracks without end on a pattern such as `(a+)+$`,
 * and only the time limit of a context stops it. The pattern is data there: no code comes from outside, and only
 * strings go in and out, so that nothing of ours can be reached. Throws `SlowPattern` at the limit.
 */
export function matchPattern(text: string, search: PatternSearch): PatternMatches {
  const { pattern, ignoreCase = false, scope, limit, milliseconds = MILLISECONDS } = search
  const flags = (ignoreCase ? 'gi' : 'g') + (scope === 'whole' ? 'm' : '')
  const given = JSON.stringify({ pattern, flags, scope, limit })
  const reason = runWithin(milliseconds, pattern, { text, given })
  const answer = JSON.parse(reason) as Answer
  if (answer.refused !== undefined) throw badPattern(answer.refused)
  const { places, more, matchedNothing } = answer
  return { matches: places.map(([start, end]) => ({ start, end })), more, matchedNothing }
}

/** For a pattern that means `text` letter for letter; a line break means either kind. */
export const literalPattern = (text: string): string =>
  text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\r?\n`)

type Answer = { readonly refused: string } | Matched
interface Matched {
  readonly refused?: undefined
  readonly places: readonly (readonly [start: number, end: number])[]
  readonly more: boolean
  readonly matchedNothing: boolean
}

/** The limit is one of the clock: on a machine that others keep busy a pattern that had hardly begun is tried again. */
function runWithin(milliseconds: number, pattern: string, given: object, tries = 4): string {
  if (isLongToCompile(pattern)) setFlagsFromString('--no-regexp-optimization')
  const before = process.cpuUsage()
  try {
    const options = { timeout: milliseconds, contextCodeGeneration: { strings: false, wasm: false } }
    return String(runInNewContext(MATCH, { __proto__: null, ...given }, options))
  } catch (error) {
    if (!isTimeout(error)) throw error
    const { user, system } = process.cpuUsage(before)
    if (tries === 1 || user + system > milliseconds * 700) throw new SlowPattern(milliseconds)
    return runWithin(milliseconds, pattern, given, tries - 1)
  } finally {
    setFlagsFromString('--regexp-optimization')
  }
}

/**
 * Whether compiling takes too long: V8 follows all ways through a pattern before it uses it, without a time limit, and
 * dozens of `a?` in a row never end. A few choices are harmless, and patterns with no more are faster for it.
 */
const isLongToCompile = (pattern: string): boolean => (pattern.match(/[?*{|]/g)?.length ?? 0) > FEW_CHOICES

const FEW_CHOICES = 8

/** The error belongs to the context: it is no `Error` of ours. */
const isTimeout = (error: unknown): boolean =>
  Object(error) === error && (error as { readonly code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

/**
 * Read by code points, since half an emoji is no match; patterns of older habits that this reading refuses, such as `\-`,
 * are read by units, unless they say themselves that they want code points.
 */
const MATCH = String.raw`
'use strict'
function compile(pattern, flags) {
  try {
    return new RegExp(pattern, flags + 'u')
  } catch (error) {
    if (/\\p\{|\\u\{/i.test(pattern)) throw error
    return new RegExp(pattern, flags)
  }
}
function match({ pattern, flags, scope, limit }) {
  const expression = compile(pattern, flags)
  const answer = { places: [], more: false, matchedNothing: false }
  let start = 0
  for (const part of scope === 'whole' ? [text] : text.split('\n')) {
    const line = scope === 'lines' && part.endsWith('\r') ? part.slice(0, -1) : part
    for (const { 0: { length }, index } of line.matchAll(expression)) {
      if (length === 0) answer.matchedNothing = true
      else if (answer.places.length === limit) return { ...answer, more: true }
      else answer.places.push([start + index, start + index + length])
    }
    start += part.length + 1
  }
  return answer
}
function answer() {
  try {
    return match(JSON.parse(given))
  } catch (error) {
    return { refused: error.message }
  }
}
JSON.stringify(answer())
`

/** V8 repeats the pattern before the reason. */
const badPattern = (reason: string): WukuError =>
  new WukuError(
    'bad-input',
    msg('badPattern', { reason: reason.replace(/^[^]*: /, '') }),
    String.raw`It is a JavaScript pattern: "\(" for a bracket itself, "\p{Script=Han}" for Chinese, "(?i:word)" to ignore case. For exact text give query instead.`,
  )

/** The pattern went on for longer than it may. */
export class SlowPattern extends WukuError {
  constructor(milliseconds: number) {
    const { code, message, remedy } = tooSlow(milliseconds)
    super(code, message, remedy)
  }
}

const tooSlow = (milliseconds: number): WukuError => new WukuError('bad-input', msg('tooSlow', { milliseconds }))
