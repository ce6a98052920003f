import { bodyOf } from '../one-of-store.ts'
/** Appends to one document beside others that do the same, and says so after each time that was answered. */
import { writeSync } from 'node:fs'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import type { SourceId } from '@wuku/core/core-types'
import { amending } from '../samples.ts'

const [file = '', name = '', times = '0'] = process.argv.slice(2)
const store = await openSqlite(file)
for (let time = 0; time < Number(times); time++) {
  await store.write('all', async (transaction) => {
    const [document] = await transaction.documents.list()
    if (!document) throw new Error('There is no document.')
    const before = { path: document.path, text: (await bodyOf(transaction, document.id)) ?? '' }
    const after = { path: document.path, text: `${before.text}\n\nentry ${name}x${time} 潮汐` }
    await transaction.apply(amending(document.source as SourceId, before, after))
  })
  writeSync(1, `${name}x${time}\n`)
}
await store.close()
