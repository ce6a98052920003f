/** How many places from 0 on, of `length`, it holds for; it must hold for none behind the first for which it does not. */
export function countWhile(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}
