import type { DocumentFilter } from '@wuku/core/ports/index-view'
import { folderOf } from '@wuku/store-sql/document-rows'
import { type ReadContext, sourcesShown } from './read-context.ts'
import type { SqlValue } from './connection/session.ts'

/** The text after `WHERE`, with its values in the order of their numbers. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** Documents that a filter admits, of those that are shown. `first`: number of its first value in the statement. */
export function documentsWithin(context: Pick<ReadContext, 'shown'>, filter: DocumentFilter, first = 1): Condition {
  const values: SqlValue[] = []
  const given = (value: SqlValue): string => {
    values.push(value)
    return `$${first + values.length - 1}`
  }
  const { sources, paths, documents, since, before } = filter
  const shown = given(sourcesShown(context, sources))
  const conditions = [`(${shown}::int[] IS NULL OR source = ANY(${shown}))`]
  const folder = folderOf(filter)
  if (folder !== undefined) conditions.push(underFolder(given(folder)))
  if (paths) conditions.push(`path = ANY(${given(paths)}::text[])`)
  if (documents) conditions.push(`id = ANY(${given(documents)}::int8[])`)
  if (since !== undefined) conditions.push(`modified_at >= ${given(since)}::float8`)
  if (before !== undefined) conditions.push(`modified_at < ${given(before)}::float8`)
  return { sql: conditions.join(' AND '), values }
}

/**
 * Whole segments only: the path itself, or what follows its slash; "0" is the character after the slash. One range of the
 * index holds both.
 */
const underFolder = (folder: string): string =>
  `path >= ${folder}::text AND path < ${folder} || '0' AND (path = ${folder} OR path >= ${folder} || '/')`
