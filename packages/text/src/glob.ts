import { msg } from '@wuku/messages/core'
import { WukuError } from '@wuku/core/errors'

/**
 * Tests names against a pattern: `*` and `?` within a segment, `**` for any number of segments, `[a-z]` and `[!a-z]`,
 * `{one,other}`. A backslash escapes the next character. Everything else is literal, parentheses too, since file names
 * often contain them. Patterns may come from strangers: a regular expression built from one could take exponential
 * time; this matcher cannot.
 */
export function createGlob(pattern: string): (name: string) => boolean {
  const alternatives = expandBraces(pattern).map((each) => each.split('/').map(readSegment))
  return (name) => {
    const segments = name.split('/')
    return alternatives.some((parts) => fits(parts, segments))
  }
}

/** More than a person writes; each is tried on every name. */
const MAX_ALTERNATIVES = 100

/** Innermost braces first. */
function expandBraces(pattern: string): readonly string[] {
  let expanded: readonly string[] = [pattern]
  for (;;) {
    const further = expanded.flatMap(expandOnce)
    if (further.length > MAX_ALTERNATIVES) throw tooManyAlternatives(pattern)
    if (further.length === expanded.length) return further
    expanded = further
  }
}

function expandOnce(pattern: string): readonly string[] {
  const found = /\{([^{},]*(?:,[^{},]*)+)\}/.exec(pattern)
  if (!found) return [pattern]
  const [before, after] = [pattern.slice(0, found.index), pattern.slice(found.index + found[0].length)]
  return (found[1] ?? '').split(',').map((option) => before + option + after)
}

const ANY_NUMBER = Symbol('any number')
type Part<Item> = typeof ANY_NUMBER | ((item: Item) => boolean)

function readSegment(text: string): Part<string> {
  if (text === '**') return ANY_NUMBER
  if (!/[\\*?[]/.test(text)) return (segment) => segment === text
  // Behind the last `]` no `[` begins a class, and looking for its end again and again would take time.
  const closed = text.lastIndexOf(']') + 1
  const found = [...text.slice(0, closed).matchAll(SIGNS_AND_CLASSES), ...text.slice(closed).matchAll(SIGNS)]
  const signs = found.map(([sign, escaped]) => readSign(sign, escaped))
  return (segment) => fits(signs, segment)
}

const SIGNS = /\\([^])|\*+|\?|[^]/g
const SIGNS_AND_CLASSES = /\\([^])|\*+|\?|\[[!^]?[^\]]+\]|[^]/g

function readSign(sign: string, escaped: string | undefined): Part<string> {
  if (escaped !== undefined) return (letter) => letter === escaped
  if (sign.startsWith('*')) return ANY_NUMBER
  if (sign === '?') return () => true
  return sign.length > 1 ? readClass(sign) : (letter) => letter === sign
}

/** `[a-z_]`, `[!0-9]`. */
function readClass(text: string): (letter: string) => boolean {
  const isNegated = /^\[[!^]/.test(text)
  const members = text.slice(isNegated ? 2 : 1, -1)
  const ranges = [...members.matchAll(/([^])-([^])|[^]/g)].map(([one, first = one, last = one]) => ({ first, last }))
  return (letter) => ranges.some(({ first, last }) => first <= letter && letter <= last) !== isNegated
}

/**
 * Whether the parts match the items one by one. On a mismatch, only the last "any number" need take one more:
 * everything before it has matched, so the work is at most the product of both lengths.
 */
function fits<Item>(parts: readonly Part<Item>[], items: ArrayLike<Item>): boolean {
  let part = 0
  let retry: { readonly part: number; item: number } | undefined
  for (let item = 0; item < items.length; item++) {
    while (parts[part] === ANY_NUMBER) retry = { part: ++part, item }
    const test = parts[part]
    if (typeof test === 'function' && test(items[item] as Item)) part++
    else if (!retry) return false
    else {
      part = retry.part
      item = retry.item++
    }
  }
  return parts.slice(part).every((rest) => rest === ANY_NUMBER)
}

const tooManyAlternatives = (pattern: string): WukuError =>
  new WukuError('bad-input', msg('tooManyPatterns', { pattern: pattern.slice(0, 200), most: MAX_ALTERNATIVES }))
