import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@wuku/store-sql/make-folder'
import type { MovingOrigin } from '../rows/moving.ts'
import type { Store } from '@wuku/core/ports/store'
import type { Settings } from '@wuku/settings/app-settings'
import { openStore } from '@wuku/settings/team-open-store'
import { ownedName, sweepLeft } from '@wuku/settings/this-process'

/** The whole store as it is at one moment. */
export interface StoreSnapshot {
  readonly store: Pick<Store, 'read'>
  readonly origin: MovingOrigin
  close(): Promise<void>
}

type Place = Pick<Settings, 'home' | 'store' | 'team'>

/** Agents go on writing meanwhile: a file is copied first, and of a database one snapshot is read. */
export async function openSnapshot(settings: Place): Promise<StoreSnapshot> {
  return settings.team.database.url() === '' ? snapshotOfFile(settings) : snapshotOfDatabase(settings)
}

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
    const snapshot = await snapshotOf(await openSqliteOrigin(copy), () => openSqlite(copy))
    return {
      ...snapshot,
      async close() {
        await snapshot.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

const FOLDER = '.moment-'

async function snapshotOfDatabase(settings: Place): Promise<StoreSnapshot> {
  const { openPostgresOrigin } = await import('../postgres/open-postgres-move.ts')
  const { database } = settings.team
  const origin = await openPostgresOrigin({ url: database.url(), schema: database.schema })
  return snapshotOf(origin, () => openStore(settings))
}

async function snapshotOf(origin: MovingOrigin, open: () => Promise<Store>): Promise<StoreSnapshot> {
  try {
    const store = await open()
    return {
      store,
      origin,
      async close() {
        await origin.close()
        await store.close()
      },
    }
  } catch (error) {
    await origin.close()
    throw error
  }
}
