import { hash } from 'node:crypto'
import { createLruMap } from '@wuku/core/lru-map'

/**
 * Names for statements that are asked again and again: a connection parses and plans a named one once. If a pooler hands on
 * connections and knows no prepared statements (PgBouncer before 1.21, or without `max_prepared_statements`), a name is unknown
 * or taken there: the transaction is made again, and nothing is named any more.
 */
export interface StatementNames {
  /** `undefined`: it is planned each time. */
  of(sql: string): string | undefined
  refuse(): void
}

/** Seldom asked ones would only take memory of every connection. */
const OFTEN = 3
const MAX_NAMES = 200

export function createStatementNames(): StatementNames {
  const seen = createLruMap<string, number>(2_000)
  const names = new Map<string, string>()
  let left = MAX_NAMES
  return {
    of: (sql) => {
      if (names.has(sql) || left <= 0) return names.get(sql)
      const times = (seen.get(sql) ?? 0) + 1
      seen.set(sql, times)
      if (times < OFTEN) return undefined
      left--
      names.set(sql, `wuku_${hash('sha256', sql, 'hex').slice(0, 32)}`)
      return names.get(sql)
    },
    refuse: () => {
      left = 0
      names.clear()
    },
  }
}
