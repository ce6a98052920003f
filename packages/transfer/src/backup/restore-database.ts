import type { Layout } from '../postgres-dump/dump.ts'
import { isEmptyPostgres, loadPostgres } from '../postgres-dump/load.ts'
import { migrations } from '@wuku/store-postgres/schema'
import type { Blobs } from '@wuku/core/ports/blobs'
import { requireUnusedDatabase } from '@wuku/instances/team/presence'
import { describeStore, type StorePlace } from '@wuku/settings/team-open-store'
import { missingFile, putBlobs } from './copy-blobs.ts'
import { STORE_FOLDER } from './manifest.ts'
import { requireEqual, type FoundBackup, type RestoreHow, type RestoreTarget } from './restore.ts'
import { writeHomeFiles } from './restore-home.ts'
import { LAYOUT_FILE } from './stores.ts'

export interface DatabaseTarget {
  readonly place: StorePlace
  readonly home: string
  readonly blobs: Blobs
}

/** A schema of a team's database. */
export function databaseTarget({ place, home, blobs }: DatabaseTarget): RestoreTarget {
  const { schema } = place.team.database
  const url = place.team.database.url()
  return {
    kind: 'postgres',
    version: migrations.length,
    label: describeStore(place),
    name: schema,
    home,
    isEmpty: () => isEmptyPostgres(url, schema),
    // Instances remember parts of the store, and would answer with both.
    requireUnused: () => requireUnusedDatabase(place.team.database),
    async restore(backup, how) {
      const { manifest, readVerified } = backup
      // Originals of the old store stay as they are until the new one stands.
      await putBlobs(blobs, manifest.blobs, readVerified, 'missing')
      const sources = await load({ url, schema }, backup, how)
      await putBlobs(blobs, manifest.blobs, readVerified, 'changed')
      return { sources, retainedFiles: await writeHomeFiles(home, backup, how) }
    },
  }
}

async function load(
  { url, schema }: { readonly url: string; readonly schema: string },
  { manifest, read, readVerified }: FoundBackup,
  { progress }: RestoreHow,
) {
  const layout = JSON.parse(Buffer.from(await readVerified(LAYOUT_FILE)).toString('utf8')) as Layout
  return loadPostgres({
    url,
    schema,
    layout,
    async read(name) {
      const bytes = await read(STORE_FOLDER + name)
      if (!bytes) throw missingFile(STORE_FOLDER + name)
      return bytes
    },
    copying: (table, done, total) => progress({ stage: 'store', done, total, said: `Writing ${table}` }),
    check: (sources) => requireEqual(sources, manifest),
  })
}
