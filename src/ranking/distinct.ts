/**
 * Estimates the number of owners. Some of `among` things were drawn, and belong to `owners` different ones: how many owners
 * are there in all, if things were drawn by chance? Passages of one document lie close together, so it is rather more than there are.
 */
export function estimateOwners({ drawn, owners, among }: Drawn): number {
  if (drawn >= among) return owners
  let [low, high] = [owners, among]
  while (high - low > 1) {
    const middle = (low + high) / 2
    if (middle * -Math.expm1(-drawn / middle) < owners) low = middle
    else high = middle
  }
  return Math.round(high)
}

export interface Drawn {
  readonly drawn: number
  readonly owners: number
  readonly among: number
}
