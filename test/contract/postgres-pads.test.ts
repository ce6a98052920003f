import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as fc from 'fast-check'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { everything } from '@wuku/core/ports/access'
import type { HitProbe } from '@wuku/core/ports/pads'
import type { Store } from '@wuku/core/ports/store'
import { openTestStore } from '../test-store.ts'
import { ask } from '../servers/postgres.ts'
import { changeOf, padOf, workflowOf } from './pad-samples.ts'
import { runs } from '../scale.ts'

const url = inject('postgres')
const schema = `pads_${process.pid}`
const POOLS = 8
const WRITERS = 64
const BLOCKS = 1_000

let stores: Store[] = []
beforeAll(async () => {
  for (let pool = 0; pool < POOLS; pool++) stores.push(await openPostgres({ url, schema }))
})
afterAll(async () => {
  for (const store of stores) await store.close()
  stores = []
  await ask(url, `DROP SCHEMA ${schema} CASCADE`)
})

const storeOf = (writer: number): Store => {
  const store = stores[writer % POOLS]
  if (!store) throw new Error('No store is open.')
  return store
}

/** A workflow each, with one pad of the same id. */
async function addPads(ids: readonly string[], content = ''): Promise<void> {
  await storeOf(0).write('all', async ({ pads }) => {
    for (const id of ids) {
      await pads.addWorkflow(workflowOf({ id }))
      await pads.addPad(padOf({ id, workflow: id, content }))
    }
  })
}

const append = (store: Store, id: string, block: string): Promise<unknown> =>
  store.write({ workflow: id }, async ({ pads }) => {
    const [placed] = await pads.placed([id])
    await pads.changePad(id, changeOf({ content: `${placed?.pad.content}${block}` }))
  })

const blockOf = (nth: number): string => `block ${nth} ${'潮汐 ebb and flood '.repeat((nth % 7) + 1)}end of ${nth}\n`

/** Each writer appends its share, one block after another, to the pad that `padOf` says; `done` after each. */
async function appendAll(padFor: (nth: number) => string, done: (nth: number) => unknown = () => {}): Promise<void> {
  const share = async (writer: number): Promise<void> => {
    for (let nth = writer; nth < BLOCKS; nth += WRITERS) {
      await append(storeOf(writer), padFor(nth), blockOf(nth))
      await done(nth)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => share(writer)))
}

/** Every block once, whole, and nothing else. */
async function expectBlocks(ids: readonly string[]): Promise<void> {
  const texts = await storeOf(0).read(everything, async ({ pads }) => (await pads.placed(ids)).map(({ pad }) => pad))
  expect(texts).toHaveLength(ids.length)
  const lines = texts.flatMap(({ content }) =>
    content
      .split('\n')
      .slice(0, -1)
      .map((line) => `${line}\n`),
  )
  const blocks = Array.from({ length: BLOCKS }, (_, nth) => blockOf(nth))
  expect(lines.toSorted()).toEqual(blocks.toSorted())
  expect(texts.reduce((sum, { version }) => sum + version - 1, 0)).toBe(BLOCKS)
  const probe: HitProbe = { keywords: ['block', '潮汐'].map((text) => ({ text, where: 'within' as const })) }
  const places = await storeOf(1).read(everything, ({ pads }) => pads.hits(probe))
  const numbers = new Set(await numbersOf(ids))
  const own = places.filter(({ workflow }) => numbers.has(workflow))
  const counted = [0, 1].map((at) => own.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0))
  expect(counted).toEqual([BLOCKS, blocks.reduce((sum, block) => sum + block.split('潮汐').length - 1, 0)])
}

const numbersOf = (ids: readonly string[]): Promise<readonly number[]> =>
  storeOf(0).read(everything, async ({ pads }) => (await pads.placed(ids)).map(({ workflow }) => workflow.number))

describe('64 writers over 8 pools', () => {
  it('append to 64 pads: none is lost, each is there once and whole', async () => {
    const ids = Array.from({ length: WRITERS }, (_, at) => `of ${at}`)
    await addPads(ids)
    await appendAll((nth) => `of ${nth % WRITERS}`)
    await expectBlocks(ids)
  })

  it('append to one pad: none is lost, each is there once and whole', async () => {
    await addPads(['one'])
    await appendAll(() => 'one')
    await expectBlocks(['one'])
  })

  it('lose no append and double none when the server ends their connections in the middle', async () => {
    const ids = Array.from({ length: WRITERS }, (_, at) => `broken ${at}`)
    await addPads(ids)
    let ended = 0
    let acknowledged = 0
    await appendAll(
      (nth) => `broken ${nth % WRITERS}`,
      async () => {
        if (++acknowledged % 50 !== 0) return
        // Not what the server itself does there: only an administrator may end that.
        const rows = await ask(
          url,
          `SELECT count(*) AS ended FROM (
             SELECT pg_terminate_backend(pid) FROM (
               SELECT DISTINCT pid FROM pg_locks JOIN pg_class ON pg_class.oid = relation
                 JOIN pg_stat_activity USING (pid)
               WHERE usename = current_user AND relnamespace = '${schema}'::regnamespace AND pid <> pg_backend_pid()) AS writers
             ORDER BY random() LIMIT 3) AS gone`,
        )
        ended += Number(rows[0]?.['ended'])
      },
    )
    expect(ended).toBeGreaterThan(10)
    await expectBlocks(ids)
  })
})

it('keeps a thousand appends to a large pad in little space', async () => {
  const line = 'Appended to what was there before. 寫在後面。\n'
  await addPads(['large'], Array.from({ length: 9_000 }, (_, at) => `${at} ${line}`).join(''))
  const sizeOf = async (table: string): Promise<number> =>
    Number((await ask(url, `SELECT pg_total_relation_size('${schema}.${table}') AS size`))[0]?.['size'])
  const before = await sizeOf('pad_texts')
  for (let nth = 0; nth < BLOCKS; nth++) await append(storeOf(0), 'large', `${nth} ${line}`)
  // Written whole each time, they would take a hundred times as much before the server tidies.
  expect((await sizeOf('pad_texts')) - before).toBeLessThan(6_000_000)
  const state = await storeOf(0).read(everything, ({ pads }) => pads.stateAt('large', 500))
  expect(state?.content.endsWith(`498 ${line}`)).toBe(true)
})

/** Edits of a text that is long enough to be kept as one text and what changed in it. */
const anyEdit = fc.tuple(
  fc.nat(20_000),
  fc.oneof(fc.constant(0), fc.nat(60), fc.constant(3_000)),
  fc.constantFrom('ebb\n', 'flood', '潮汐', '👨‍👩‍👧', '', '\n', 'ebb flood 組件 '.repeat(40)),
  fc.boolean(),
)

it('tells of a long text the same as the slow truth, after any edits', async () => {
  const truth = openTestStore()
  const both = async (work: (store: Store) => Promise<unknown>): Promise<void> => {
    for (const store of [truth, storeOf(0)]) await work(store)
  }
  const [first = 0] = await numbersOf(['one'])
  expect(first).toBeGreaterThan(0)
  let pads = 0
  const keywords = ['ebb', 'flo', '潮汐', '组', 'line', '12'].map((text) => ({ text, where: 'within' as const }))
  const tell = (store: Store, id: string): Promise<unknown> =>
    store.read(everything, async (view) => {
      const places = await view.pads.hits({ keywords, scope: id })
      return {
        pad: await view.pads.pad(id),
        states: await Promise.all([1, 2, 3, 5, 8, 13].map((version) => view.pads.stateAt(id, version))),
        // Numbers differ from store to store.
        places: places.map(({ slot, field, counts }) => ({ slot, field, counts })),
      }
    })
  const property = fc.asyncProperty(fc.array(anyEdit, { minLength: 1, maxLength: 90 }), async (edits) => {
    const id = `edited ${pads++}`
    let content = Array.from({ length: 400 }, (_, at) => `line ${at} of the text 組件\n`).join('')
    await both((store) =>
      store.write('all', async (transaction) => {
        await transaction.pads.addWorkflow(workflowOf({ id, scope: id }))
        await transaction.pads.addPad(padOf({ id, workflow: id, content }))
      }),
    )
    for (const [at, gone, added, isAppended] of edits) {
      const place = isAppended ? content.length : at % (content.length + 1)
      content = (content.slice(0, place) + added + content.slice(place + gone)).toWellFormed()
      await both((store) => store.write('all', (transaction) => transaction.pads.changePad(id, changeOf({ content }))))
    }
    expect(await tell(storeOf(0), id)).toEqual(await tell(truth, id))
  })
  await fc.assert(property, { numRuns: runs(8), seed: 11, endOnFailure: true })
})
