import { DatabaseSync } from 'node:sqlite'
import { BLOCK_SIZE } from '../../src/adapters/sqlite/blocks.ts'
import { decodePieces, emptyPostings } from '../../src/adapters/sqlite/pieces.ts'

/** What the tables of a store file say of each other, read without the store: nothing when they agree. */
export function disagreements(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return [...inChunks(db), ...inPostings(db)]
  } finally {
    db.close()
  }
}

function inChunks(db: DatabaseSync): string[] {
  const number = (sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0]
  const counted: readonly (readonly [says: string, sql: string, truth: string])[] = [
    ['chunks of documents', 'SELECT total(chunks) FROM documents', 'SELECT count(*) FROM chunks'],
    ['counted chunks', "SELECT value FROM counters WHERE name = 'chunks'", 'SELECT count(*) FROM chunks'],
    ['bodies', 'SELECT count(*) FROM bodies', 'SELECT count(*) FROM documents'],
    ['postings of documents', 'SELECT total(postings) FROM documents', 'SELECT total(holders) FROM postings'],
    [
      'chunks in runs of their source',
      `SELECT count(*) FROM chunks JOIN documents ON documents.id = document
       JOIN source_runs ON chunks.id BETWEEN first AND last AND source_runs.source = documents.source`,
      'SELECT count(*) FROM chunks',
    ],
    [
      'chunks that lie where their document says',
      `SELECT count(*) FROM chunks JOIN documents ON documents.id = document
       WHERE CASE first_chunk WHEN 0 THEN loose = 1
         ELSE loose IS NULL AND chunks.id >= first_chunk AND chunks.id < first_chunk + documents.chunks END`,
      'SELECT count(*) FROM chunks',
    ],
    [
      'documents whose chunks know their postings, and another number of them',
      `SELECT count(*) FROM (SELECT documents.postings AS all_of_them FROM documents JOIN chunks ON document = documents.id
         GROUP BY documents.id HAVING count(*) = count(chunks.postings) AND total(chunks.postings) <> all_of_them)`,
      'SELECT 0',
    ],
    [
      'outlines of documents',
      'SELECT count(*) FROM outlines JOIN documents ON documents.id = document',
      'SELECT count(*) FROM outlines',
    ],
    ['damage', 'PRAGMA integrity_check', "SELECT 'ok'"],
  ]
  return counted.flatMap(([says, sql, truth]) =>
    number(sql) === number(truth) ? [] : [`${says}: ${number(sql)}, not ${number(truth)}`],
  )
}

function inPostings(db: DatabaseSync): string[] {
  const chunks = new Set(
    db
      .prepare('SELECT id FROM chunks')
      .all()
      .map(({ id }) => Number(id)),
  )
  const postings = emptyPostings()
  return db
    .prepare('SELECT block, term, holders, data FROM postings')
    .all()
    .flatMap(({ block, term, holders, data }) => {
      decodePieces(data as Uint8Array, postings)
      const held = [...postings.chunks.subarray(0, postings.count)].map((chunk) => Number(block) * BLOCK_SIZE + chunk)
      if (new Set(held).size !== holders) return [`"${String(term)}" has ${held.length} postings, not ${holders}`]
      return held.every((chunk) => chunks.has(chunk)) ? [] : [`"${String(term)}" is said of a chunk that is not there`]
    })
}
