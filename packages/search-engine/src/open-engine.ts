import type { EngineCandidate, SearchEngine } from '@wuku/core/search-engine'
import { type AskShards, createAskShards, type ShardRows } from './clickhouse/ask-shards.ts'
import { examineServers, createServers } from './clickhouse/servers.ts'
import { SHARD_BATCH, SHARD_TERM, termHash } from './clickhouse/names.ts'
import { bestSql, chunksSql, countsSql, type Narrowed, wordCountsSql } from './clickhouse/questions.ts'
import { type Rows, unescaped } from './clickhouse/requests.ts'
import { createTables } from './clickhouse/tables.ts'
import type { SearchPlace } from './search-url.ts'

/** Connects to nobody before it is asked. */
export function openEngine(place: SearchPlace): SearchEngine {
  const servers = createServers(place)
  const asked = { questions: 0, partial: 0, seconds: 0 }
  const askShards = counted(createAskShards(servers), asked)
  return {
    best: async (probe, moment) => {
      const sql = (narrowed: Narrowed) => bestSql(probe, narrowed)
      const speaker = (rows: Rows) =>
        rows.slice(1).some(([batch]) => Number(batch) > moment.lastBatch) ? undefined : firstSpeaker(rows)
      const { found, missing } = await askShards({ moment, sql, speaker })
      return { found: bestOf(found, probe.depth), missing }
    },
    holders: async (terms, moment) => {
      const sql = (narrowed: Narrowed) => countsSql(terms.map(termHash), narrowed)
      const { found, missing } = await askShards({ moment, sql, speaker: anySpeaker })
      const counts = countsIn(found)
      const held = terms.flatMap((term) => {
        const count = counts.get(String(termHash(term)))
        return count === undefined ? [] : [[term, count] as const]
      })
      return { found: new Map(held), missing }
    },
    vocabulary: async (prefixes, moment) => {
      const answers = await Promise.all(
        prefixes.map(async (prefix) => {
          const sql = (narrowed: Narrowed) => wordCountsSql(prefix, narrowed)
          const { found, missing } = await askShards({ moment, sql, speaker: anySpeaker })
          return { found: wordsIn(found), missing }
        }),
      )
      return {
        found: answers.map(({ found }) => found),
        missing: [...new Set(answers.flatMap(({ missing }) => missing))],
      }
    },
    chunksWith: async (terms, moment) => {
      const sql = (narrowed: Narrowed) => chunksSql(terms.map(termHash), narrowed)
      const { found, missing } = await askShards({ moment, sql, speaker: lastColumnOfShard })
      const rows = found.flatMap((answer) => answer.rows)
      const byHash = Map.groupBy(rows, ([hash]) => hash)
      const chunksOf = (term: string) =>
        (byHash.get(String(termHash(term))) ?? []).map(([, batch, chunk]) => ({
          batch: Number(batch),
          chunk: Number(chunk),
        }))
      return { found: new Map(terms.map((term) => [term, chunksOf(term)])), missing }
    },
    servers: (generation) => examineServers(servers, generation),
    shards: () => servers.shards(),
    asked: () => ({ ...asked }),
    tables: createTables(servers, place.database),
    close: async () => servers.close(),
  }
}

const counted =
  (ask: AskShards, asked: { questions: number; partial: number; seconds: number }): AskShards =>
  async (question) => {
    const began = performance.now()
    const answer = await ask(question)
    asked.questions++
    asked.seconds += (performance.now() - began) / 1_000
    if (answer.missing.length > 0) asked.partial++
    return answer
  }

/** The row of the shard stands before all others. */
const firstSpeaker = ([row]: Rows) => (row?.[0] === String(SHARD_BATCH) ? Number(row[1]) : undefined)

/** The lowest of all terms. */
const lastColumnOfShard = ([row]: Rows) => (row?.[0] === String(SHARD_TERM) ? Number(row[2]) : undefined)

const anySpeaker = (rows: Rows): number => Number(rows.find(([hash]) => hash === String(SHARD_TERM))?.[2])

/** Highest score first, ties by the number of the chunk, as every store has it. */
function bestOf(found: readonly ShardRows[], depth: number): readonly EngineCandidate[] {
  const candidates = found.flatMap(({ rows }) =>
    rows
      .slice(1)
      .map(([batch, chunk, score]) => ({ batch: Number(batch), chunk: Number(chunk), score: Number(score) })),
  )
  return candidates.toSorted((a, b) => b.score - a.score || a.chunk - b.chunk).slice(0, depth)
}

/** Sums of all shards, by hash. */
function countsIn(found: readonly ShardRows[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [hash = '', count] of found.flatMap(({ rows }) => rows))
    if (hash !== String(SHARD_TERM)) counts.set(hash, (counts.get(hash) ?? 0) + Number(count))
  return counts
}

/** Words come as rows of their own, with their hash. */
function wordsIn(found: readonly ShardRows[]): ReadonlyMap<string, number> {
  const counts = countsIn(found)
  return new Map(
    found.flatMap(({ rows }) =>
      rows.flatMap(([hash = '', , , word = '']) => {
        const count = counts.get(hash) ?? 0
        return word === '' || count === 0 ? [] : [[unescaped(word), count] as const]
      }),
    ),
  )
}
