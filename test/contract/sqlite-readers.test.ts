import { everything } from '@wuku/core/ports/access'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { createConnectionPool, type ConnectionPool } from '../../packages/store-sqlite/src/connection-pool.ts'
import { migrate } from '@wuku/store-sqlite/schema'
import { createScoreBufferPool } from '@wuku/index-core/postings/score-buffers'
import { sourceNamed } from './samples.ts'
import { scratchFolder } from '../scratch.ts'

const MOST = 8

let place = ''
let connections: ConnectionPool
let open = new Set<Connection>()
let mostOpen = 0

beforeEach(() => {
  place = scratchFolder()
  const file = join(place, 'store.sqlite')
  const db = connect(file, 0)
  migrate(db)
  db.close()
  ;[open, mostOpen] = [new Set(), 0]
  connections = createConnectionPool(() => {
    const opened = connect(file, 0)
    const counted: Connection = { ...opened, close: () => (open.delete(counted), opened.close()) }
    open.add(counted)
    mostOpen = Math.max(mostOpen, open.size)
    return counted
  })
})
afterEach(async () => {
  connections.close()
  expect(open.size, 'connections that nobody closed').toBe(0)
})

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('reads of one process', () => {
  it('share a few connections, fifty at once, and are served in the order in which they came', async () => {
    const begun: number[] = []
    const gates = Array.from({ length: 50 }, () => Promise.withResolvers<void>())
    const answers = gates.map((gate, at) =>
      connections.read(everything, async (view) => {
        begun.push(at)
        await gate.promise
        return (await view.sources.list()).length + at
      }),
    )
    await turns()
    expect(begun).toHaveLength(MOST)
    for (const [at, gate] of gates.entries()) {
      gate.resolve()
      await turns()
      expect(begun).toHaveLength(Math.min(50, MOST + at + 1))
    }
    expect(await Promise.all(answers)).toEqual(gates.map((_, at) => at))
    expect(begun).toEqual(gates.map((_, at) => at))
    expect(mostOpen).toBe(MOST)
  })

  it('give their place back when they fail', async () => {
    const failing = Array.from({ length: 30 }, (_, at) =>
      connections.read(everything, async () => {
        throw new Error(`broken ${at}`)
      }),
    )
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true)
    expect(await connections.read(everything, async (view) => view.sources.list())).toEqual([])
  })

  it('wait for nobody within another read', async () => {
    const nested = Array.from({ length: 2 * MOST }, () =>
      connections.read(everything, async () => {
        await turns()
        return connections.read(everything, async (view) => (await view.sources.list()).length)
      }),
    )
    expect(await Promise.all(nested)).toEqual(nested.map(() => 0))
  })

  it('that wait are refused when the store is closed', async () => {
    const gate = Promise.withResolvers<void>()
    const holding = Array.from({ length: MOST }, () => connections.read(everything, () => gate.promise))
    const late = connections.read(everything, async (view) => view.sources.list())
    late.catch(() => {})
    connections.close()
    gate.resolve()
    await Promise.all(holding)
    await expect(late).rejects.toThrow('closed')
  })
})

it("what searches score in is nobody else's until it is given back, and comes without scores", () => {
  const pool = createScoreBufferPool()
  const [one, other] = [pool.acquire(), pool.acquire()]
  expect(one).not.toBe(other)
  one.scores[7] = 1
  pool.release(one)
  const again = pool.acquire()
  expect(again).toBe(one)
  expect(again.scores[7]).toBe(0)
})

it('a record of calls is not waited with while another process writes; what was done is', async () => {
  const file = join(place, 'busy.sqlite')
  const [store, other] = [await openSqlite(file), await openSqlite(file)]
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const writing = other.write('all', async (transaction) => {
    begun.resolve()
    await gate.promise
    await transaction.addSource(sourceNamed('slow'))
  })
  await begun.promise
  const counts = [{ day: '2026-01-01', metric: 'call.recall', library: 0, count: 1, sum: 1 }]
  await expect(store.record({ counts })).rejects.toMatchObject({ code: 'store-busy' })
  gate.resolve()
  await writing
  await store.record({ counts })
  await Promise.all([store.close(), other.close()])
})
