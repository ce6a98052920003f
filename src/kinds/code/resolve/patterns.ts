/** A pattern with at most one `*`, as `paths` of tsconfig.json and `exports` of package.json have. */

/** What the star stands for; empty for a pattern without one; `undefined` when it does not match, or the star would stand for nothing. */
export function starOf(pattern: string, text: string): string | undefined {
  const at = pattern.indexOf('*')
  if (at < 0) return pattern === text ? '' : undefined
  const end = pattern.slice(at + 1)
  const fits = text.length >= pattern.length && text.startsWith(pattern.slice(0, at)) && text.endsWith(end)
  return fits ? text.slice(at, text.length - end.length) : undefined
}

export const withStar = (pattern: string, star: string): string => {
  const at = pattern.indexOf('*')
  return at < 0 ? pattern : pattern.slice(0, at) + star + pattern.slice(at + 1)
}

/** The exact pattern first, then the one with most before its star. */
export function bestMatch<T>(
  patterns: readonly (readonly [pattern: string, value: T])[],
  text: string,
): { readonly value: T; readonly star: string } | undefined {
  let best: { readonly value: T; readonly star: string; readonly weight: number } | undefined
  for (const [pattern, value] of patterns) {
    const star = starOf(pattern, text)
    const weight = pattern.includes('*') ? pattern.indexOf('*') : Infinity
    if (star !== undefined && (best === undefined || weight > best.weight)) best = { value, star, weight }
  }
  return best
}
