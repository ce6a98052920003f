import { DatabaseSync, StatementSync } from 'node:sqlite'
import { Client } from 'pg'

export interface Spent {
  statements: number
  rows: number
}

/** Counts what all connections of this process ask for, until it is stopped. */
export function countAll(): { readonly spent: Spent; stop(): void } {
  const spent: Spent = { statements: 0, rows: 0 }
  const undo: (() => void)[] = []
  const wrap = (prototype: object, name: string, note: (answer: unknown) => void): void => {
    const original = Reflect.get(prototype, name) as (...given: unknown[]) => unknown
    Reflect.set(prototype, name, function (this: unknown, ...given: unknown[]): unknown {
      spent.statements++
      const answer = original.apply(this, given)
      note(answer)
      return answer
    })
    undo.push(() => void Reflect.set(prototype, name, original))
  }
  const rowsOf = (answer: unknown): void => {
    for (const each of [answer].flat() as { readonly rows?: readonly unknown[] }[]) spent.rows += each.rows?.length ?? 0
  }
  wrap(StatementSync.prototype, 'all', (answer) => void (spent.rows += (answer as readonly unknown[]).length))
  wrap(StatementSync.prototype, 'get', (answer) => void (spent.rows += answer ? 1 : 0))
  wrap(StatementSync.prototype, 'run', () => {})
  wrap(DatabaseSync.prototype, 'exec', () => {})
  wrap(Client.prototype, 'query', (answer) => void (answer as Promise<unknown>).then?.(rowsOf, () => {}))
  return { spent, stop: () => undo.forEach((each) => each()) }
}
