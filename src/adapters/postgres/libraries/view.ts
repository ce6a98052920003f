import type { LibraryView, LibraryTransaction } from '../../../ports/libraries.ts'
import type { Look } from '../look.ts'
import { countFiles, filesAt, fileWith, pageOfFiles, deleteFiles, putFiles } from './files.ts'
import { listLibraries, deleteLibrary, insertLibrary, updateLibrary } from './libraries.ts'
import { listVersions, deleteVersion, insertVersion, updateVersion } from './versions.ts'

/** Each statement asks for what is shown alone. */
export const createLibraryView = (look: Look): LibraryView => ({
  libraries: () => listLibraries(look),
  versions: (library) => listVersions(look, library),
  files: (request) => pageOfFiles(look, request),
  file: (id) => fileWith(look, id),
  filesAt: (version, paths) => filesAt(look, version, paths),
  fileCounts: (version) => countFiles(look, version),
})

export const createLibraryTransaction = (look: Look): LibraryTransaction => ({
  ...createLibraryView(look),
  addLibrary: (draft) => insertLibrary(look.db, draft),
  changeLibrary: (id, change) => updateLibrary(look.db, id, change),
  removeLibrary: (id) => deleteLibrary(look.db, id),
  addVersion: (draft) => insertVersion(look.db, draft),
  changeVersion: (id, change) => updateVersion(look.db, id, change),
  removeVersion: (id) => deleteVersion(look.db, id),
  putFiles: (version, files) => putFiles(look.db, version, files),
  removeFiles: (version, paths) => deleteFiles(look.db, version, paths),
})
