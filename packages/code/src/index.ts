import { once } from '@wuku/core/once'
import { codeFacts } from './code-facts.ts'
import { policy } from '@wuku/core/policy'
import type { StorehouseClaims, StorehouseKind } from '@wuku/kernel/base/engine'
import type { Storehouse } from '@wuku/kernel/base/operation'

/** Repositories, with the tools of scythe-context-mcp under their own names and more. `claims`: who judges what texts say of them. */
export const createCode = (
  reader: StorehouseKind['reader'],
  claims?: () => Promise<Required<Pick<StorehouseClaims, 'judge' | 'trace'>>>,
): Storehouse => ({
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
  ...(claims && {
    claims: {
      judge: async (given, about) => (await claims()).judge(given, about),
      trace: async (found, about) => (await claims()).trace(found, about),
    },
  }),
  operations: once(async () => (await import('./operations/index.ts')).codeOperations),
})
