import { msg } from '@wuku/messages/transfer'
import { loadDump, type Layout } from '../postgres/old-dump.ts'
import { isEmptyPostgres, rebuildPostgres, type Rebuilding } from '../postgres/rebuild.ts'
import { complete, createRecordWriter, type SchemaPlace } from '../postgres/open-postgres-move.ts'
import { readStream } from '../carry/record-lines.ts'
import { labelOf, putRecord } from '../rows/snapshot.ts'
import { viewsWithin } from '@wuku/store-postgres/postgres-view'
import { migrations } from '@wuku/store-postgres/schema'
import type { Blobs } from '@wuku/core/ports/blobs'
import { requireUnusedDatabase } from '@wuku/instances/team/presence'
import { describeStore, type StorePlace } from '@wuku/settings/team-open-store'
import { putBlobs } from './copy-blobs.ts'
import { STORE_FOLDER } from './manifest.ts'
import { openFile, requireEqual, type FoundBackup, type RestoreHow, type RestoreTarget } from './restore.ts'
import { writeHomeFiles } from './restore-home.ts'
import { countSources, STREAM_FILE } from './stores.ts'

/** In backups of earlier versions. */
const LAYOUT_FILE = `${STORE_FOLDER}layout.json`

/** A schema of a team's database. */
export function databaseTarget(place: StorePlace & { readonly home: string }, blobs: Blobs): RestoreTarget {
  const { home } = place
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

/** As records, or as tables where an earlier version made it. */
async function load(
  { url, schema }: SchemaPlace,
  { manifest, read, readVerified }: FoundBackup,
  { progress, signal }: RestoreHow,
) {
  const open = (path: string) => openFile(read, path)
  const writing = (what: string, done: number, total?: number): void =>
    progress({ stage: 'store', done, total, said: msg('writingWhat', { what }) })
  const loadTables = async (rebuilding: Rebuilding): Promise<void> => {
    const layout = JSON.parse(Buffer.from(await readVerified(LAYOUT_FILE)).toString('utf8')) as Layout
    await loadDump(rebuilding, { layout, read: (name) => open(STORE_FOLDER + name), copying: writing })
  }
  const putStream = async ({ db, build }: Rebuilding): Promise<void> => {
    await build(migrations.length)
    const transaction = createRecordWriter(db)
    let done = 0
    for await (const record of readStream(await open(STREAM_FILE))) {
      signal.throwIfAborted()
      if ('last' in record) await complete(db, record.last)
      else {
        writing(labelOf(record), done++)
        await putRecord(transaction, record)
      }
    }
  }
  const isDump = manifest.files.some(({ path }) => path === LAYOUT_FILE)
  const fill = async (rebuilding: Rebuilding) => {
    await (isDump ? loadTables : putStream)(rebuilding)
    await rebuilding.build(migrations.length)
    const sources = await countSources(viewsWithin(rebuilding.db))
    requireEqual(sources, manifest)
    return sources
  }
  return rebuildPostgres({ url, schema, fill })
}
