import type { Range } from '../../../core/ranges.ts'
import type { SourceId } from '../../../core/words.ts'
import type { LibraryVersion, LibraryView } from '../../../ports/libraries.ts'
import type { PadView } from '../../../ports/pads.ts'
import type { EmbeddingSet, VectorView } from '../../../ports/vectors.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { firstKey } from '../vectors/sets.ts'
import { narrowed, type Narrowing } from './index-view.ts'

/**
 * A version shows with its source, be that hidden, since whoever may see a library may see what becomes of it; a library
 * with one of its versions.
 */
export function narrowLibraryView(whole: LibraryView, owned: ReadonlySet<SourceId>): LibraryView {
  const versions = async (library?: number): Promise<readonly LibraryVersion[]> =>
    (await whole.versions(library)).filter(({ source }) => owned.has(source))
  const isShown = async (version: number): Promise<boolean> => (await versions()).some(({ id }) => id === version)
  return {
    libraries: async () => {
      const shown = Map.groupBy(await versions(), ({ library }) => library)
      return (await whole.libraries()).flatMap((library) => {
        const own = shown.get(library.id)
        const isDefaultShown = own?.some(({ version }) => version === library.defaultVersion)
        return own ? [{ ...library, defaultVersion: isDefaultShown ? library.defaultVersion : null }] : []
      })
    },
    versions,
    files: async (request) => ((await isShown(request.version)) ? whole.files(request) : { items: [], total: 0 }),
    filesAt: async (version, paths) => ((await isShown(version)) ? whole.filesAt(version, paths) : []),
    fileCounts: async (version) => ((await isShown(version)) ? whole.fileCounts(version) : {}),
  }
}

/** Where their source is not shown. */
export const noPads: PadView = {
  workflow: async () => undefined,
  workflows: async () => ({ items: [], total: 0 }),
  workflowsNumbered: async () => [],
  pads: async () => [],
  everyPad: async () => [],
  placed: async () => [],
  padFacts: async () => undefined,
  pad: async () => undefined,
  idsFrom: async () => [],
  history: async () => ({ items: [], total: 0 }),
  stateAt: async () => undefined,
  hits: async ({ keywords }) => ({ places: new Float64Array(0), counts: keywords.map(() => new Uint32Array(0)) }),
}

export function narrowVectorView(whole: VectorView, { db, lookups, shown }: Narrowing): VectorView {
  const of = (sources: readonly SourceId[]) => sources.filter((source) => shown.sources.has(source))
  const shownIn = (set: EmbeddingSet): number =>
    lookups.hidden(db, shown).ranges.reduce((left, range) => left - embeddedIn(db, set, range), set.chunks)
  return {
    embeddingSets: async () => (await whole.embeddingSets()).map((set) => ({ ...set, chunks: shownIn(set) })),
    unembedded: (request) => whole.unembedded({ ...request, sources: of(request.sources) }),
    unembeddedSize: (request) => whole.unembeddedSize({ ...request, sources: of(request.sources) }),
    nearest: (probe) => whole.nearest({ ...probe, within: narrowed(probe.within ?? {}, shown.sources) }),
  }
}

/** Masks of blocks tell it without a look at any vector. */
const embeddedIn = (db: Connection, set: EmbeddingSet, { first, last }: Range): number =>
  db.row<{ chunks: number }>(
    `SELECT count(*) AS chunks FROM chunks CROSS JOIN vector_blocks ON vector_blocks.id = ? + (chunks.id >> 5)
     WHERE chunks.id >= ? AND chunks.id <= ? AND (mask >> (chunks.id & 31)) & 1 = 1`,
    [firstKey(set.id), first, last],
  )?.chunks ?? 0
