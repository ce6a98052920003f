import type { StorehouseKind } from '../../engine/kind.ts'
import type { Reader } from '../../ports/reader.ts'
import { codeRanking } from './ranking.ts'
import { createCodeContexts } from './graph/context.ts'
import { createCodeOperations } from './operations/index.ts'

/** Repositories, with the tools of scythe-context-mcp under their own names and more. */
export const createCode = (reader: Reader): StorehouseKind => ({
  kind: 'code',
  reader,
  ranking: codeRanking,
  operations: createCodeOperations(createCodeContexts()),
})
