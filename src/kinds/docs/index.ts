import type { StorehouseKind } from '../../engine/kind.ts'
import { forgetOriginals } from './importing/forget-items.ts'
import { takeInDocs } from './importing/take-in.ts'
import { docsReader } from './reader.ts'
import { partOf } from './part-of.ts'

/** Documentation of libraries, by version, with the tools of go-mcp-context and of Context7 under their own names. */
export const docs: StorehouseKind = {
  kind: 'docs',
  reader: docsReader,
  ranking: { k1: 1.2, support: [0.2, 0.1], closeness: 0.15, hybrid: { lexical: 1, semantic: 1 } },
  operations: async () => (await import('./operations/index.ts')).docsOperations,
  takes: ['name', 'version', 'pattern', 'exclude'],
  takeIn: takeInDocs,
  forgetItems: forgetOriginals,
  partOf,
}
