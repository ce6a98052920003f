import { everything } from '@wuku/core/ports/access'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import type { PadTransaction } from '@wuku/core/ports/pads'
import type { Store } from '@wuku/core/ports/store'
import { changeOf, padOf, workflowOf } from './pad-samples.ts'

let place = ''
let file = ''
let store: Store
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'wuku-store-'))
  file = join(place, 'store.sqlite')
  store = await openSqlite(file)
})
afterEach(async () => {
  await store.close()
  await rm(place, { recursive: true })
})

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

/** Of the words, those that can be read in any of the tables of words. */
const wordsKept = (): string =>
  inFile((db) =>
    [
      ...db.prepare('SELECT word AS said FROM hit_words').all(),
      ...db.prepare('SELECT lines AS said FROM hit_news').all(),
    ]
      .map(({ said }) => String(said))
      .join('\n'),
  )

async function legible(needles: readonly string[]): Promise<string[]> {
  const files = await Promise.all((await readdir(place)).map((name) => readFile(join(place, name), 'latin1')))
  return needles.filter((needle) => files.some((bytes) => bytes.includes(needle)))
}

const ways: readonly {
  readonly says: string
  readonly forget: (transaction: PadTransaction, id: string) => Promise<void>
}[] = [
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
]

describe('leaves no word of what was taken out when', () => {
  it.each(ways)('$says', async ({ forget }) => {
    await fill()
    expect(wordsKept()).toContain(secret(4))
    for (const number of gone) await store.write('all', (transaction) => forget(transaction.pads, String(number)))
    for (const number of pads) expect(wordsKept().includes(secret(number))).toBe(number % 4 !== 0)
    await store.tidy()
    expect(await legible(gone.map(secret))).toEqual([])
    expect(
      numberIn(
        'SELECT count(*) FROM hit_words WHERE NOT EXISTS (SELECT 1 FROM hits WHERE hits.id >> 20 = hit_words.id)',
      ),
    ).toBe(0)
    expect(numberIn('SELECT count(*) FROM hits WHERE id > 0 AND id >> 20 NOT IN (SELECT id FROM hit_words)')).toBe(0)
    expect(numberIn("SELECT value FROM counters WHERE name = 'hit_news'")).toBe(0)
  })

  it('everything is removed', async () => {
    await fill()
    for (const number of pads)
      await store.write('all', (transaction) => transaction.pads.removeWorkflow(String(number)))
    await store.write('all', (transaction) => transaction.pads.removeWorkflow('stays'))
    for (const table of ['workflows', 'pads', 'pad_texts', 'pad_versions', 'hit_words', 'hits', 'hit_news'])
      expect([table, numberIn(`SELECT count(*) FROM ${table}`)]).toEqual([table, 0])
  })
})

it('writes down a little at first, and in rows when it has become much', async () => {
  await fill()
  expect(numberIn('SELECT count(*) FROM hits')).toBeGreaterThan(1_000)
  const lines = "SELECT total(length(lines) - length(replace(lines, char(10), ''))) FROM hit_news"
  expect(numberIn("SELECT value FROM counters WHERE name = 'hit_news'")).toBe(numberIn(lines))
  expect(numberIn(lines)).toBeGreaterThan(0)
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
}, 60_000)

it('counts everything anew after an update of the analysis', async () => {
  await fill()
  const probe = { keywords: ['common1', '组', secret(3)].map((text) => ({ text, where: 'within' as const })) }
  const before = await store.read(everything, (view) => view.pads.hits(probe))
  expect(before.places.length).toBeGreaterThan(60)
  inFile((db) =>
    db.exec("DELETE FROM hits; DELETE FROM hit_words; UPDATE counters SET value = 0 WHERE name = 'hits_by'"),
  )
  await store.write('all', async () => {})
  expect(await store.read(everything, (view) => view.pads.hits(probe))).toEqual(before)
  const words = numberIn('SELECT count(*) FROM hit_words')
  await store.write('all', async () => {})
  expect(numberIn('SELECT count(*) FROM hit_words')).toBe(words)
})
