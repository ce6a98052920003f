import { msg } from '@wuku/messages/transfer'
import type { CountedSource } from '../rows/records.ts'
import { everything } from '@wuku/core/ports/access'
import type { Readable } from '@wuku/core/ports/store'
import type { StorePlace } from '@wuku/settings/team-open-store'
import type { DatabaseSettings } from '@wuku/settings/team-settings'
import { labelOf } from '../rows/snapshot.ts'
import type { SummedFile } from '../carry/summed-files.ts'
import { BACKUP_FORMAT, STORE_FOLDER, type Manifest, type Draft, type Watching } from './manifest.ts'

export interface StoreCopy {
  /** Earlier versions restore an older one too. */
  readonly format: number
  readonly store: Manifest['store']
  readonly files: readonly SummedFile[]
  readonly sources: readonly CountedSource[]
}

/** Copies a store whole, while others go on writing. */
export const copyStore = ({ store: file, team }: StorePlace, draft: Draft, how: Watching): Promise<StoreCopy> =>
  team.database.url() === '' ? copyFile(file, draft) : copyDatabase(team.database, draft, how)

export const SQLITE_FILE = `${STORE_FOLDER}wuku.sqlite`

async function copyFile(file: string, draft: Draft): Promise<StoreCopy> {
  const [{ copySqlite, checkSqlite }, { glanceAtSqlite }, { schemaVersion }] = await Promise.all([
    import('@wuku/store-sqlite/copy'),
    import('@wuku/store-sqlite/open-sqlite'),
    import('@wuku/store-sqlite/schema'),
  ])
  let sources: readonly CountedSource[] = []
  const copy = await draft.make(SQLITE_FILE, async (at) => {
    await copySqlite(file, at)
    await checkSqlite(at)
    sources = await glanceAtSqlite(at, 0, (copied) => countSources({ read: (work) => copied.read(everything, work) }))
  })
  return { format: 1, store: { kind: 'sqlite', version: schemaVersion }, files: [copy], sources }
}

/** A team's store: the stream of its records. */
export const STREAM_FILE = `${STORE_FOLDER}records.jsonl.zst`

/** One snapshot is read. */
async function copyDatabase(
  { url, schema }: DatabaseSettings,
  draft: Draft,
  { progress, signal }: Watching,
): Promise<StoreCopy> {
  const [{ openPostgresSnapshot }, { migrations }, { writeStream }] = await Promise.all([
    import('../postgres/open-postgres-move.ts'),
    import('@wuku/store-postgres/schema'),
    import('../carry/record-lines.ts'),
  ])
  const snapshot = await openPostgresSnapshot({ url: url(), schema })
  try {
    let done = 0
    const stream = writeStream(snapshot, (record) => {
      signal.throwIfAborted()
      progress({ stage: 'store', done: done++, total: undefined, said: msg('copyingWhat', { what: labelOf(record) }) })
    })
    const files = [await draft.write(STREAM_FILE, stream)]
    const sources = await countSources(snapshot)
    return { format: BACKUP_FORMAT, store: { kind: 'postgres', version: migrations.length }, files, sources }
  } finally {
    await snapshot.close()
  }
}

/** For the manifest, and to compare a restored store with. */
export const countSources = ({ read }: Readable): Promise<readonly CountedSource[]> =>
  read(async (view) =>
    (await view.sources.facts()).map(({ source, documents, chunks }) => ({
      source: `${source.kind}/${source.name}`,
      documents,
      chunks,
    })),
  )
