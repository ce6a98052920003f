import type { LibraryView, LibraryTransaction } from '@wuku/core/ports/library-store'
import type { ReadContext } from '../read-context.ts'
import { countFiles, filesAt, fileWith, pageOfFiles, deleteFiles, putFiles } from './postgres-library-files.ts'
import { listLibraries, deleteLibrary, insertLibrary, updateLibrary } from './postgres-libraries.ts'
import { listVersions, deleteVersion, insertVersion, updateVersion } from './postgres-library-versions.ts'

/** Each statement asks for what is shown alone. */
export const createLibraryView = (context: ReadContext): LibraryView => ({
  libraries: () => listLibraries(context),
  versions: (library) => listVersions(context, library),
  files: (request) => pageOfFiles(context, request),
  file: (id) => fileWith(context, id),
  filesAt: (version, paths) => filesAt(context, version, paths),
  fileCounts: (version) => countFiles(context, version),
})

export const createLibraryTransaction = (context: ReadContext): LibraryTransaction => ({
  ...createLibraryView(context),
  addLibrary: (draft) => insertLibrary(context.db, draft),
  changeLibrary: (id, change) => updateLibrary(context.db, id, change),
  removeLibrary: (id) => deleteLibrary(context.db, id),
  addVersion: (draft) => insertVersion(context.db, draft),
  changeVersion: (id, change) => updateVersion(context.db, id, change),
  removeVersion: (id) => deleteVersion(context.db, id),
  putFiles: (version, files) => putFiles(context.db, version, files),
  removeFiles: (version, paths) => deleteFiles(context.db, version, paths),
})
