import { RE2JS, RE2JSException } from 're2js'

/**
 * A JavaScript expression for RE2, which reads the text once, whatever the expression. Constructs that need backtracking
 * (references, lookaround) are refused, with the reason.
 */
export function compileLinear(source: string, flags: number): RE2JS | { readonly refused: string } {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(withShortProperties(source)), flags)
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause
    return { refused: cause.message.replace(/^error parsing regexp: /, '').replace(/`\(\?[a-z]+\)/, '`') }
  }
}

/** `\p{Script=Han}` of JavaScript is `\p{Han}` in RE2. */
const withShortProperties = (source: string): string =>
  source.replaceAll(/(\\[pP]\{)(?:Script|sc|General_Category|gc)=/g, '$1')

/** Steps of the pattern times characters of the text: some tenth of a second. */
const MAX_STEPS = 5_000_000

/**
 * As `matchPattern`, in a time that grows with the text alone. `undefined` when the pattern needs backtracking, or is too
 * long for this text. Ten times slower than JavaScript's own engine for a sound pattern.
 */
export function matchInLinearTime(
  text: string,
  search: { pattern: string; ignoreCase?: boolean; scope: 'lines' | 'whole'; limit: number },
) {
  const { pattern, ignoreCase = false, scope, limit } = search
  const flags = (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) + (scope === 'whole' ? RE2JS.MULTILINE : 0)
  const expression = compileLinear(pattern, flags)
  if ('refused' in expression || expression.programSize() * text.length > MAX_STEPS) return undefined
  const matches: { start: number; end: number }[] = []
  let matchedNothing = false
  let start = 0
  for (const part of scope === 'whole' ? [text] : text.split('\n')) {
    const matcher = expression.matcher(scope === 'lines' && part.endsWith('\r') ? part.slice(0, -1) : part)
    while (matcher.find()) {
      if (matcher.end() === matcher.start()) matchedNothing = true
      else if (matches.length === limit) return { matches, more: true, matchedNothing }
      else matches.push({ start: start + matcher.start(), end: start + matcher.end() })
    }
    start += part.length + 1
  }
  return { matches, more: false, matchedNothing }
}
