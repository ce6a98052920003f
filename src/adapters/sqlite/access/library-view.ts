import type { SourceId } from '../../../core/words.ts'
import type { LibraryVersion, LibraryView } from '../../../ports/libraries.ts'

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
