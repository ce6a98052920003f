import { DatabaseSync, StatementSync } from 'node:sqlite'

/** Counts what every connection of this process asks SQLite for, until it is stopped; kept statements count each time they run. */
export function countStatements(): { readonly count: () => number; readonly stop: () => void } {
  let count = 0
  const wrap = (prototype: object, names: readonly string[]): readonly (() => void)[] =>
    names.map((name) => {
      const original: unknown = Reflect.get(prototype, name)
      if (typeof original !== 'function') throw new Error(`The driver has no ${name}.`)
      Reflect.set(prototype, name, function (this: unknown, ...given: unknown[]): unknown {
        count++
        return original.apply(this, given)
      })
      return () => void Reflect.set(prototype, name, original)
    })
  const undo = [
    ...wrap(StatementSync.prototype, ['all', 'get', 'run', 'iterate']),
    ...wrap(DatabaseSync.prototype, ['exec']),
  ]
  return { count: () => count, stop: () => undo.forEach((each) => each()) }
}
