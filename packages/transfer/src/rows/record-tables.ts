import type { CellType, TablesPart, RecordTable } from './records.ts'

const words = (type: CellType, names: string): Readonly<Record<string, CellType>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]))

const text = (names: string) => words('text', names)
const number = (names: string) => words('number', names)
const flag = (names: string) => words('flag', names)

/** In an order in which each comes after those that it refers to. `name`: in every store that has tables. */
export const recordTables: readonly RecordTable[] = [
  {
    name: 'sources',
    part: 'sources',
    key: ['id'],
    columns: {
      ...number('id added_at indexed_at revision'),
      ...text('kind name root options report owner visibility shared_with'),
    },
  },
  {
    name: 'source_days',
    part: 'sources',
    key: ['source', 'day'],
    columns: { ...number('source documents chunks bytes'), ...text('day') },
  },
  {
    name: 'contexts',
    part: 'sources',
    key: ['source', 'prefix'],
    columns: { ...number('source'), ...text('prefix text') },
  },
  { name: 'projects', part: 'sources', key: ['id'], columns: { ...number('id'), ...text('name folded_name members') } },
  {
    name: 'libraries',
    part: 'libraries',
    key: ['id'],
    columns: {
      ...number('id created_at updated_at deleted_at refresh_every scheduled_at'),
      ...text('slug name description default_version keep origin status owner visibility shared_with'),
    },
  },
  {
    name: 'library_versions',
    part: 'libraries',
    key: ['id'],
    columns: {
      ...number('id library source created_at indexed_at deleted_at documents snippets code info tokens'),
      ...text('version originals origin ref commit_hash url status'),
    },
  },
  {
    name: 'library_files',
    part: 'libraries',
    key: ['version', 'path'],
    columns: {
      ...number('version id bytes chunks tokens created_at updated_at'),
      ...text('path title type hash status error url facts'),
    },
  },
  {
    name: 'workflows',
    part: 'pads',
    key: ['number'],
    columns: {
      ...number('number created_at updated_at touched pads version source'),
      ...text('id name description scope'),
      ...flag('is_active'),
    },
  },
  {
    name: 'pads',
    part: 'pads',
    key: ['number'],
    columns: {
      ...number('number workflow slot bytes created_at updated_at touched version'),
      ...text('id title content'),
    },
  },
  {
    name: 'pad_versions',
    part: 'pads',
    key: ['pad', 'version'],
    columns: {
      ...number('pad version at bytes restores place added'),
      ...text('by how title left_workflow removed'),
    },
  },
  {
    name: 'jobs',
    part: 'jobs',
    key: ['number'],
    columns: {
      ...number('number percent attempt library created_at started_at finished_at last_seq'),
      ...text('id kind queue status stage message library_name version actor result error'),
      ...flag('is_cancelling'),
    },
  },
  { name: 'job_requests', part: 'jobs', key: ['job'], columns: { ...number('job'), ...text('request') } },
  { name: 'job_events', part: 'jobs', key: ['job', 'seq'], columns: { ...number('job seq at'), ...text('type data') } },
  {
    name: 'activities',
    part: 'records',
    key: ['id'],
    columns: { ...number('id at library'), ...text('task event status message actor version target facts') },
  },
  {
    name: 'calls',
    part: 'records',
    key: ['id'],
    columns: {
      ...number('id at library results milliseconds tokens'),
      ...text('actor actor_name func_name operation client surface input hits error request_id'),
      ...flag('is_whole'),
    },
  },
  {
    name: 'daily_counts',
    part: 'records',
    key: ['day', 'metric', 'library'],
    columns: { ...text('day metric'), ...number('library count sum') },
  },
  {
    name: 'audit',
    part: 'records',
    key: ['id'],
    columns: { ...number('id at'), ...text('actor actor_name address action target outcome request_id facts') },
  },
  {
    name: 'users',
    part: 'accounts',
    key: ['number'],
    columns: {
      ...number('number created_at last_seen_at'),
      ...text('id name folded_name email role status issuer subject'),
      ...flag('email_verified'),
      ...words('texts', 'own_groups claimed_groups'),
    },
  },
  {
    name: 'keys',
    part: 'accounts',
    key: ['number'],
    columns: {
      ...number('number rate_limit created_at expires_at revoked_at usage_count last_used_at'),
      ...text('id user_id name hash suffix'),
      ...words('texts', 'scopes'),
    },
  },
  {
    name: 'logins',
    part: 'accounts',
    key: ['id'],
    columns: { ...text('id user_id refresh_hash'), ...number('created_at expires_at ended_at') },
  },
  {
    name: 'daily_use',
    part: 'accounts',
    key: ['user_id', 'day'],
    columns: { ...text('user_id day'), ...number('calls upload_bytes') },
  },
]

export const movedParts: readonly TablesPart[] = ['sources', 'libraries', 'pads', 'jobs', 'records', 'accounts']

export const tablesOf = (part: TablesPart): readonly RecordTable[] =>
  recordTables.filter((table) => table.part === part)

/** Tables whose rows a store numbers itself, with the column of the number. */
export const numberedTables = recordTables.flatMap(({ name, part, key: [column = '', ...others], columns }) =>
  others.length === 0 && ['id', 'number'].includes(column) && columns[column] === 'number'
    ? [{ name, part, column }]
    : [],
)

/** Facts of a document that are columns of their own. */
export const documentFacts = [
  'item',
  'path',
  'title',
  'hash',
  'stamp',
  'bytes',
  'lines',
  'modified_at',
  'meta',
  'analyser',
]

/** A page ends at this number of documents, or once its texts have this many bytes. */
export const MAX_DOCUMENTS = 200
export const MAX_BYTES = 4_000_000
/** Rows of one page of a table, and vectors of one. */
const MAX_ROWS = 1_000
const LONG_ROWS: Readonly<Record<string, number>> = { pads: 20, pad_versions: 100, job_requests: 50 }
export const rowsOnPage = ({ name }: RecordTable): number => LONG_ROWS[name] ?? MAX_ROWS
export const MAX_VECTORS = 500

/** Ids of one page, by what their documents take. */
export function pageOfIds<Id>(rows: Iterable<{ readonly id: Id; readonly bytes: number }>): readonly Id[] {
  const ids: Id[] = []
  let sum = 0
  for (const { id, bytes } of rows) {
    ids.push(id)
    sum += bytes
    if (sum >= MAX_BYTES) break
  }
  return ids
}

export function tableCalled(tableName: string): RecordTable {
  const table = recordTables.find(({ name }) => name === tableName)
  if (!table) throw new Error(`No table "${tableName}" is moved.`)
  return table
}
