export interface Range {
  readonly from: number
  readonly to: number
}

/** Ranges in their order, those that overlap or touch as one. */
export function mergeRanges<R extends Range>(ranges: readonly R[], join: (one: R, other: R) => R): readonly R[] {
  const merged: R[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const before = merged.at(-1)
    if (before && range.from <= before.to + 1) merged[merged.length - 1] = join(before, range)
    else merged.push(range)
  }
  return merged
}
