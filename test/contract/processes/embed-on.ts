/** Puts documents and vectors, round after round, until it is killed, and says so after each one that was answered. */
import { writeSync } from 'node:fs'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { batchOf, putting, sourceNamed } from '../samples.ts'
import { embedAll, setOf } from '../vector-samples.ts'

const [file = ''] = process.argv.slice(2)
const store = await openSqlite(file)
const source = await store.addSource(sourceNamed('notes'))
const { id: set } = await store.vectors.addEmbeddingSet(setOf())
for (let round = 0; ; round++) {
  const text = `ebb round${round}\n\nflood ${round % 7}\n\nstorm round${round}`
  await store.apply(putting(source.id, [{ path: `${round % 20}.md`, title: 'Log', text }]))
  await embedAll(store, set)
  if (round % 5 === 4) await store.apply(batchOf(source.id, { remove: [`${(round - 2) % 20}.md`] }))
  writeSync(1, `${round}\n`)
}
