import type { StorehouseKind } from '../../engine/kind.ts'
import type { Reader } from '../../ports/reader.ts'
import { createCodeRanking } from './ranking.ts'
import { createCodeContexts } from './graph/context.ts'
import { createCodeOperations } from './operations/index.ts'

/** Repositories, with the tools of scythe-context-mcp under their own names and more. */
export const createCode = (reader: Reader): StorehouseKind => ({
  kind: 'code',
  reader,
  ranking: createCodeRanking(),
  operations: createCodeOperations(createCodeContexts()),
})
