import type { SourceId } from '@wuku/core/core-types'
import type { TextProbe } from '@wuku/core/ports/index-view'
import type { Store } from '@wuku/core/ports/store'
import { engineAt } from '@wuku/settings/team-open-store'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { everything } from '@wuku/core/ports/access'
import { type ClickHouse, searchUrl, startClickHouse, startZooKeeper } from '../../servers/clickhouse.ts'
import { ask } from '../../servers/postgres.ts'
import type { ServerProcess } from '../../servers/process.ts'
import { probeFor, putting, type Sample, sourceNamed } from '../samples.ts'

/** Shard 1 is held twice, by `a` and `c`; shard 2 by `b` alone. */
export interface EngineWorld {
  readonly a: ClickHouse
  readonly b: ClickHouse
  readonly c: ClickHouse
  close(): Promise<void>
}

export async function startEngineWorld(): Promise<EngineWorld> {
  const keeper: ServerProcess = await startZooKeeper()
  const zookeeper = keeper.port
  const [a, b, c] = await Promise.all([
    startClickHouse({ shard: 1, replica: 'a', zookeeper }),
    startClickHouse({ shard: 2, replica: 'b', zookeeper }),
    startClickHouse({ shard: 1, replica: 'c', zookeeper }),
  ])
  return {
    a,
    b,
    c,
    close: async () => void (await Promise.all([a, b, c, keeper].map((server) => server.close()))),
  }
}

/** A store with an engine, and the same schema without: its own postings are the truth. */
export interface Pair {
  readonly store: Store
  readonly truth: Store
  table(name: 'postings' | 'gone' | 'terms' | 'lists'): Promise<string>
  close(): Promise<void>
}

export interface PairOptions {
  readonly url: string
  readonly schema: string
  readonly servers: readonly ClickHouse[]
  readonly fromChunks?: number
}

export async function openPair({ url, schema, servers, fromChunks = 0 }: PairOptions): Promise<Pair> {
  const engine = await engineAt(searchUrl(servers))
  if (!engine) throw new Error('There is no engine.')
  const store = await openPostgres({ url, schema, search: { engine, fromChunks } })
  const truth = await openPostgres({ url, schema })
  return {
    store,
    truth,
    table: async (name) => `${name}_${(await deskOf(store).status()).generation}`,
    close: async () => void (await Promise.all([store.close(), truth.close()])),
  }
}

export function deskOf({ searchEngine }: Store) {
  if (!searchEngine) throw new Error('The store has no engine.')
  return searchEngine
}

/** The database keeps no postings of what was fed, as if that were some days ago. */
export async function dropAll(store: Store, { url, schema }: Pick<PairOptions, 'url' | 'schema'>): Promise<void> {
  await deskOf(store).dropPostings()
  await ask(url, `SET search_path = ${schema}; UPDATE engine_batches SET fed_at = fed_at - interval '2 days'`)
  await deskOf(store).feed()
}

const words = ['tide', 'moon', 'harbour', 'salt', 'gull', 'rope', 'anchor', 'lantern', 'fog', 'pilot']

/** Documents of some paragraphs, whose words follow from their number. */
export const notesOf = (count: number, from = 0): readonly Sample[] =>
  Array.from({ length: count }, (_, nth) => {
    const seed = from + nth
    const paragraph = (at: number): string =>
      [seed * 7 + at, seed * 3 + at * 5, seed + at * 2, seed * at].map((each) => words[each % words.length]).join(' ')
    return {
      path: `note-${seed}.md`,
      text: `${paragraph(1)} only${seed}\n\n${paragraph(2)}\n\n${paragraph(3)} ${paragraph(4)}`,
    }
  })

export async function addNotes(store: Store, name: string, samples: readonly Sample[]): Promise<SourceId> {
  const { id } = await store.addSource(sourceNamed(name))
  await store.apply(putting(id, samples))
  return id
}

export const probes: readonly TextProbe[] = [
  probeFor(['tide']),
  probeFor(['moon', 'harbour', 'rope'], { depth: 50 }),
  probeFor(['salt', 'gull'], { required: ['fog'], depth: 50 }),
  probeFor(['anchor', 'pilot', 'lantern'], { excluded: ['moon'], depth: 50 }),
  {
    ...probeFor([], { depth: 200 }),
    terms: words.map((term, at) => ({ term, weight: 0.3 + at * 1.7 })),
  },
]

/** All that searches are made of, with scores of four digits: those of the engine are in whole steps. */
export const answersOf = (store: Store, sources?: readonly SourceId[], access = everything) =>
  store.read(access, async (view) => {
    const within = sources && { sources }
    const found = await view.chunks.lexical(probes.map((probe) => ({ ...probe, ...(within && { within }) })))
    const { chunks, holders } = await view.terms.stats(words, sources)
    const documents = await view.terms.documentsWith(['fog', 'only3'], within)
    return {
      found: found.map((list) =>
        list.map(({ chunk, document, score }) => ({ chunk, document, score: Number(score.toFixed(4)) })),
      ),
      chunks,
      holders: Object.fromEntries([...holders].toSorted()),
      vocabulary: await view.terms.vocabulary(['an', 'only1', 'x'], 8, sources),
      documents: Object.fromEntries([...documents].map(([term, ids]) => [term, [...ids].toSorted()]).toSorted()),
      missing: view.missing?.(),
    }
  })
