import { hash } from 'node:crypto'
import { createLruMap } from '@wuku/core/lru-map'
import type { EngineAnswer, EngineSnapshot } from '@wuku/core/search-engine'
import { tableOf } from './names.ts'
import type { Narrowed, Narrowing } from './questions.ts'
import type { Rows } from './requests.ts'
import { type Servers, SOON } from './servers.ts'

/** Numbers that a statement names; longer lists are kept by each shard under a name. */
const MAX_NAMED = 5_000
/** Seconds: what nobody waits for any more ends by itself. */
const LIMITS = { max_execution_time: 3 }
/** Lists that this process put there lately. */
const MAX_LISTS = 1_000

export interface ShardRows {
  readonly rows: Rows
  readonly shard: number
}

export interface Question {
  readonly moment: EngineSnapshot
  readonly sql: (narrowed: Narrowed) => string
  /** The number by which a shard names itself in the rows; `undefined` where it did not. */
  readonly speaker: (rows: Rows) => number | undefined
}

/** Every shard by itself and at once: one that is away holds nobody up for longer than it is waited for, and is known by its number. */
export type AskShards = (question: Question) => Promise<EngineAnswer<readonly ShardRows[]>>

export function createAskShards(servers: Servers): AskShards {
  const lists = createLruMap<string, Promise<void> | undefined>(MAX_LISTS)
  const put = (shard: number, generation: number, { list, members }: List): Promise<void> => {
    const key = `${shard} ${generation} ${list}`
    const before = lists.get(key)
    if (before) return before
    const putting = putList(servers, { shard, generation, list, members })
    lists.set(key, putting)
    putting.catch(() => lists.set(key, undefined))
    return putting
  }
  const askShard = async (question: Question, shard: number): Promise<Rows> => {
    const { moment } = question
    const [sources, documents] = [narrowing(moment.sources), narrowing(moment.documents)]
    const needed = [sources, documents].flatMap((each) => (each && 'members' in each ? [each] : []))
    const sql = question.sql({ moment, sources, documents })
    for (let turn = 0; ; turn++) {
      for (const each of needed) await put(shard, moment.generation, each)
      const rows = await servers.ask(shard, { sql, settings: LIMITS, timeout: SOON })
      if (rows.every(isWhole) && question.speaker(rows) === shard) return rows
      if (turn > 0 || needed.length === 0)
        throw new Error(`It does not say that it is shard ${shard}: its tables are not those that were filled.`)
      // It has forgotten the list meanwhile.
      for (const { list } of needed) lists.set(`${shard} ${moment.generation} ${list}`, undefined)
    }
  }
  return async (question) => {
    await servers.shards()
    const answered: ShardRows[] = []
    const missing: number[] = []
    await Promise.all(
      question.moment.shards.map(async (shard) => {
        if (!servers.mayAnswer(shard)) return void missing.push(shard)
        try {
          answered.push({ shard, rows: await askShard(question, shard) })
        } catch {
          missing.push(shard)
        }
      }),
    )
    return { found: answered, missing: missing.toSorted((a, b) => a - b) }
  }
}

/** Each answer has three numbers; something else is that of another program. */
const isWhole = (row: readonly string[]): boolean => [0, 1, 2].every((at) => /^\d+$/.test(row[at] ?? ''))

interface List {
  readonly list: string
  readonly members: readonly number[]
}

/** The same numbers have the same name, so that no list is ever out of date. */
function narrowing(numbers: readonly number[] | undefined): Exclude<Narrowing, { list: string }> | List {
  if (!numbers || numbers.length <= MAX_NAMED) return numbers
  const members = numbers.toSorted((a, b) => a - b)
  const name = hash('sha1', new Float64Array(members), 'buffer').readBigUInt64BE(0)
  return { list: String(name), members }
}

/** Each server has its own. The row that names the shard is of a source 0 and a document 0, which every list has. */
async function putList(
  servers: Servers,
  { shard, generation, list, members }: List & { readonly shard: number; readonly generation: number },
): Promise<void> {
  const rows = new DataView(new ArrayBuffer(12 * (members.length + 1)))
  for (const [nth, member] of [0, ...members].entries()) {
    rows.setBigUint64(12 * nth, BigInt(list), true)
    rows.setUint32(12 * nth + 8, member, true)
  }
  await servers.askEach(shard, {
    sql: `INSERT INTO ${tableOf('lists', generation)} FORMAT RowBinary`,
    body: new Uint8Array(rows.buffer),
    timeout: 5 * SOON,
  })
}
