import { everything } from '@wuku/core/ports/access'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import type { PadTransaction } from '@wuku/core/ports/pads'
import type { Store } from '@wuku/core/ports/store'
import { changeOf, padOf, workflowOf } from './pad-samples.ts'
import { scratchFolder } from '../scratch.ts'

let place = ''
let file = ''
let store: Store
beforeEach(async () => {
  place = scratchFolder()
  file = join(place, 'store.sqlite')
  store = await openSqlite(file)
})
afterEach(() => store.close())

function inFile<T>(look: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file)
  try {
    return look(db)
  } finally {
    db.close()
  }
}

const numberIn = (sql: string): number => inFile((db) => Number(Object.values(db.prepare(sql).get() ?? {})[0]))

/** A word that stands in one pad only. */
const secret = (number: number): string =>
  `q${[...String(number * 7_919)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}zq`
const pads = Array.from({ length: 60 }, (_, number) => number)
const gone = pads.filter((number) => number % 4 === 0)
const common = Array.from({ length: 900 }, (_, at) => `common${at} 组${String.fromCodePoint(0x4e00 + at)}`).join('\n')

async function fill(): Promise<void> {
  await store.write('all', (transaction) => transaction.pads.addWorkflow(workflowOf({ id: 'stays', name: 'stays' })))
  for (const number of pads)
    await store.write('all', async (transaction) => {
      const id = String(number)
      await transaction.pads.addWorkflow(
        workflowOf({ id, name: `${secret(number)}name`, description: `${secret(number)}said` }),
      )
      const content = `${number % 2 === 0 ? common : 'common1'}\n${secret(number)}text`
      await transaction.pads.addPad(padOf({ id, workflow: id, title: `${secret(number)}title`, content }))
    })
}

async function legible(needles: readonly string[]): Promise<string[]> {
  const files = await Promise.all((await readdir(place)).map((name) => readFile(join(place, name), 'latin1')))
  return needles.filter((needle) => files.some((bytes) => bytes.includes(needle)))
}

describe('leaves no word of what was taken out when', () => {
  it.each<{
    readonly says: string
    readonly forget: (transaction: PadTransaction, id: string) => Promise<void>
  }>([
    { says: 'a workflow is removed', forget: (transaction, id) => transaction.removeWorkflow(id) },
    {
      says: 'a pad is removed and its workflow renamed',
      forget: async (transaction, id) => {
        await transaction.changeWorkflow(id, { name: 'open', description: null, at: 2_000 })
        await transaction.removePad(id)
      },
    },
    {
      says: 'a pad was changed and moved before it is removed',
      forget: async (transaction, id) => {
        await transaction.changePad(id, changeOf({ content: 'nothing to hide', title: 'open', workflow: 'stays' }))
        await transaction.removePad(id)
        await transaction.removeWorkflow(id)
      },
    },
  ])('$says', async ({ forget }) => {
    await fill()
    for (const number of gone) await store.write('all', (transaction) => forget(transaction.pads, String(number)))
    await store.tidy()
    expect(await legible(gone.map(secret))).toEqual([])
  })

  it('everything is removed', async () => {
    await fill()
    for (const number of pads)
      await store.write('all', (transaction) => transaction.pads.removeWorkflow(String(number)))
    await store.write('all', (transaction) => transaction.pads.removeWorkflow('stays'))
    for (const table of ['workflows', 'pads', 'pad_texts', 'pad_versions'])
      expect([table, numberIn(`SELECT count(*) FROM ${table}`)]).toEqual([table, 0])
  })
})

it('keeps a thousand versions of a large pad in little space', async () => {
  const line = 'Appended to what was there before. 寫在後面。\n'
  await store.write('all', async (transaction) => {
    let content = line.repeat(4_000)
    await transaction.pads.addWorkflow(workflowOf({ id: 'w' }))
    await transaction.pads.addPad(padOf({ id: 'p', workflow: 'w', content }))
    for (let version = 2; version <= 1_000; version++)
      await transaction.pads.changePad('p', changeOf({ content: (content += line) }))
  })
  expect(numberIn("SELECT sum(pgsize) FROM dbstat WHERE name = 'pad_versions'")).toBeLessThan(100_000)
  const state = await store.read(everything, (view) => view.pads.stateAt('p', 500))
  expect(state?.content).toBe(line.repeat(4_499))
})
