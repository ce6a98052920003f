/** A range of consecutive numbers, such as ids of chunks; both ends belong to it. */
export interface Range {
  readonly first: number
  readonly last: number
}

/** Sorted, and those that touch made one. */
export function mergeRanges(ranges: Iterable<Range>): Range[] {
  const merged: Range[] = []
  for (const range of [...ranges].toSorted((a, b) => a.first - b.first)) {
    const before = merged.at(-1)
    if (before && range.first <= before.last + 1)
      merged[merged.length - 1] = { first: before.first, last: Math.max(before.last, range.last) }
    else merged.push(range)
  }
  return merged
}

/** The parts of sorted ranges that lie in none of the holes, which are sorted too. */
export function subtractRanges(ranges: readonly Range[], holes: readonly Range[]): readonly Range[] {
  if (holes.length === 0) return ranges
  const left: Range[] = []
  let hole = 0
  for (const { first, last } of ranges) {
    let from = first
    while ((holes[hole]?.last ?? Infinity) < first) hole++
    for (let at = hole; (holes[at]?.first ?? Infinity) <= last; at++) {
      const { first: start, last: end } = holes[at] ?? { first, last: first }
      if (start > from) left.push({ first: from, last: start - 1 })
      from = Math.max(from, end + 1)
    }
    if (from <= last) left.push({ first: from, last })
  }
  return left
}

export const countIn = (ranges: Iterable<Range>): number => {
  let count = 0
  for (const { first, last } of ranges) count += last - first + 1
  return count
}
