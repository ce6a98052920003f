import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { scratchFolder } from '../scratch.ts'
import { auditOf } from './library-samples.ts'
import { sourceNamed } from './samples.ts'

it.skipIf(process.platform === 'win32')(
  'keeps its files to their owner, also in a folder that is open to others',
  async () => {
    const place = scratchFolder()
    await chmod(place, 0o755)
    const store = await openSqlite(join(place, 'store.sqlite'))
    await store.addSource(sourceNamed('notes'))
    const names = await readdir(place)
    const modes = await Promise.all(names.map(async (name) => (await stat(join(place, name))).mode & 0o777))
    expect(new Set(modes)).toEqual(new Set([0o600]))
    await store.close()
  },
)

it('refuses a change of the audit, whoever asks for it', async () => {
  const place = scratchFolder()
  const file = join(place, 'store.sqlite')
  const store = await openSqlite(file)
  await store.record({ audit: [auditOf(1)] })
  await store.close()
  const db = new DatabaseSync(file)
  expect(() => db.exec("UPDATE audit SET actor = 'nobody'")).toThrow(/never changed/)
  db.close()
})
