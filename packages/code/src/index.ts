import { once } from '@wuku/core/once'
import { codeFacts } from './code-facts.ts'
import { policy } from '@wuku/core/policy'
import type { StorehouseKind } from '@wuku/kernel/base/engine'
import type { Storehouse } from '@wuku/kernel/base/operation'

/** Repositories, with the tools of scythe-context-mcp under their own names and more. */
export const createCode = (reader: StorehouseKind['reader']): Storehouse => ({
  kind: 'code',
  summary: 'repositories',
  feed: 'repository',
  facts: codeFacts,
  reader,
  ranking: policy.ofCode,
  search: async () => (await import('./code-search.ts')).codeSearch,
  remarks: async (source, engine) => (await import('./pack/source-counts.ts')).remarkOnMade(source, engine),
  hits: {
    describe: async (hits, view) => (await import('./history/render-commit-hits.ts')).renderCommitHits(hits, view),
  },
  claims: {
    judge: async (claims, about) => (await import('./claims/judge.ts')).judge(claims, about),
    trace: async (found, about) => (await import('./claims/judge.ts')).trace(found, about),
  },
  operations: once(async () => {
    const [{ createCodeOperations }, { contextsOf }] = await Promise.all([
      import('./operations/index.ts'),
      import('./graph/code-context.ts'),
    ])
    return createCodeOperations(contextsOf)
  }),
})
