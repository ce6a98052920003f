/** Does what is asked for when it is first asked for, and hands it out from then on. */
export function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined
  return () => (done ??= { value: work() }).value
}

interface Made<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** The same for each key, for as long as `made` keeps it. */
export function onceFor<Key, Value>(
  work: (key: Key) => Value,
  made: Made<Key, Value> = new Map<Key, Value>(),
): (key: Key) => Value {
  return (key) => {
    const before = made.get(key)
    if (before !== undefined) return before
    const value = work(key)
    made.set(key, value)
    return value
  }
}

type AsyncMethods<T> = { readonly [Name in keyof T]: (...given: never[]) => Promise<unknown> }

/** Methods of a part that is loaded when the first of them is called: a command waits for the parts that it uses. */
export function loadOnCall<T extends AsyncMethods<T>>(load: () => Promise<T>, names: readonly (keyof T & string)[]): T {
  const part = once(load)
  const called =
    (name: keyof T) =>
    async (...given: never[]): Promise<unknown> =>
      (await part())[name](...given)
  return Object.fromEntries(names.map((name) => [name, called(name)])) as unknown as T
}

/** An object whose parts are made when they are first asked for. */
export function lazily<T extends object>(makers: { readonly [Name in keyof T]: () => T[Name] }): T {
  const parts = {}
  for (const [name, make] of Object.entries(makers))
    Object.defineProperty(parts, name, { enumerable: true, get: once(make as () => unknown) })
  return parts as T
}
