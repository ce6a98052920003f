import type { Kind, PathContext, Source, SourceId, SourceOptions } from '@wuku/core/core-types'
import { readOwnership, type OwnershipColumns, type ParseStored } from './stored-rows.ts'

export interface SourceRow extends OwnershipColumns {
  readonly id: SourceId
  readonly kind: Kind
  readonly name: string
  readonly root: string
  readonly options: string
  readonly indexed_at: number | null
  readonly revision: number
}

/** `contexts`: its descriptions, those of everything first. */
export function toSource(row: SourceRow, contexts: readonly PathContext[], parse: ParseStored): Source {
  const ownership = readOwnership(row, parse)
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    root: row.root,
    options: parse<SourceOptions>(row.options),
    indexedAt: row.indexed_at,
    ...(contexts.length > 0 && { contexts }),
    ...(ownership && { ownership }),
  }
}
