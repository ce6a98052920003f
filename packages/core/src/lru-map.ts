/** A map of bounded size: those that were asked for longest ago go first, and the last one stays however much it weighs. */
export interface LruMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

/** `capacity`: entries, or what all of them weigh together. */
export function createLruMap<Key, Value>(
  capacity: number,
  weigh: (value: Value) => number = () => 1,
): LruMap<Key, Value> {
  /** In the order in which they were last asked for. */
  const entries = new Map<Key, Entry<Value>>()
  let total = 0
  const drop = (key: Key): void => {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }
  const put = (key: Key, entry: Entry<Value>): void => {
    drop(key)
    entries.set(key, entry)
    total += entry.weight
  }
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry) put(key, entry)
      return entry?.value
    },
    set: (key, value) => {
      put(key, { value, weight: weigh(value) })
      for (const oldest of entries.keys()) {
        if (total <= capacity || oldest === key) break
        drop(oldest)
      }
    },
  }
}

interface Entry<Value> {
  readonly value: Value
  readonly weight: number
}
