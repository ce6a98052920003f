import type { Range } from '@wuku/core/ranges'
import type { SourceId } from '@wuku/core/core-types'
import type { Library, LibraryVersion, LibraryView } from '@wuku/core/ports/library-store'
import type { EmbeddingSet, VectorView } from '@wuku/core/ports/vectors'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { firstKey } from './vector-sets.ts'
import { narrowed, type Narrowing } from './index-view.ts'
import type { Owned } from '@wuku/store-sql/visible-rows'

/** Hidden sources do not matter: a caller who may see a library may see what becomes of it. */
export function narrowLibraryView(full: LibraryView, owned: Owned): LibraryView {
  const isOwned = ({ id, library }: LibraryVersion): boolean =>
    owned.versions ? owned.versions.has(id) : owned.libraries.has(library)
  const versions = async (library?: number): Promise<readonly LibraryVersion[]> =>
    (await full.versions(library)).filter(isOwned)
  const shownOf = async (requested: readonly number[]): Promise<readonly number[]> => {
    const shown = new Set((await versions()).map(({ id }) => id))
    return requested.filter((version) => shown.has(version))
  }
  const isShown = async (version: number): Promise<boolean> => (await shownOf([version])).length > 0
  return {
    libraries: async () => {
      const shown = Map.groupBy(await versions(), ({ library }) => library)
      const hasDefault = ({ id, defaultVersion }: Library): boolean =>
        !owned.versions || (shown.get(id)?.some(({ version }) => version === defaultVersion) ?? false)
      return (await full.libraries())
        .filter(({ id }) => owned.libraries.has(id))
        .map((library) => ({ ...library, defaultVersion: hasDefault(library) ? library.defaultVersion : null }))
    },
    versions,
    files: async (request) => full.files({ ...request, version: await shownOf([request.version].flat()) }),
    file: async (id) => {
      const found = await full.file(id)
      return found && (await isShown(found.version)) ? found : undefined
    },
    filesAt: async (version, paths) => ((await isShown(version)) ? full.filesAt(version, paths) : []),
    fileCounts: async (version) => ((await isShown(version)) ? full.fileCounts(version) : {}),
  }
}

export function narrowVectorView(full: VectorView, { db, lookups, shown }: Narrowing): VectorView {
  const of = (sources: readonly SourceId[]) => sources.filter((source) => shown.sources.has(source))
  const shownIn = (set: EmbeddingSet): number =>
    lookups.hidden(db, shown).ranges.reduce((left, range) => left - embeddedIn(db, set, range), set.chunks)
  return {
    embeddingSets: async () => (await full.embeddingSets()).map((set) => ({ ...set, chunks: shownIn(set) })),
    unembedded: (request) => full.unembedded({ ...request, sources: of(request.sources) }),
    unembeddedSize: (request) => full.unembeddedSize({ ...request, sources: of(request.sources) }),
    nearest: (probe) => full.nearest({ ...probe, within: narrowed(probe.within ?? {}, shown.sources) }),
  }
}

/** Masks of blocks answer this without reading any vector. */
const embeddedIn = (db: Connection, set: EmbeddingSet, { first, last }: Range): number =>
  db.row<{ chunks: number }>(
    `SELECT count(*) AS chunks FROM chunks CROSS JOIN vector_blocks ON vector_blocks.id = ? + (chunks.id >> 5)
     WHERE chunks.id >= ? AND chunks.id <= ? AND (mask >> (chunks.id & 31)) & 1 = 1`,
    [firstKey(set.id), first, last],
  )?.chunks ?? 0
