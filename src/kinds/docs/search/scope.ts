import { WukuError } from '../../../core/errors.ts'
import type { Source } from '../../../core/words.ts'
import type { Library, LibraryVersion } from '../../../ports/libraries.ts'
import type { StoreView } from '../../../ports/store.ts'
import { findLibrary } from '../libraries/find.ts'
import { knownLibraries, type KnownLibrary } from '../libraries/known.ts'
import type { LibraryRef } from '../names/library-id.ts'
import { findVersion } from '../versions/find.ts'
import { commandLine } from '../../../text/shell-words.ts'
import { libraryWord } from '../names/library-word.ts'

/** One version of a library that answers, and how it was chosen. */
export interface AnsweringVersion {
  readonly known: KnownLibrary
  readonly version: LibraryVersion
  readonly source: Source
}

export interface DocsScope {
  readonly answering: readonly AnsweringVersion[]
  readonly notes: readonly string[]
}

/** Which versions answer: never another one in silence. `version` beats what the address of the library says. */
export async function chooseScope(asked: LibraryRef, version: string | undefined, view: StoreView): Promise<DocsScope> {
  const all = await knownLibraries(view)
  if (all.length === 0) throw nothingThere()
  if (asked.by === 'all')
    return scopeOfVersions(
      all.flatMap((known) => (known.byDefault ? [{ known, version: known.byDefault }] : [])),
      [],
      view,
    )
  const known = findLibrary(asked, all)
  const wanted = version ?? asked.version
  const { chosen, notes } = chooseVersion(known, wanted)
  return scopeOfVersions([{ known, version: chosen }], notes, view)
}

export async function scopeOfVersions(
  chosen: readonly Pick<AnsweringVersion, 'known' | 'version'>[],
  notes: readonly string[],
  view: StoreView,
): Promise<DocsScope> {
  const sources = new Map((await view.sources.list()).map((source) => [source.id, source]))
  const answering = chosen.flatMap((each) => {
    const source = sources.get(each.version.source)
    return source ? [{ ...each, source }] : []
  })
  return { answering, notes }
}

export function chooseVersion(
  known: KnownLibrary,
  wanted: string | undefined,
): { readonly chosen: LibraryVersion; readonly notes: readonly string[] } {
  const { library, versions, byDefault } = known
  if (!byDefault) throw noVersion(library)
  if (wanted === undefined || wanted.trim() === '') return { chosen: byDefault, notes: [] }
  const found = findVersion(
    wanted,
    versions.map(({ version }) => version),
  )
  if ('nearest' in found) throw versionMissing(known, wanted, found.nearest)
  const chosen = versions.find(({ version }) => version === found.found) ?? byDefault
  const notes =
    found.by === 'range' ? [`"${wanted}" fits several versions; ${chosen.version} is the newest of them here.`] : []
  return { chosen, notes }
}

const nothingThere = (): WukuError =>
  new WukuError(
    'not-indexed',
    'There is no documentation here yet.',
    'Add some: "wuku add <folder> --kind docs --name <library> --version <version>", or "wuku docs import <url>".',
  )

const noVersion = (library: Library): WukuError =>
  new WukuError(
    'not-indexed',
    `${library.name} has no active version yet.`,
    `Import one: "${commandLine`wuku docs import <url> --name ${libraryWord(library)}`}".`,
  )

const versionMissing = ({ library, versions }: KnownLibrary, wanted: string, nearest: readonly string[]): WukuError =>
  new WukuError(
    'not-found',
    `${library.name} ${wanted} is not here. Nearest: ${nearest.join(', ') || 'none'}. All: ${listed(versions)}.`,
    `Give one of these, or import it: "${commandLine`wuku docs import <url> --name ${libraryWord(library)} --version ${wanted}`}".`,
  )

const listed = (versions: readonly LibraryVersion[]): string =>
  versions.length <= 12
    ? versions.map(({ version }) => version).join(', ')
    : `${versions
        .slice(0, 12)
        .map(({ version }) => version)
        .join(', ')} and ${versions.length - 12} more`
