import type { LibraryDesk } from '../../../ports/libraries.ts'
import { advance } from '../counters.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import { deleteFiles, deleteFilesOf, putFiles } from './files.ts'
import { deleteLibrary, insertLibrary, requireLibrary, updateLibrary } from './libraries.ts'
import { deleteVersion, insertVersion, listVersions, requireVersion, updateVersion } from './versions.ts'
import { createLibraryView } from './view.ts'

/** Stands on the writer within a transaction. */
export const createLibraryDesk = (db: Connection): LibraryDesk => ({
  ...createLibraryView(db),
  addLibrary: async (draft) => insertLibrary(db, draft),
  changeLibrary: async (id, change) => updateLibrary(db, id, change),
  removeLibrary: async (id) => removeLibrary(db, id),
  addVersion: async (draft) => insertVersion(db, draft),
  changeVersion: async (id, change) => updateVersion(db, id, change),
  removeVersion: async (id) => removeVersion(db, id),
  putFiles: async (version, files) => putFiles(db, requireVersion(db, version).id, files),
  removeFiles: async (version, paths) => {
    advance(db, 'removals', deleteFiles(db, requireVersion(db, version).id, paths))
  },
})

function removeLibrary(db: Connection, id: number): void {
  requireLibrary(db, id)
  for (const version of listVersions(db, id)) removeVersion(db, version.id)
  deleteLibrary(db, id)
  advance(db, 'removals', 1)
}

function removeVersion(db: Connection, id: number): void {
  requireVersion(db, id)
  deleteFilesOf(db, id)
  deleteVersion(db, id)
  advance(db, 'removals', 1)
}
