import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Source } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Through } from '@wuku/kernel/base/parts/index-runs'
import type { Library, LibraryVersion } from '@wuku/core/ports/library-store'
import type { OriginSpec } from '@wuku/core/ports/origins'
import { originalsOf } from '../originals.ts'
import type { Stage, Task } from './task.ts'
import { displayAddress } from '../libraries/known.ts'
import { commandLine } from '@wuku/text/show/shell-words'

export interface Staging {
  readonly library: Library
  readonly version: string
  readonly origin: OriginSpec | null
  /** Originals of the version that is rebuilt; new ones when absent. */
  readonly originals?: string
  /** Files that were removed for good from the version that it replaces. */
  readonly forgotten?: readonly string[] | undefined
}

/** A version and a source that no search sees. */
export function stageVersion(
  { library, version, origin, originals: storedOriginals, forgotten }: Staging,
  engine: Engine,
): Promise<LibraryVersion> {
  return engine.libraries.add({ library: library.id }, async (transaction) => {
    const usedOriginals = new Set((await transaction.libraries.versions(library.id)).map(({ originals }) => originals))
    const originals = storedOriginals ?? originalsOf(library, version, usedOriginals)
    const source = await transaction.addSource({
      kind: 'docs',
      name: `~${originals}${engine.now()}`,
      root: origin === null ? 'wuku://docs' : rootOf(origin),
      options: { hidden: true, originals, ...(forgotten && { forgotten }) },
      addedAt: engine.now(),
    })
    return transaction.libraries.addVersion({
      library: library.id,
      version,
      source: source.id,
      originals,
      origin,
      ref: null,
      commit: null,
      url: null,
      status: 'staged',
      createdAt: engine.now(),
    })
  })
}

export const rootOf = (origin: OriginSpec) => (origin.type === 'folder' ? origin.root : displayAddress(origin.url))

export const sourceOf = ({ source }: Pick<LibraryVersion, 'source'>, engine: Engine): Promise<Source> =>
  engine.libraries.add({ source }, async (transaction) => {
    const [found] = await transaction.sources.list({ ids: [source] })
    if (!found) throw new Error(`Source ${source} of a version is not there.`)
    return found
  })

/**
 * Refuses a version that came whole in a pack or an export. It has no originals, so a version made of them again would lose
 * its texts.
 */
export async function requireOriginals({ name }: Pick<Library, 'name'>, version: LibraryVersion, engine: Engine) {
  const source = await sourceOf(version, engine)
  if (source.options.sealed === undefined) return
  throw new WukuError(
    'conflict',
    msg('cameWholeInPackOrExport', {
      name,
      version: version.version,
      command: commandLine`wuku forget ${`wuku://docs/${source.name}/<path>`}`,
    }),
  )
}

interface Indexing {
  readonly engine: Engine
  readonly task: Task
  /** Reads everything again. */
  readonly force?: boolean
  readonly through?: Through
}

/** Brings the index of a version, staged or not, to what its originals say. */
export const indexVersion = (source: Source, stage: Stage, { engine, task, force = false, through }: Indexing) =>
  engine.index.updateOne(source, {
    force,
    through,
    signal: task.signal,
    progress: ({ stage: step, said: message, done, total }) =>
      task.step(stage, step === 'list' ? 'Listing the documents' : message, { done, total }),
  })

/**
 * Takes a version out for good. Its documents go in one transaction, after which nobody can bring it back. Its record goes
 * last: by it a sweep finds the originals that are left, and no later version takes their place.
 */
export async function discardVersion({ id, library, source, originals }: LibraryVersion, engine: Engine) {
  const isShared = await engine.libraries.add({ library }, async (transaction) => {
    const known = await transaction.libraries.versions()
    const hasSource = (await transaction.sources.list({ ids: [source] })).length > 0
    if (known.some((version) => version.id === id)) await transaction.libraries.changeVersion(id, { status: 'staged' })
    if (hasSource) await transaction.removeSource(source)
    return known.some((version) => version.id !== id && version.originals === originals)
  })
  // A rebuilt version uses the same originals.
  if (!isShared) await engine.files.blobs.deleteUnder(originals)
  await engine.libraries.add({ library }, async (transaction) => {
    if ((await transaction.libraries.versions()).some((version) => version.id === id))
      await transaction.libraries.removeVersion(id)
  })
}
