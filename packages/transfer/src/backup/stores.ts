import type { Progress } from '@wuku/kernel/base/caller'
import { everything } from '@wuku/core/ports/access'
import type { Readable } from '@wuku/core/ports/store'
import type { StorePlace } from '@wuku/settings/team-open-store'
import type { DatabaseSettings } from '@wuku/settings/team-settings'
import { one } from './copy-blobs.ts'
import { STORE_FOLDER, type CountedSource, type BackupFile, type Manifest } from './manifest.ts'
import type { Draft } from './place.ts'

/** How one kind of store is copied whole. */
export interface StoreKeeping {
  readonly kind: Manifest['store']['kind']
  copy(draft: Draft, how: CopyHow): Promise<StoreCopy>
}

export interface CopyHow {
  readonly signal: AbortSignal
  progress(step: Progress): void
}

export interface StoreCopy {
  readonly version: number
  readonly files: readonly BackupFile[]
  readonly sources: readonly CountedSource[]
  readonly tables?: Readonly<Record<string, number>>
}

export const SQLITE_FILE = `${STORE_FOLDER}wuku.sqlite`

export async function keepingOf({ store: file, team }: StorePlace): Promise<StoreKeeping> {
  if (team.database.url() !== '') return keepingOfDatabase(team.database)
  const [{ copySqlite, checkSqlite }, { glanceAtSqlite }, { schemaVersion }] = await Promise.all([
    import('@wuku/store-sqlite/copy'),
    import('@wuku/store-sqlite/open-sqlite'),
    import('@wuku/store-sqlite/schema'),
  ])
  return {
    kind: 'sqlite',
    async copy(draft) {
      let sources: readonly CountedSource[] = []
      const copy = await draft.make(SQLITE_FILE, async (at) => {
        await copySqlite(file, at)
        await checkSqlite(at)
        sources = await glanceAtSqlite(at, 0, (copied) =>
          countSources({ read: (work) => copied.read(everything, work) }),
        )
      })
      return { version: schemaVersion, files: [copy], sources }
    },
  }
}

/** Tables of a team's store, and the order in which they are put back. */
export const LAYOUT_FILE = `${STORE_FOLDER}layout.json`

async function keepingOfDatabase({ url, schema }: DatabaseSettings): Promise<StoreKeeping> {
  const { dumpPostgres } = await import('../postgres-dump/dump.ts')
  return {
    kind: 'postgres',
    async copy(draft, { progress, signal }) {
      const files: BackupFile[] = []
      const { layout, sources } = await dumpPostgres({
        url: url(),
        schema,
        write: async (name, bytes) => void files.push(await draft.write(STORE_FOLDER + name, bytes)),
        copying(table, done, total) {
          signal.throwIfAborted()
          progress({ stage: 'store', done, total, said: `Copying ${table}` })
        },
      })
      files.push(await draft.write(LAYOUT_FILE, one(Buffer.from(`${JSON.stringify(layout, null, 1)}\n`))))
      const tables = Object.fromEntries(layout.tables.map(({ name, rows }) => [name, rows]))
      return { version: layout.version, files, sources, tables }
    },
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
