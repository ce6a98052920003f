/** A map of bounded size: of more entries the one that was asked for longest ago goes. */
export interface LruMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

export function createLruMap<Key, Value>(most: number): LruMap<Key, Value> {
  /** In the order in which they were last asked for. */
  const entries = new Map<Key, Value>()
  const set = (key: Key, value: Value): void => {
    entries.delete(key)
    entries.set(key, value)
    const [oldest] = entries.keys()
    if (entries.size > most && oldest !== undefined) entries.delete(oldest)
  }
  return {
    get: (key) => {
      const value = entries.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
  }
}
