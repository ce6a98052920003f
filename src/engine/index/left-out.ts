import { wholeOf } from '../../core/parts.ts'

/** Whether one of these names an item: the item itself, what it lies below, or what it is a part of. */
export function leftOutBy(names: readonly string[]): (item: string) => boolean {
  const named = new Set(names.map((name) => name.replace(/\/$/, '')))
  return (item) => {
    if (named.size === 0) return false
    if (named.has(item)) return true
    const whole = wholeOf(item)
    for (let end = whole.length; end > 0; end = whole.lastIndexOf('/', end - 1))
      if (named.has(whole.slice(0, end))) return true
    return false
  }
}
