import type { Condition } from '../filters.ts'

/** Nothing where nothing is asked for. */
export const equals = (column: string, value: string | number | undefined): readonly Condition[] =>
  value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }]
