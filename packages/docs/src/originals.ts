import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Library, LibraryFile, LibraryVersion } from '@wuku/core/ports/library-store'
import type { StoreView } from '@wuku/core/ports/store'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { GivenWords } from './reading/draft.ts'

/** Below the originals of a version: files that are no documents themselves and that documents include. */
export const INCLUDED_PREFIX = '~aside/'
export const MAY_INCLUDE = /\.(?:md|mdx|markdown|mkd|rst|rest|adoc|asciidoc|asc|txt)$/i
/** Includes within what is included are followed so often. */
export const MAX_INCLUDE_DEPTH = 3
/** Below the originals, under the path of the file: texts that a language model wrote about its snippets. */
export const ENRICHED = '~enriched/'

export async function enrichedAt(originals: string, path: string, blobs: Blobs): Promise<{ snippets?: GivenWords }> {
  const bytes = await blobs.get(originals + ENRICHED + path)
  return bytes ? (JSON.parse(Buffer.from(bytes).toString()) as { snippets: GivenWords }) : {}
}

/** Below the originals, under the path of the file: why it was refused for its bytes, which the next run does not read again. */
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

export interface NumberedDocument {
  readonly file: LibraryFile
  readonly library: Library
  readonly version: LibraryVersion
}

/** A document of a library that was not deleted. */
export async function findDocument(id: number, view: StoreView): Promise<NumberedDocument | undefined> {
  const file = await view.libraries.file(id)
  const version = file && (await view.libraries.versions()).find((each) => each.id === file.version)
  const library = version && (await view.libraries.libraries()).find((each) => each.id === version.library)
  return library && library.status !== 'deleted' ? { file, library, version } : undefined
}

/** The original of a document, by its number; of one that was refused none is kept. */
export async function originalWith(id: number, engine: Engine) {
  const found = await engine.read(async (view) => {
    const named = await findDocument(id, view)
    return named && { path: named.file.path, key: named.version.originals + named.file.path }
  })
  const bytes = found && (await engine.files.blobs.get(found.key))
  if (!bytes) throw new WukuError('not-found', msg('noOriginal', { id }))
  return { path: found.path, bytes }
}
