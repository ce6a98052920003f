/**
 * Writes the store that every later version must open: test/fixtures/formats/sqlite-<format>.sqlite. Run it once when
 * the format grows; files of older formats stay as they are.
 */
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openSqlite } from '../../../src/adapters/sqlite/open.ts'
import { schemaVersion } from '../../../src/adapters/sqlite/schema.ts'
import { batchOf, putting, sourceNamed } from '../samples.ts'

const file = fileURLToPath(new URL(`../../fixtures/formats/sqlite-${schemaVersion}.sqlite`, import.meta.url))
rmSync(file, { force: true })
const store = await openSqlite(file)
const notes = await store.addSource({ ...sourceNamed('harbour'), options: { patterns: ['**/*.md'] } })
const pads = await store.addSource(sourceNamed('log', 'pads'))
await store.apply(
  putting(notes.id, [
    {
      path: 'tides.md',
      title: 'Tides',
      text: '# Tides\nThe ebb follows the flood.\n\nSpring tides come with the full moon.',
    },
    { path: '海/潮汐.md', title: '潮汐', text: '满月的时候潮水最高。', meta: { tags: ['sea'] }, headings: ['潮汐'] },
    { path: 'gone.md', text: 'a storm that was taken out again' },
  ]),
)
await store.apply(putting(pads.id, [{ path: 'today', text: '#m1 calm until noon' }]))
await store.apply(batchOf(notes.id, { remove: ['gone.md'] }))
await store.changeSource(notes.id, { indexedAt: 1_700_000_000_000, report: { added: 3 } })
await store.tidy()
await store.close()
