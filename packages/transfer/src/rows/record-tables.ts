import type { CellType, TablesPart, RecordTable } from './records.ts'

/** `key` and columns are names with a space between them. */
function tableOf(name: string, part: TablesPart, key: string, columns: { readonly [type in CellType]?: string }) {
  const types = Object.entries(columns) as [CellType, string][]
  const cells = types.flatMap(([type, names]) => names.split(' ').map((column) => [column, type] as const))
  return { name, part, key: key.split(' '), columns: Object.fromEntries(cells) }
}

/** In an order in which each comes after those that it refers to. `name`: in every store that has tables. */
export const recordTables: readonly RecordTable[] = [
  tableOf('sources', 'sources', 'id', {
    number: 'id added_at indexed_at revision',
    text: 'kind name root options report owner visibility shared_with',
  }),
  tableOf('source_days', 'sources', 'source day', { number: 'source documents chunks bytes', text: 'day' }),
  tableOf('contexts', 'sources', 'source prefix', { number: 'source', text: 'prefix text' }),
  tableOf('projects', 'sources', 'id', { number: 'id', text: 'name folded_name members' }),
  tableOf('libraries', 'libraries', 'id', {
    number: 'id created_at updated_at deleted_at refresh_every scheduled_at',
    text: 'slug name description default_version keep origin status owner visibility shared_with',
  }),
  tableOf('library_versions', 'libraries', 'id', {
    number: 'id library source created_at indexed_at deleted_at documents snippets code info tokens',
    text: 'version originals origin ref commit_hash url status',
  }),
  tableOf('library_files', 'libraries', 'version path', {
    number: 'version id bytes chunks tokens created_at updated_at',
    text: 'path title type hash status error url facts',
  }),
  tableOf('workflows', 'pads', 'number', {
    number: 'number created_at updated_at touched pads version source',
    text: 'id name description scope',
    flag: 'is_active',
  }),
  tableOf('pads', 'pads', 'number', {
    number: 'number workflow slot bytes created_at updated_at touched version',
    text: 'id title content',
  }),
  tableOf('pad_versions', 'pads', 'pad version', {
    number: 'pad version at bytes restores place added',
    text: 'by how title left_workflow removed',
  }),
  tableOf('jobs', 'jobs', 'number', {
    number: 'number percent attempt library created_at started_at finished_at last_seq',
    text: 'id kind queue status stage message library_name version actor result error',
    flag: 'is_cancelling',
  }),
  tableOf('job_requests', 'jobs', 'job', { number: 'job', text: 'request' }),
  tableOf('job_events', 'jobs', 'job seq', { number: 'job seq at', text: 'type data' }),
  tableOf('activities', 'records', 'id', {
    number: 'id at library',
    text: 'task event status message actor version target facts',
  }),
  tableOf('calls', 'records', 'id', {
    number: 'id at library results milliseconds tokens',
    text: 'actor actor_name func_name operation client surface input hits error request_id session answer',
    flag: 'is_whole',
  }),
  tableOf('daily_counts', 'records', 'day metric library', { text: 'day metric', number: 'library count sum' }),
  tableOf('server_samples', 'records', 'step at metric', { text: 'metric', number: 'step at count sum top' }),
  tableOf('audit', 'records', 'id', {
    number: 'id at',
    text: 'actor actor_name address action target outcome request_id facts',
  }),
  tableOf('users', 'accounts', 'number', {
    number: 'number created_at last_seen_at',
    text: 'id name folded_name email role status issuer subject',
    flag: 'email_verified',
    texts: 'own_groups claimed_groups',
  }),
  tableOf('keys', 'accounts', 'number', {
    number: 'number rate_limit created_at expires_at revoked_at usage_count last_used_at',
    text: 'id user_id name hash suffix',
    texts: 'scopes',
  }),
  tableOf('logins', 'accounts', 'id', { text: 'id user_id refresh_hash', number: 'created_at expires_at ended_at' }),
  tableOf('daily_use', 'accounts', 'user_id day', { text: 'user_id day', number: 'calls upload_bytes' }),
]

export const movedParts: readonly TablesPart[] = ['sources', 'libraries', 'pads', 'jobs', 'records', 'accounts']

export const tablesOf = (part: TablesPart) => recordTables.filter((table) => table.part === part)

/** Tables whose rows a store numbers itself, with the column of the number. */
export const numberedTables = recordTables.flatMap(({ name, part, key: [column = '', ...others], columns }) =>
  others.length === 0 && ['id', 'number'].includes(column) && columns[column] === 'number'
    ? [{ name, part, column }]
    : [],
)

/** Facts of a document that are columns of their own. */
export const documentFacts = 'item path title hash stamp bytes lines modified_at meta analyser'.split(' ')

/** A page ends at this number of documents, or once its texts have this many bytes. */
export const MAX_DOCUMENTS = 200
export const MAX_BYTES = 4_000_000
/** Rows of one page of a table, and vectors of one. */
const MAX_ROWS = 1_000
const LONG_ROWS: Readonly<Record<string, number>> = { pads: 20, pad_versions: 100, job_requests: 50, calls: 200 }
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
