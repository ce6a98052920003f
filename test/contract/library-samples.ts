import { everything } from '@wuku/core/ports/access'
import type { SourceId } from '@wuku/core/core-types'
import type {
  LibraryTransaction,
  LibraryDraft,
  FileDraft,
  LibraryFile,
  LibraryView,
  VersionDraft,
} from '@wuku/core/ports/library-store'
import type { AuditEntry } from '@wuku/core/ports/accounts'
import type { Activity, CallRecord, DailyCount, RecordView } from '@wuku/core/ports/record-store'
import type { Store } from '@wuku/core/ports/store'
import { hashOf } from './samples.ts'

/** As a test says them; what it does not say is of no matter to it. */
export const libraryOf = ({ name = 'React', ...sample }: Partial<LibraryDraft> = {}): LibraryDraft => ({
  slug: `/docs/${name.toLowerCase()}`,
  name,
  description: '',
  defaultVersion: null,
  keep: { keep: 'all' },
  refreshEvery: null,
  scheduledAt: null,
  origin: null,
  createdAt: 1_000,
  updatedAt: 1_000,
  ...sample,
})

export const versionOf = (library: number, sample: Partial<VersionDraft> = {}): VersionDraft => ({
  library,
  version: '1.0.0',
  source: 1 as SourceId,
  originals: 'docs/react/1.0.0/',
  origin: null,
  ref: null,
  commit: null,
  url: null,
  status: 'active',
  createdAt: 1_000,
  ...sample,
})

export const fileOf = (path: string, sample: Partial<FileDraft> = {}): FileDraft => ({
  path,
  title: path,
  type: 'markdown',
  bytes: 3,
  hash: hashOf(path),
  status: 'completed',
  error: null,
  chunks: 1,
  tokens: 1,
  url: null,
  createdAt: 1_000,
  updatedAt: 1_000,
  facts: {},
  ...sample,
})

export function draftOf(file: LibraryFile): FileDraft {
  const { id: _id, version: _version, ...draft } = file
  return draft
}

export const activityOf = (at: number, sample: Partial<Activity> = {}): Activity => ({
  at,
  task: '01JD8Z6Q2M0000000000000000',
  event: 'document.parse',
  status: 'info',
  message: '',
  actor: 'tester',
  library: null,
  version: null,
  target: null,
  facts: {},
  ...sample,
})

export const callOf = (at: number, sample: Partial<CallRecord> = {}): CallRecord => ({
  at,
  actor: 'local',
  actorName: 'local',
  funcName: 'get_library_docs',
  operation: 'get-library-docs',
  client: 'a client',
  surface: 'mcp',
  library: null,
  input: {},
  isWhole: true,
  hits: [],
  results: 0,
  milliseconds: 1.5,
  tokens: null,
  error: null,
  requestId: null,
  session: null,
  answer: null,
  ...sample,
})

export const countOf = (day: string, sample: Partial<DailyCount> = {}): DailyCount => ({
  day,
  metric: 'call.search',
  library: 0,
  count: 1,
  sum: 0,
  ...sample,
})

export const auditOf = (at: number, sample: Partial<AuditEntry> = {}): AuditEntry => ({
  at,
  actor: 'local',
  actorName: 'local',
  address: null,
  action: 'library.create',
  target: null,
  outcome: 'done',
  requestId: null,
  facts: {},
  ...sample,
})

export const atLibraries = <T>(store: Store, work: (libraries: LibraryTransaction) => Promise<T>): Promise<T> =>
  store.write('all', ({ libraries }) => work(libraries))

export const askLibraries = <T>(store: Store, question: (libraries: LibraryView) => Promise<T>): Promise<T> =>
  store.read(everything, ({ libraries }) => question(libraries))

export const askRecords = <T>(store: Store, question: (records: RecordView) => Promise<T>): Promise<T> =>
  store.read(everything, ({ records }) => question(records))

/** All that can be told of libraries, in plain data. */
export async function everyLibrary(view: LibraryView): Promise<unknown> {
  const versions = await view.versions()
  const ofVersion = async (id: number): Promise<unknown> => ({
    files: await view.files({ version: id, limit: 1_000, offset: 0 }),
    counts: await view.fileCounts(id),
  })
  const files = await Promise.all(versions.map(({ id }) => ofVersion(id)))
  return { libraries: await view.libraries(), versions, files }
}
