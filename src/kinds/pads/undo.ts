/**
 * The version whose state an undo brings back; 0 when there is nothing left to undo. A version that itself brought back
 * another one stands where that one stood: so undoing again walks further back, and never to and fro.
 */
export function undoTarget(current: number, restoresOf: (version: number) => number | null): number {
  let base = current
  for (let before = restoresOf(base); before !== null && before < base; before = restoresOf(base)) base = before
  return base - 1
}
