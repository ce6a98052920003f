import type { StoreDesk } from '../../ports/store.ts'
import { applyBatch } from './batch.ts'
import type { Connection } from '../sqlite-driver/connection.ts'
import { createLookups } from './lookups.ts'
import { createPadDesk } from './pads/desk.ts'
import { createRecordView } from './records/view.ts'
import { insertSource, updateSource } from './sources.ts'
import { createVectorDesk } from './vectors/desk.ts'
import { createVectorView } from './vectors/view.ts'
import { createIndexView } from './view.ts'
import type { LibraryDesk } from '../../ports/libraries.ts'
import { advance } from './counters.ts'
import { deleteFiles, deleteFilesOf, putFiles } from './libraries/files.ts'
import { deleteLibrary, insertLibrary, requireLibrary, updateLibrary } from './libraries/libraries.ts'
import { deleteVersion, insertVersion, listVersions, requireVersion, updateVersion } from './libraries/versions.ts'
import { createLibraryView } from './libraries/view.ts'

/** Stands on the writer within a transaction, and refuses everything once `work` has ended. */
export async function workAtDesk<T>(db: Connection, work: (desk: StoreDesk) => Promise<T>): Promise<T> {
  const { pads, settle } = createPadDesk(db)
  const lookups = createLookups()
  const desk: StoreDesk = {
    ...createIndexView(db, lookups),
    apply: async (batch) => applyBatch(db, batch),
    addSource: async (draft) => insertSource(db, draft),
    changeSource: async (id, change) => updateSource(db, id, change),
    pads,
    libraries: createLibraryDesk(db),
    records: createRecordView(db),
    vectors: { ...createVectorView(db, lookups), ...createVectorDesk(db) },
  }
  let hasEnded = false
  const refuse = (): void => {
    if (hasEnded) throw new Error('This write has ended: its desk can no longer be used.')
  }
  try {
    const answer = await work(guarded(desk, refuse))
    settle()
    return answer
  } finally {
    hasEnded = true
  }
}

/** The same functions, also of the objects within, each of which asks first. */
function guarded<Functions extends object>(functions: Functions, ask: () => void): Functions {
  const entries = Object.entries(functions).map(([name, part]: [string, Answer | object]) => [
    name,
    typeof part !== 'function'
      ? guarded(part, ask)
      : async (...given: never[]) => {
          ask()
          return (part as Answer)(...given)
        },
  ])
  // What goes in comes out under the same names.
  return Object.fromEntries(entries) as Functions
}

type Answer = (...given: never[]) => unknown

/** Stands on the writer within a transaction. */
const createLibraryDesk = (db: Connection): LibraryDesk => ({
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
