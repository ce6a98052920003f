import { cancelled } from '@wuku/core/errors'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { Store } from '@wuku/core/ports/store'
import { readCarried, type CarriedSource } from './carried-lines.ts'
import { placeSource, type PlacedSource } from './place-source.ts'
import {
  createImporter,
  misplaced,
  emptyCounts,
  type DocumentImporter,
  type DocumentCounts,
} from './document-importer.ts'

export interface ImportRequest {
  readonly store: Store
  readonly blobs: Blobs
  readonly lines: AsyncIterable<string>
  /** Original files of the one source, which is documentation. */
  readonly originals?: AsyncIterable<{ readonly path: string; readonly bytes: Uint8Array }>
  /** As `SourceOptions.sealed`; absent where the files of the source may be found. */
  sealed(source: CarriedSource): string | undefined
  /** Refuses what does not belong here. */
  requireAccepted(source: CarriedSource): void
  /** A source of the same name gets what it lacks; otherwise it stays as it is. */
  readonly mayMerge: boolean
  readonly now: number
  readonly signal: AbortSignal
}

export interface ImportedSources extends DocumentCounts {
  /** Names of sources that are new. */
  readonly shown: readonly string[]
  /** Names of sources that were there. */
  readonly there: readonly string[]
}

/** Takes in carried sources. All that is new shows at once at the end; when it breaks off, nothing of it is left. */
export async function importLines(request: ImportRequest): Promise<ImportedSources> {
  const { store, lines, signal } = request
  const sum = emptyCounts()
  const there: string[] = []
  const placed: PlacedSource[] = []
  let taking: Taking | undefined
  try {
    for await (const text of lines) {
      if (signal.aborted) throw cancelled()
      const line = readCarried(text)
      if ('source' in line) {
        await taking?.importer.finish()
        const place = await placeOf(line.source, request, there)
        if (place) {
          placed.push(place)
          const keys: string[] = []
          for await (const { path, bytes } of request.originals ?? []) keys.push(await place.putOriginal(path, bytes))
          await request.blobs.sync(keys)
        }
        taking = place ? { place, importer: await importerOf(place, request, sum) } : { importer: keeping(sum) }
      } else if (!taking) throw misplaced('A document without a source')
      else if ('document' in line) await taking.importer.add(line.document)
      else await taking.place?.putFiles(line.files)
    }
    if (!taking) throw misplaced('The end')
    await taking.importer.finish()
    const shown = await store.write('all', async (transaction) => {
      const names: string[] = []
      for (const place of placed) names.push(await place.show(transaction))
      return names
    })
    there.push(...placed.flatMap(({ isMerged, source }) => (isMerged ? [`${source.kind}/${source.name}`] : [])))
    return {
      ...sum,
      there,
      shown: placed.flatMap(({ isMerged, source: { kind } }, at) => (isMerged ? [] : [`${kind}/${shown[at]}`])),
    }
  } catch (error) {
    for (const place of placed) await place.abandon()
    throw error
  }
}

interface Taking {
  readonly place?: PlacedSource
  readonly importer: DocumentImporter
}

async function placeOf(
  carried: CarriedSource,
  { store, blobs, sealed, requireAccepted, mayMerge, now }: ImportRequest,
  there: string[],
): Promise<PlacedSource | undefined> {
  requireAccepted(carried)
  const seal = sealed(carried)
  const place = await placeSource({
    store,
    blobs,
    carried,
    isExclusive: !mayMerge,
    now,
    ...(seal !== undefined && { sealed: seal }),
  })
  if (!place) there.push(`${carried.kind}/${carried.name}`)
  return place
}

const importerOf = (
  { source, isMerged, stampOf }: PlacedSource,
  { store }: ImportRequest,
  counts: DocumentCounts,
): Promise<DocumentImporter> =>
  createImporter({ store, source, counts, areGone: isMerged, ...(stampOf && { stampOf }) })

/** The documents of a source that stays as it is are only counted. */
const keeping = (sum: DocumentCounts): DocumentImporter => ({
  add: async () => void sum.kept++,
  finish: async () => {},
})
