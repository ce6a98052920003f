/** Every text in which the end of `a` is the beginning of `b`: `reactest` for `react` and `test`. */
export function overlapsOf(a: string, b: string): readonly string[] {
  const shared = Math.min(a.length, b.length) - 1
  return Array.from({ length: Math.max(0, shared) }, (_, at) => at + 1)
    .filter((length) => a.endsWith(b.slice(0, length)))
    .map((length) => a + b.slice(length))
}

/** How often `part` stands in `whole` without overlapping itself. */
export const timesWithin = (part: string, whole: string): number => whole.split(part).length - 1
