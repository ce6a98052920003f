import { policy } from '@wuku/core/policy'
import type { DocOutline } from './snippets.ts'
import { docsFacts } from './docs-facts.ts'
import type { Storehouse } from '@wuku/kernel/base/operation'

/** Documentation of libraries, by version, with the tools of go-mcp-context and of Context7 under their own names. */
export const docs: Storehouse = {
  kind: 'docs',
  summary: 'library docs',
  feed: 'library',
  facts: docsFacts,
  reader: async () => (await import('./docs-reader.ts')).docsReader,
  ranking: policy.ofDocs,
  operations: async () => (await import('./operations/index.ts')).docsOperations,
  hits: {
    places: (outline) => outline as unknown as DocOutline,
  },
  claims: {
    judge: async (claims, about) => (await import('./libraries/judge-packages.ts')).judgePackages(claims, about),
  },
  keeping: {
    takes: ['name', 'version', 'pattern', 'exclude'],
    ingest: async (request) => (await import('./importing/import-docs.ts')).importDocs(request),
    cameFrom: async (source, root, ports) => (await import('./libraries/came-from.ts')).cameFrom(source, root, ports),
    upkeep: {
      isNear: ({ root }) => !root.includes('://'),
      importChanges: async (source, request) => (await import('./upkeep.ts')).importChanges(source, request),
      finishRun: async (source, engine) => (await import('./upkeep.ts')).finishRun(source, engine),
      sweep: async (engine, source) => (await import('./importing/sweep.ts')).sweepLibraries(engine, source),
    },
  },
  forgetting: {
    note: async (forgotten, transaction) =>
      (await import('./importing/forget-items.ts')).noteForgotten(forgotten, transaction),
  },
  sharing: {
    type: 'library',
    find: async (what, view) => (await import('./libraries/known.ts')).findShared(what, view),
  },
  partOf: async (project, query) => (await import('./libraries/which.ts')).partOf(project, query),
}
