/** Applies batch after batch until it is killed, and says so after each one that was answered. */
import { writeSync } from 'node:fs'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { putting, sourceNamed, type Sample } from '../samples.ts'

const [file = ''] = process.argv.slice(2)
const store = await openSqlite(file)
const source = await store.addSource(sourceNamed('notes'))
const documentsOf = (batch: number): Sample[] =>
  Array.from({ length: 5 }, (_, i) => ({
    path: `${batch % 40}/${i}.md`,
    text: `ebb flood batch${batch}\n\nstorm ${i}`,
  }))
for (let batch = 0; ; batch++) {
  await store.apply(putting(source.id, documentsOf(batch)))
  writeSync(1, `${batch}\n`)
}
