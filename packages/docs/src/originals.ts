import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Library } from '@wuku/core/ports/library-store'

/** Below the originals of a version: files that are no documents themselves and that documents include. */
export const INCLUDED_PREFIX = '~aside/'
/** Below the originals, under the path of the file: texts that a language model wrote about its snippets. */
export const ENRICHED = '~enriched/'

/** Below the originals, under the path of the file: why it was refused for its bytes. */
export const REFUSED = '~refused/'

/** Beginning of the name of a source that a pack or an export brings. */
export const CARRIED = '~carried-'

/** Whether a path would lie where no document does. */
export const isReserved = (path: string): boolean => path.startsWith('~')

/**
 * Folder for the originals of a version, `docs/react/19.0.1/`. A later fetch of the same version gets a folder of its
 * own until it replaces the first.
 */
export function originalsOf(
  { id, name }: Pick<Library, 'id' | 'name'>,
  version: string,
  usedPrefixes: ReadonlySet<string>,
): string {
  const base = `docs/${segment(name)}-${id}/${segment(version)}`
  for (let number = 1; ; number++) {
    const prefix = number === 1 ? `${base}/` : `${base}~${number}/`
    if (!usedPrefixes.has(prefix)) return prefix
  }
}

const segment = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}._+-]/gu, '-')
    .replace(/^\.+/, '-')
    .slice(0, 100)
    .toWellFormed() || '-'

/** The original of a document, by its number; of one that was refused none is kept. */
export async function originalWith(
  id: number,
  engine: Engine,
): Promise<{ readonly path: string; readonly bytes: Uint8Array }> {
  const found = await engine.read(async (view) => {
    const file = await view.libraries.file(id)
    const version = file && (await view.libraries.versions()).find((each) => each.id === file.version)
    const library = version && (await view.libraries.libraries()).find((each) => each.id === version.library)
    return library && library.status !== 'deleted' ? { path: file.path, key: version.originals + file.path } : undefined
  })
  const bytes = found && (await engine.files.blobs.get(found.key))
  if (!bytes) throw noOriginal(id)
  return { path: found.path, bytes }
}

const noOriginal = (id: number): WukuError => new WukuError('not-found', msg('noOriginal', { id }))
