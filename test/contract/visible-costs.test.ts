import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import type { Store } from '@wuku/core/ports/store'
import { ask } from '../servers/postgres.ts'
import { countAll, type Spent } from './foreign/counting.ts'
import { fillFile, fillSchema } from './foreign/fill.ts'
import { deeds, openTeam, settle } from './foreign/team.ts'
import { sharedFolder } from '../scratch.ts'

const FEW = 100
const MANY = 100_000

interface Place {
  open(): Promise<Store>
  /** Workflows of others, up to a number of them. */
  fill(from: number, to: number): Promise<void>
  /** Rows that the server has looked at so far, while nobody is connected. */
  looked?(): Promise<number>
  close(): Promise<void>
}

const folder = sharedFolder()

function embedded(): Place {
  const file = join(folder, 'store.sqlite')
  return {
    open: () => openSqlite(file),
    fill: async (from, to) => fillFile(file, from, to),
    close: async () => {},
  }
}

function onServer(): Place {
  const url = inject('postgres')
  const schema = 'visible_costs'
  const admin = new URL(url)
  admin.username = 'postgres'
  return {
    open: () => openPostgres({ url, schema }),
    fill: (from, to) => fillSchema((sql) => ask(admin.href, sql), schema, from, to),
    looked: async () => {
      const [row] = await ask(
        url,
        `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 AS rows FROM pg_stat_all_tables WHERE schemaname = '${schema}'`,
      )
      return Number(row?.['rows'])
    },
    close: async () => void (await ask(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`)),
  }
}

const places = { sqlite: embedded, postgres: onServer }

interface Measured {
  readonly deeds: Readonly<Record<string, Spent>>
  /** Of some users who ask one after the other, each for the first time. */
  readonly turns: Spent
  readonly looked: number
  /** A search, and one after somebody else made a workflow: the least of three of each. */
  readonly beside: readonly [before: Spent, after: Spent]
}

const USERS = 50

/** What the store does now and then on its own is no part of what a call costs. */
const leastOf = (tries: readonly Spent[]): Spent =>
  tries.reduce((least, each) => (each.statements < least.statements ? each : least))

describe.each(Object.keys(places) as (keyof typeof places)[])('in a store of %s', (name) => {
  let few: Measured
  let many: Measured
  beforeAll(async () => {
    const place = places[name]()
    const measure = async (user: string): Promise<Measured> => {
      const lookedBefore = (await place.looked?.()) ?? 0
      const { engine, call } = await openTeam(join(folder, name), place.open)
      const pad = await settle(call, user)
      const spentOn = async (work: () => Promise<unknown>): Promise<Spent> => {
        // What goes on after an answer is not part of it.
        await sleep(300)
        const { spent, stop } = countAll()
        await work()
        stop()
        return spent
      }
      const costs: Record<string, Spent> = {}
      for (const [deed, work] of Object.entries(deeds)) {
        for (const nth of [1, 2, 3, 4]) await work(call, user, pad, nth)
        const tries: Spent[] = []
        for (const nth of [5, 6, 7]) tries.push(await spentOn(() => work(call, user, pad, nth)))
        costs[deed] = leastOf(tries)
      }
      const turns = await spentOn(async () => {
        for (let nth = 0; nth < USERS; nth++) await deeds['recall']?.(call, `user ${nth % 10}`, pad, 100 + nth)
      })
      const search = (nth: number) => spentOn(() => call(user, 'recall', { query: `neap ${nth}` }))
      await search(0)
      const before: Spent[] = []
      const after: Spent[] = []
      for (const nth of [1, 2, 3]) {
        before.push(await search(nth))
        await call('somebody else', 'create-workflow', { name: `${nth} of nobody here` })
        after.push(await search(nth + 3))
      }
      await engine.close()
      const beside = [leastOf(before), leastOf(after)] as const
      return { deeds: costs, turns, looked: ((await place.looked?.()) ?? 0) - lookedBefore, beside }
    }
    await (await place.open()).close()
    await place.fill(0, FEW)
    // The first one's words are new to the index.
    await measure('eve')
    few = await measure('ann')
    await place.fill(FEW, MANY)
    many = await measure('bob')
    if (process.env['WUKU_ROUND_TRIPS']) console.log(name, few, many)
    return () => place.close()
  })

  const expectSame = (after: Spent | undefined, before: Spent | undefined): void => {
    expect(after?.statements).toBeLessThanOrEqual((before?.statements ?? 0) * 1.15)
    expect(after?.rows).toBeLessThanOrEqual((before?.rows ?? 0) * 1.15)
  }

  it.each(Object.keys(deeds))('%s costs the same among 100 and among 100,000 sources of others', (deed) =>
    expectSame(many.deeds[deed], few.deeds[deed]),
  )

  it('a workflow that somebody else makes costs nobody anything', () => {
    const [before, after] = many.beside
    // The embedded store looks again where terms and ranges are, which its sources share, and at some revisions.
    const more = name === 'sqlite' ? { statements: 8, rows: 100 } : { statements: 0, rows: 0 }
    expect(after.statements).toBeLessThanOrEqual(before.statements + more.statements)
    expect(after.rows).toBeLessThanOrEqual(before.rows + more.rows)
  })

  it('so do the searches of many users in turn', () => expectSame(many.turns, few.turns))

  it('and no statement looks through the sources of others', () =>
    expect(many.looked).toBeLessThan(few.looked + MANY / 2))

  it.skipIf(name === 'sqlite')('an append is at most twenty statements, with those that begin two transactions', () =>
    // Each begins with a text of two.
    expect((many.deeds['append']?.statements ?? 0) + 2).toBeLessThanOrEqual(20),
  )
})
