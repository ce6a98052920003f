/**
 * Places of what has like lengths, short ones first. The short ones of a group are filled up to its longest, and what fills
 * costs as much as text: a group holds nothing that is more than twice as long as its shortest. The longest of a group, times
 * their number, stays within the budget.
 */
export function groupByLength(
  lengths: readonly number[],
  { most: maxCount, budget }: { readonly most: number; readonly budget: number },
): readonly (readonly number[])[] {
  const groups: number[][] = []
  const lengthAt = (place: number): number => lengths[place] ?? 0
  for (const place of lengths.map((_, at) => at).toSorted((a, b) => lengthAt(a) - lengthAt(b))) {
    const group = groups.at(-1)
    const length = lengthAt(place)
    const doesFit =
      group &&
      group.length < maxCount &&
      length * (group.length + 1) <= budget &&
      length <= 2 * lengthAt(group[0] ?? 0) + SLACK
    if (doesFit) group.push(place)
    else groups.push([place])
  }
  return groups
}

/** Among the shortest, twice as long is not much. */
const SLACK = 16
