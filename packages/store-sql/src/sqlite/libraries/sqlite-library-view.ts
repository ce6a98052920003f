import type { LibraryView } from '@wuku/core/ports/library-store'
import type { Connection } from '../driver/connection.ts'
import { countFiles, filesAt, fileWith, pageOfFiles } from './sqlite-library-files.ts'
import { listLibraries } from './sqlite-libraries.ts'
import { listVersions } from './sqlite-library-versions.ts'

/** Stands on a connection whose transaction is open. */
export const createLibraryView = (db: Connection): LibraryView => ({
  libraries: async () => listLibraries(db),
  versions: async (library) => listVersions(db, library),
  files: async (request) => pageOfFiles(db, request),
  file: async (id) => fileWith(db, id),
  filesAt: async (version, paths) => filesAt(db, version, paths),
  fileCounts: async (version) => countFiles(db, version),
})
