import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turnOfEvents } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { rewriteFile } from '../src/store-writes.ts'
import { createWriter } from '../src/writer.ts'
import { scratchFolder } from '../../../test/scratch.ts'

let place: string
let file: string
let db: Connection

beforeEach(() => {
  place = scratchFolder()
  file = join(place, 'store.sqlite')
  db = connect(file, 0)
  db.script('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)')
  db.transaction(() => {
    for (let at = 0; at < 500; at++) db.run('INSERT INTO notes VALUES (?)', [`${'ebb '.repeat(100)}${at}`])
  })
  db.run('DELETE FROM notes WHERE rowid > 1')
})
afterEach(() => db.close())

it.each([
  ['here', Infinity],
  ['in a thread', 0],
])('leaves nothing of what was removed: %s', async (_, small) => {
  db.emptyLog()
  const before = statSync(file).size
  await rewriteFile(file, createWriter(db), small)
  db.emptyLog()
  expect(statSync(file).size).toBeLessThan(before / 10)
  expect(readFileSync(file, 'latin1').match(/ebb ebb \d/g)).toEqual(['ebb ebb 0'])
})

it('waits in a thread for who writes elsewhere, and lets nobody of this process write meanwhile', async () => {
  const other = connect(file, 0)
  other.begin()
  const writer = createWriter(db)
  const told: string[] = []
  const rewriting = rewriteFile(file, writer, 0).then(() => told.push('rewritten'))
  await turnOfEvents()
  const writing = writer
    .transact((own) => own.run("INSERT INTO notes VALUES ('flood')"))
    .then(() => told.push('written'))
  setTimeout(() => other.rollback(), 200)
  await Promise.all([rewriting, writing])
  other.close()
  expect(told).toEqual(['rewritten', 'written'])
})

it('says what is wrong with a file that cannot be rewritten', async () => {
  const writer = createWriter(db)
  await expect(rewriteFile(join(place, 'no', 'store.sqlite'), writer, 0)).rejects.toThrow(/open/)
})
