import { placeOf } from '@wuku/core/ports/pads'
import type { Json } from '@wuku/core/core-types'
import type { Cell, TablesPart, TableRow, RecordTable } from '../rows/records.ts'
import { rowsOnPage, tablesOf } from '../rows/record-tables.ts'
import { packShort, unpackShort } from '@wuku/store-sql/packed-text'
import { readHitTexts } from '@wuku/store-postgres/pads/hit-rows'
import { joinTexts, readStoredText, type TextColumns } from '@wuku/store-postgres/pads/texts'
import { questionIn } from '@wuku/store-sql/calls'
import { parseStored, readStored } from '@wuku/store-postgres/connection/postgres-rows'
import type { Session, SqlValue } from '@wuku/store-postgres/connection/session'

type Read = Cell | Uint8Array | readonly string[] | undefined

export async function readRows(
  db: Session,
  table: RecordTable,
  after: readonly Cell[] | undefined,
): Promise<readonly TableRow[]> {
  const { name, key, columns } = table
  const names = Object.keys(columns)
  const own = names.filter((column) => !isExternal(table, column)).map((column) => `${name}."${column}"`)
  const keys = key.map((column) => `${name}."${column}"`).join(', ')
  const [more, from] = name === 'pads' ? [TEXTS_OF_PADS, joinTexts()] : ['', '']
  const rows = await db.rows<Readonly<Record<string, Read>> & TextColumns>(
    `SELECT ${own.join(', ')} ${more} FROM ${name} ${from}
     ${after ? `WHERE (${keys}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})` : ''}
     ORDER BY ${keys} LIMIT ${rowsOnPage(table)}`,
    (after ?? []) as SqlValue[],
  )
  return rows.map((row) =>
    Object.fromEntries(
      names.map((column) => [
        column,
        isExternal(table, column) ? (readStored(() => readStoredText(row))?.content ?? '') : cellOf(row[column]),
      ]),
    ),
  )
}

const TEXTS_OF_PADS = ', texts.*'
const isExternal = ({ name }: RecordTable, column: string): boolean => name === 'pads' && column === 'content'

function cellOf(value: Read): Cell {
  if (value instanceof Uint8Array) return readStored(() => unpackShort(value))
  if (Array.isArray(value)) return JSON.stringify(value)
  return (value ?? null) as Cell
}

export async function putRows(db: Session, table: RecordTable, rows: readonly TableRow[]): Promise<void> {
  const names = Object.keys(table.columns).filter((column) => !isExternal(table, column))
  const written = rows.map((row) => ({
    ...Object.fromEntries(names.map((column) => [`"${column}"`, writtenOf(table, column, row[column] ?? null)])),
    ...derivedOf(table, row),
  }))
  await db.insertNumbered(table.name, written)
  if (table.name === 'workflows') await putHits(db, rows.flatMap(hitsOfWorkflow))
  if (table.name === 'pads') await putTexts(db, rows)
}

function writtenOf({ name, columns }: RecordTable, column: string, cell: Cell): SqlValue {
  if (columns[column] === 'texts') return parseStored<readonly string[]>(String(cell))
  if (name === 'pad_versions' && column === 'removed') return cell === null ? null : packShort(String(cell))
  return cell
}

/** Some columns of this store follow from others. */
function derivedOf({ name }: RecordTable, row: TableRow): Readonly<Record<string, SqlValue>> {
  if (name === 'calls') return { question: questionIn(parseStored<Json>(String(row['input']))) }
  if (name === 'job_requests')
    return { makes: parseStored<{ readonly makes?: string }>(String(row['request'])).makes ?? null }
  return {}
}

async function putTexts(db: Session, rows: readonly TableRow[]): Promise<void> {
  await db.insert(
    'pad_texts',
    rows.map(({ number = 0, content }) => ({
      pad: number,
      version: 0,
      place: 0,
      removed: 0,
      added: packShort(String(content)),
    })),
  )
  await putHits(db, rows.flatMap(hitsOfPad))
}

interface HitText {
  readonly workflow: number
  readonly place: number
  readonly text: string
}

const hitsOfWorkflow = ({ number, name, description }: TableRow): readonly HitText[] =>
  (['name', 'description'] as const).map((field) => ({
    workflow: Number(number),
    place: placeOf(Number(number), 0, field),
    text: String((field === 'name' ? name : description) ?? ''),
  }))

const hitsOfPad = ({ workflow, slot, title, content }: TableRow): readonly HitText[] =>
  (['title', 'content'] as const).map((field) => ({
    workflow: Number(workflow),
    place: placeOf(Number(workflow), Number(slot), field),
    text: String(field === 'title' ? title : content),
  }))

const putHits = (db: Session, hits: readonly HitText[]): Promise<void> =>
  db.insert(
    'hit_texts',
    hits.map(({ workflow, place, text }) => ({ workflow, place, version: 0, times: 1, ...readHitTexts(text) })),
  )

/** Rows of other tables that belong to these go with them. */
export async function emptyPart(db: Session, part: TablesPart): Promise<void> {
  for (const { name } of tablesOf(part).toReversed()) await db.run(`DELETE FROM ${name}`)
}
