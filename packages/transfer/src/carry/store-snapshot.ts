import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@wuku/store-sql/make-folder'
import type { RecordReader } from '../rows/records.ts'
import { readableFor, type Readable } from '@wuku/core/ports/store'
import { everything } from '@wuku/core/ports/access'
import type { Settings } from '@wuku/settings/app-settings'
import { openStore } from '@wuku/settings/team-open-store'
import { ownedName, sweepLeft } from '@wuku/settings/this-process'

/** The whole store as it is at one moment. */
export type StoreSnapshot = RecordReader & Readable

type Place = Pick<Settings, 'home' | 'store' | 'team'>

/** Agents go on writing meanwhile: a file is copied first, and of a database one snapshot is read. */
export const openSnapshot = async (settings: Place): Promise<StoreSnapshot> =>
  settings.team.database.url() === '' ? snapshotOfFile(settings) : snapshotOfDatabase(settings)

async function snapshotOfFile(settings: Place): Promise<StoreSnapshot> {
  const { home, store: file } = settings
  const [{ copySqlite }, { openSqlite }, { openSqliteOrigin }] = await Promise.all([
    import('@wuku/store-sqlite/copy'),
    import('@wuku/store-sqlite/open-sqlite'),
    import('../sqlite/open-sqlite-move.ts'),
  ])
  // Beside the store: no other user reads it there, and there is as much room as for a backup.
  await makeFolder(home)
  // A house in which nothing was done yet has no file.
  await (await openStore(settings)).close()
  // A process that was killed leaves a whole copy of the store.
  await sweepLeft(home, FOLDER)
  const folder = join(home, ownedName(FOLDER))
  await mkdir(folder, { mode: 0o700 })
  try {
    const copy = join(folder, 'wuku.sqlite')
    await copySqlite(file, copy)
    const origin = await openSqliteOrigin(copy)
    const store = await openSqlite(copy).catch(async (error: unknown) => {
      await origin.close()
      throw error
    })
    return {
      ...origin,
      ...readableFor(store, everything),
      async close() {
        await origin.close()
        await store.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

const FOLDER = '.moment-'

async function snapshotOfDatabase({ team: { database } }: Place): Promise<StoreSnapshot> {
  const [{ prepareSchema }, { openPostgresSnapshot }] = await Promise.all([
    import('@wuku/store-postgres/prepare'),
    import('../postgres/open-postgres-move.ts'),
  ])
  const place = { url: database.url(), schema: database.schema }
  await prepareSchema(place)
  return openPostgresSnapshot(place)
}
