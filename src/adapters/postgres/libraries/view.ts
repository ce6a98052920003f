import type { LibraryView } from '../../../ports/libraries.ts'
import type { Look } from '../look.ts'
import { countFiles, filesAt, fileWith, pageOfFiles } from './files.ts'
import { listLibraries } from './libraries.ts'
import { listVersions } from './versions.ts'

/** Each statement asks for what is shown alone. */
export const createLibraryView = (look: Look): LibraryView => ({
  libraries: () => listLibraries(look),
  versions: (library) => listVersions(look, library),
  files: (request) => pageOfFiles(look, request),
  file: (id) => fileWith(look, id),
  filesAt: (version, paths) => filesAt(look, version, paths),
  fileCounts: (version) => countFiles(look, version),
})
