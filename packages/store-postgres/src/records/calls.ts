import type { Json } from '@wuku/core/core-types'
import type { Page } from '@wuku/core/ports/pads'
import { type CallRecord, type CallsRequest, type Forgetting, withoutNames } from '@wuku/core/ports/record-store'
import { randomNumbers } from '@wuku/store-sql/stored-rows'
import type { Owned } from '@wuku/store-sql/visible-rows'
import { type ColumnsOf, pageOfRows, selected, toColumns } from '@wuku/store-sql/postgres/columns'
import { parseStored } from '@wuku/store-sql/postgres/postgres-rows'
import type { Session, SqlValue } from '@wuku/store-sql/postgres/session'

/** Input and hits as JSON. */
interface WrittenCall extends Omit<CallRecord, 'id' | 'input' | 'hits'> {
  readonly input: string
  readonly hits: string
}

const callColumns: ColumnsOf<WrittenCall> = {
  at: 'at',
  actor: 'actor',
  actorName: 'actor_name',
  funcName: 'func_name',
  operation: 'operation',
  client: 'client',
  surface: 'surface',
  library: 'library',
  input: 'input',
  isWhole: 'is_whole',
  hits: 'hits',
  results: 'results',
  milliseconds: 'milliseconds',
  tokens: 'tokens',
  error: 'error',
  requestId: 'request_id',
}

/** Condition of the index of such calls. */
export const FOUND_NOTHING = 'results = 0 AND error IS NULL'

/** Calls about libraries that are shown, and those of the user; `$1` and `$2` of every statement about calls. */
export const CALLS_SHOWN = '($1::bigint[] IS NULL OR library = ANY($1) OR actor = $2::text)'

export const shownOf = (owned: Owned | undefined) => [owned ? [...owned.libraries] : null, owned?.user ?? null] as const

export async function pageOfCalls(
  db: Session,
  request: CallsRequest,
  owned: Owned | undefined,
): Promise<Page<CallRecord>> {
  const { id, operation, library, actor, client, withoutClient, surface, from, to, limit, offset } = request
  const { items, total } = await pageOfRows<WrittenCall & { readonly id: number }>(db, {
    table: 'calls',
    columns: selected({ id: 'id', ...callColumns }, 'calls'),
    where: `${CALLS_SHOWN}
      AND ($3::bigint IS NULL OR id = $3) AND ($4::text IS NULL OR operation = $4)
      AND ($5::bigint IS NULL OR library = $5) AND ($6::text IS NULL OR actor = $6)
      AND ($7::text IS NULL OR client = $7) AND ($8::text IS NULL OR client <> $8)
      AND ($9::text IS NULL OR surface = $9)
      AND ($10::float8 IS NULL OR at >= $10) AND ($11::float8 IS NULL OR at < $11)
      ${request.failedOnly ? 'AND error IS NOT NULL' : ''} ${request.emptyOnly ? `AND ${FOUND_NOTHING}` : ''}`,
    values: [
      ...shownOf(owned),
      ...[id, operation, library, actor, client, withoutClient, surface, from, to].map((value) => value ?? null),
    ],
    order: 'at DESC, id DESC',
    limit,
    offset,
  })
  return { items: items.map(toCall), total }
}

const toCall = ({ input, hits, ...call }: WrittenCall): CallRecord => ({
  ...call,
  input: parseStored<Json>(input),
  hits: parseStored<readonly string[]>(hits),
})

/** Numbers grow in this order. */
export async function insertCalls(db: Session, calls: readonly CallRecord[]): Promise<void> {
  if (calls.length === 0) return
  const forgotten = await db.row<{ at: number }>("SELECT value AS at FROM moments WHERE name = 'forgotten'")
  const records = calls.map((call) => (call.at > (forgotten?.at ?? 0) ? call : withoutNames(call)))
  const ids = randomNumbers(records.length)
  await db.insertNumbered(
    'calls',
    records.map((call, at) => ({ id: ids[at], ...toColumnsOfCall(call) })),
  )
}

function toColumnsOfCall(call: CallRecord): Readonly<Record<string, SqlValue>> {
  const written = { ...call, input: JSON.stringify(call.input), hits: JSON.stringify(call.hits) }
  return { ...toColumns<WrittenCall>(callColumns, written), question: questionIn(call.input) }
}

/** Input keys that hold what somebody looked for, the likeliest first. */
const QUESTIONS = ['query', 'intent_query', 'topic', 'libraryName', 'name', 'path']

/** The question in an input; `null` when it asks for nothing. */
export function questionIn(input: Json): string | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null
  const fields = input as { readonly [key: string]: Json | undefined }
  const found = QUESTIONS.map((key) => fields[key]).find((value) => value !== undefined && value !== null)
  return typeof found === 'string' && found !== '' ? found : null
}

/** Input and hits with one of the texts go; the rest of the call stays. */
export async function forgetNaming(db: Session, { texts, at }: Forgetting): Promise<void> {
  await db.run("UPDATE moments SET value = greatest(value, $1) WHERE name = 'forgotten'", [Math.ceil(at)])
  await db.run(
    `UPDATE calls SET hits = CASE WHEN ${names('hits')} THEN '[]' ELSE hits END,
       input = CASE WHEN ${names('input')} THEN 'null' ELSE input END,
       question = CASE WHEN ${names('input')} THEN NULL ELSE question END
     WHERE ${names('input')} OR ${names('hits')}`,
    [texts.map((text) => JSON.stringify(text).slice(1, -1))],
  )
}

const names = (column: string): string =>
  `EXISTS (SELECT FROM unnest($1::text[]) AS given (said) WHERE strpos(${column}, said) > 0)`
