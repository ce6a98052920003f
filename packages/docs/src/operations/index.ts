import type { Operation } from '@wuku/kernel/base/operation'
import { addDocuments } from './add-documents.ts'
import { createLibraryOperation, updateLibrary } from './change-library.ts'
import { queryDocs } from './query-docs.ts'
import { resolveLibraryId } from './resolve-library-id.ts'
import { diffLibraryVersions } from './diff-library-versions.ts'
import { uploadDocuments } from './upload-documents.ts'
import { whichVersion } from './which-version.ts'
import { deleteLibrary, deleteVersionOperation, purgeLibraries } from './delete-library.ts'
import { deleteDocument, retryDocuments } from './document-operations.ts'
import { getLibraryDocs } from './get-library-docs.ts'
import { importLibrary } from './import-library.ts'
import { listChunks } from './list-chunks.ts'
import { getDocument, listDocuments } from './list-documents.ts'
import { listLibraries, showLibrary } from './list-libraries.ts'
import { listReleases } from './list-releases.ts'
import { previewImport } from './preview-import.ts'
import { libraryActivity, listCalls, listSessions } from './record-operations.ts'
import { libraryStatistics } from './statistics.ts'
import { statisticsHistory } from './statistics-history.ts'
import { refreshLibrary } from './refresh-library.ts'
import { searchLibraries } from './search-libraries.ts'
import { createVersion, importVersionOperation, initImportOperation } from './version-operations.ts'

/** Tools for finding and reading come first, then for importing, then for administration. */
export const docsOperations: readonly Operation[] = [
  searchLibraries,
  getLibraryDocs,
  resolveLibraryId,
  queryDocs,
  whichVersion,
  diffLibraryVersions,
  importLibrary,
  listLibraries,
  showLibrary,
  createLibraryOperation,
  updateLibrary,
  initImportOperation,
  createVersion,
  importVersionOperation,
  deleteVersionOperation,
  refreshLibrary,
  deleteLibrary,
  purgeLibraries,
  addDocuments,
  uploadDocuments,
  listDocuments,
  getDocument,
  listChunks,
  retryDocuments,
  deleteDocument,
  listReleases,
  previewImport,
  libraryActivity,
  listCalls,
  listSessions,
  libraryStatistics,
  statisticsHistory,
]
