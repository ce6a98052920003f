import { loadOnCall } from '@wuku/core/once'
import type { StoreView } from '@wuku/core/ports/store'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { sqliteSession } from '@wuku/store-sql/sqlite/sqlite-dialect'
import type { Narrowing } from './index-view.ts'
import type { WordList } from './pads/word-list.ts'

/** Parts of a view that a search needs nothing of: their code is loaded when one is asked. */
type SideViews = Pick<StoreView, 'pads' | 'libraries' | 'records' | 'jobs'>

export type LoadWords = () => Promise<WordList>

export const createSideViews = (db: Connection, words: LoadWords): SideViews => ({
  pads: loadOnCall<SideViews['pads']>(
    async () => (await import('./pads/sqlite-pad-view.ts')).createPadView(db, await words()),
    padMethods,
  ),
  libraries: loadOnCall<SideViews['libraries']>(
    async () => (await loadLibraries()).createLibraryView(sqliteSession(db)),
    libraryMethods,
  ),
  records: loadOnCall<SideViews['records']>(
    async () => (await loadRecords()).createRecordView(sqliteSession(db)),
    recordMethods,
  ),
  jobs: loadOnCall<SideViews['jobs']>(async () => (await loadJobs()).createJobView(sqliteSession(db)), jobMethods),
})

/** The same, less what is not shown. */
export function narrowSideViews(full: SideViews, { db, shown: { pads, owned } }: Narrowing): SideViews {
  return {
    pads: !pads
      ? full.pads
      : loadOnCall<SideViews['pads']>(
          async () => (await import('./pads/narrow-view.ts')).narrowPadView(full.pads, db, pads),
          padMethods,
        ),
    libraries: !owned
      ? full.libraries
      : loadOnCall<SideViews['libraries']>(
          async () => (await loadLibraries()).createLibraryView(sqliteSession(db), owned),
          libraryMethods,
        ),
    records: !owned
      ? full.records
      : loadOnCall<SideViews['records']>(
          async () => (await loadRecords()).createRecordView(sqliteSession(db), owned),
          recordMethods,
        ),
    jobs: !owned
      ? full.jobs
      : loadOnCall<SideViews['jobs']>(
          async () => (await loadJobs()).createJobView(sqliteSession(db), owned),
          jobMethods,
        ),
  }
}

const loadLibraries = () => import('@wuku/store-sql/libraries')
const loadRecords = () => import('@wuku/store-sql/records')
const loadJobs = () => import('@wuku/store-sql/jobs')

const padMethods = [
  'workflow',
  'workflows',
  'workflowsNumbered',
  'pads',
  'everyPad',
  'padFacts',
  'pad',
  'placed',
  'idsFrom',
  'history',
  'stateAt',
  'hits',
] as const
const libraryMethods = ['libraries', 'versions', 'files', 'file', 'filesAt', 'fileCounts'] as const
const recordMethods = ['activities', 'calls', 'counts', 'audit', 'countsOf', 'summary'] as const
const jobMethods = ['list', 'events', 'requests'] as const
