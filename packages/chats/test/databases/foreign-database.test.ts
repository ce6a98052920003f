import { readdirSync, utimesSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openForeign } from '../../src/databases/foreign-database.ts'
import { makeChatWise } from './chat-databases.ts'
import { foundRoot, make, traces, standOnGround } from './chat-ground.ts'

standOnGround()

describe('a database that is too large to be copied', () => {
  const large = { copiedUpTo: 0, settledAfter: 50 }
  const count = async (options = large): Promise<number> => {
    const database = openForeign(foundRoot.file, options)
    try {
      return await database.ask(async (db) => {
        expect(readdirSync(foundRoot.temporary)).toEqual([])
        return db.row<{ n: number }>('SELECT count(*) AS n FROM message')?.n ?? 0
      })
    } finally {
      await database.close()
    }
  }

  it.each(['WAL', 'DELETE'] as const)('is read where it lies, without a trace: %s', async (journal) => {
    make(makeChatWise, journal).close()
    const before = traces()
    expect(await count()).toBe(3)
    expect(traces()).toEqual(before)
  })

  it('with a date of tomorrow as well', async () => {
    make(makeChatWise, 'DELETE')
    const tomorrow = Date.now() / 1000 + 86_400
    utimesSync(foundRoot.file, tomorrow, tomorrow)
    expect(await count()).toBe(3)
  })

  it('what was read while somebody wrote does not count', async () => {
    const db = make(makeChatWise, 'DELETE')
    const database = openForeign(foundRoot.file, large)
    let asked = 0
    const seen = await database.ask(async (connection) => {
      const n = connection.row<{ n: number }>('SELECT count(*) AS n FROM message')?.n
      if (asked++ === 0) db.exec(`INSERT INTO message (id, chatId) VALUES ('late', 'chat-a')`)
      return n
    })
    expect([seen, asked]).toEqual([4, 2])
    await database.close()
  })

  it('is copied after all while a log belongs to it', async () => {
    make(makeChatWise, 'WAL')
    const database = openForeign(foundRoot.file, large)
    const copies = await database.ask(async () => readdirSync(foundRoot.temporary).length)
    expect(copies).toBe(1)
    await database.close()
    expect(readdirSync(foundRoot.temporary)).toEqual([])
  })
})
