import type { StorehouseKind } from '../../engine/kind.ts'
import { get } from './operations/get.ts'
import { multiGet } from './operations/multi-get.ts'
import { query } from './operations/query.ts'
import { search } from './operations/search.ts'
import { status } from './operations/status.ts'
import { vsearch } from './operations/vsearch.ts'
import { qmd } from './qmd.ts'
import { notesReader } from './reader.ts'
import { partOf } from './part-of.ts'

/** Folders of Markdown and text, with the tools of qmd under their own names. */
export const notes: StorehouseKind = {
  kind: 'notes',
  reader: notesReader,
  ranking: { k1: 1.2, support: [0.2, 0.1], closeness: 0.15, hybrid: { lexical: 1, semantic: 1 } },
  operations: [search, vsearch, query, get, multiGet, status],
  takeovers: [qmd],
  partOf,
}
