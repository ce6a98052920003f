import type { LibraryTransaction } from '../../../ports/libraries.ts'
import type { Look } from '../look.ts'
import { deleteFiles, putFiles } from './files.ts'
import { deleteLibrary, insertLibrary, updateLibrary } from './libraries.ts'
import { deleteVersion, insertVersion, updateVersion } from './versions.ts'
import { createLibraryView } from './view.ts'

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
