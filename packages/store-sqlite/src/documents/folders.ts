import type { DocumentId } from '@wuku/core/core-types'
import type { FolderQuery, FolderFound } from '@wuku/core/ports/index-view'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import type { Condition } from '@wuku/store-sql/sqlite/filters'
import { documentsById } from './sqlite-documents.ts'

/** The folder of a path with its slash, as the index `documents_by_folder` has it. */
const FOLDER = "rtrim(path, replace(path, '/', ''))"

/** No path begins with it. */
const LAST = '\u{10FFFF}'

/** Rows of the index alone are counted and ordered; only those of the page are read. */
export function folderIn(db: Connection, query: FolderQuery): FolderFound {
  const { part, order, limit, offset } = query
  const { sql, values } = part === undefined ? directlyIn(query) : containingPart(query, part)
  const total = db.row<{ total: number }>(`SELECT count(*) AS total FROM documents WHERE ${sql}`, values)?.total ?? 0
  const ids = db.rows<{ id: DocumentId }>(
    `SELECT id FROM documents WHERE ${sql} ORDER BY ${orders[order]} LIMIT ? OFFSET ?`,
    [...values, limit, offset],
  )
  return {
    documents: documentsById(
      db,
      ids.map(({ id }) => id),
    ),
    total,
    folders: part === undefined ? foldersIn(db, query) : [],
  }
}

const orders = { path: 'path', changed: 'modified_at DESC, path', size: 'bytes DESC, path' } as const

const directlyIn = ({ source, under }: FolderQuery): Condition => ({
  sql: `source = ? AND ${FOLDER} = ?`,
  values: [source, topOf(under)],
})

const containingPart = ({ source, under }: FolderQuery, part: string): Condition => ({
  sql: `source = ? AND ${FOLDER} >= ? AND ${FOLDER} < ? AND path LIKE ? ESCAPE '\\'`,
  values: [source, topOf(under), afterAll(under), `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`],
})

const topOf = (under: string): string => (under === '' ? '' : `${under}/`)

/** "0" is the character after the slash. */
const afterAll = (under: string): string => (under === '' ? LAST : `${under}0`)

const next = (bound: string): string =>
  `(SELECT ${FOLDER} FROM documents WHERE source = ?1 AND ${FOLDER} ${bound} AND ${FOLDER} < ?3 ORDER BY ${FOLDER} LIMIT 1)`

/** Jumps from one folder to the next and skips the files in it: one index lookup per folder. */
function foldersIn(db: Connection, { source, under }: FolderQuery): FolderFound['folders'] {
  const first = topOf(under).length + 1
  const name = `substr(folder, 1, ${first} + instr(substr(folder, ${first}), '/') - 2)`
  return db.rows<FolderFound['folders'][number]>(
    `WITH RECURSIVE walk (folder) AS (
       SELECT ${next('> ?2')}
       UNION ALL SELECT ${next(`>= ${name} || '0'`)} FROM walk WHERE folder IS NOT NULL
     )
     SELECT ${name} AS path,
       (SELECT count(*) FROM documents
        WHERE source = ?1 AND documents.path > ${name} || '/' AND documents.path < ${name} || '0') AS documents
     FROM walk WHERE folder IS NOT NULL`,
    [source, topOf(under), afterAll(under)],
  )
}
