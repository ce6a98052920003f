import { once } from '../../core/once.ts'
import type { StorehouseKind } from '../../engine/kind.ts'
import type { Reader } from '../../ports/reader.ts'
import { createCodeRanking } from './ranking.ts'

/** Repositories, with the tools of scythe-context-mcp under their own names and more. */
export const createCode = (reader: Reader): StorehouseKind => ({
  kind: 'code',
  reader,
  ranking: createCodeRanking(),
  operations: once(async () => {
    const [{ createCodeOperations }, { createCodeContexts }] = await Promise.all([
      import('./operations/index.ts'),
      import('./graph/context.ts'),
    ])
    return createCodeOperations(createCodeContexts())
  }),
})
