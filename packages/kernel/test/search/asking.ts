import { everything } from '@wuku/core/ports/access'
import { readableFor } from '@wuku/core/ports/store'
import { rememberReading, type SearchPorts } from '../../src/search/search-context.ts'
import { searchStore } from '../../src/search/search-store.ts'
import { createCode } from '@wuku/code'
import { indexed, type Files } from '../../../code/test/graph/indexed.ts'

const code = createCode(() => {
  throw new Error('A search reads no repository.')
})

/** Asks a repository in memory; answers paths, best first, each with those of its copies. */
export async function asking(files: Files): Promise<(query: string) => Promise<readonly string[]>> {
  const { store: memory } = await indexed(files)
  const ports = {
    store: readableFor(memory, everything),
    kinds: [code],
    reading: rememberReading(),
    declared: { contexts: async () => [] },
    clock: { now: () => 0 },
    open: { feed: () => ({ stamp: async () => '1', isThere: async () => true }) },
  } as unknown as SearchPorts
  return async (query) => {
    const request = {
      query,
      limit: 10,
      of: 'documents',
      meaning: { mode: 'lexical' },
      shown: { collapse: true },
    } as const
    const { hits } = await searchStore(request, ports)
    return hits.map(({ citation, also }) => [citation, ...also].map(pathOf).join(' + '))
  }
}

const pathOf = (citation: string): string => /^wuku:\/\/code\/shop\/(.*)#L\d+-L\d+$/.exec(citation)?.[1] ?? citation
