import { DatabaseSync } from 'node:sqlite'
import { BLOCK_SIZE, decodePostings, emptyPostings } from '@wuku/index-core/postings/posting-codec'

/** What the tables of a store file say of each other, read without the store: nothing when they agree. */
export function disagreements(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true })
  db.exec('CREATE TEMP VIEW keepers AS SELECT * FROM documents WHERE kept_by IS NULL')
  try {
    return [...inChunks(db), ...inPostings(db)]
  } finally {
    db.close()
  }
}

function inChunks(db: DatabaseSync): string[] {
  const number = (sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0]
  const counted: readonly (readonly [says: string, sql: string, truth: string])[] = [
    ['chunks of documents', 'SELECT total(chunks) FROM keepers', 'SELECT count(*) FROM chunks'],
    ['counted chunks', "SELECT value FROM counters WHERE name = 'chunks'", 'SELECT count(*) FROM chunks'],
    ['bodies', 'SELECT count(*) FROM bodies', 'SELECT count(*) FROM keepers'],
    ['postings of documents', 'SELECT total(postings) FROM keepers', 'SELECT total(holders) FROM postings'],
    [
      'chunks in runs of their source',
      `SELECT count(*) FROM chunks JOIN documents ON documents.id = document
       JOIN source_runs ON chunks.id BETWEEN first AND last AND source_runs.source = documents.source
       WHERE kept_at IS NULL`,
      'SELECT count(*) FROM chunks JOIN documents ON documents.id = document WHERE kept_at IS NULL',
    ],
    [
      'chunks that lie where their document says',
      `SELECT count(*) FROM chunks JOIN documents ON documents.id = document
       WHERE CASE first_chunk WHEN 0 THEN loose = 1
         ELSE loose IS NULL AND chunks.id >= coalesce(kept_at, first_chunk)
           AND chunks.id < coalesce(kept_at, first_chunk) + documents.chunks END`,
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
      'SELECT count(*) FROM outlines JOIN keepers ON keepers.id = document',
      'SELECT count(*) FROM outlines',
    ],
    [
      'pairs of words of documents',
      'SELECT count(*) FROM word_pairs JOIN keepers ON keepers.id = document',
      'SELECT count(*) FROM word_pairs',
    ],
    [
      'documents kept as another that is the same in another source',
      `SELECT count(*) FROM documents AS guest JOIN keepers ON keepers.id = guest.kept_by
       WHERE keepers.source <> guest.source AND keepers.path = guest.path AND keepers.hash = guest.hash
         AND keepers.chunks = guest.chunks AND coalesce(keepers.kept_at, keepers.first_chunk) = guest.kept_at`,
      'SELECT count(*) FROM documents WHERE kept_by IS NOT NULL',
    ],
    [
      'documents kept elsewhere, with ids in runs of their source',
      `SELECT count(*) FROM documents JOIN source_runs USING (source)
       WHERE kept_at IS NOT NULL AND chunks > 0 AND first_chunk >= first AND first_chunk + chunks - 1 <= last`,
      'SELECT count(*) FROM documents WHERE kept_at IS NOT NULL AND chunks > 0',
    ],
    [
      'versions of libraries',
      'SELECT count(*) FROM library_versions JOIN libraries ON libraries.id = library',
      'SELECT count(*) FROM library_versions',
    ],
    [
      'files of versions',
      'SELECT count(*) FROM library_files JOIN library_versions ON library_versions.id = library_files.version',
      'SELECT count(*) FROM library_files',
    ],
    [
      'versions that are there twice',
      `SELECT count(*) FROM (SELECT 1 FROM library_versions WHERE status NOT IN ('deleted', 'staged')
         GROUP BY library, version HAVING count(*) > 1)`,
      'SELECT 0',
    ],
    [
      'chunks that say something, where sets of vectors are kept',
      "SELECT count(said) FROM chunks WHERE (SELECT value FROM counters WHERE name = 'sayings') = 1",
      "SELECT count(*) FROM chunks WHERE (SELECT value FROM counters WHERE name = 'sayings') = 1",
    ],
    [
      'sayings that a chunk says',
      'SELECT count(*) FROM sayings WHERE is_leaving = 0 AND EXISTS (SELECT 1 FROM chunks WHERE said = sayings.id)',
      'SELECT count(*) FROM sayings',
    ],
    [
      'vectors of what is said in a set',
      `SELECT count(*) FROM vectors JOIN embedding_sets ON embedding_sets.id = vectors.id >> 36
       JOIN sayings ON sayings.id = vectors.id & ((1 << 36) - 1)`,
      'SELECT count(*) FROM vectors',
    ],
    [
      'chunks of sets',
      'SELECT total(chunks) FROM embedding_sets',
      `SELECT count(*) FROM chunks JOIN vectors ON said = vectors.id & ((1 << 36) - 1)`,
    ],
    [
      'chunks that blocks of vectors name',
      `SELECT count(*) FROM embedding_sets JOIN chunks
       JOIN vectors ON vectors.id = (embedding_sets.id << 36) + said
       JOIN vector_blocks ON vector_blocks.id = (embedding_sets.id << 36) + (chunks.id >> 5)
       WHERE (mask >> (chunks.id & 31)) & 1`,
      'SELECT total(chunks) FROM embedding_sets',
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
      decodePostings(data as Uint8Array, postings)
      const held = [...postings.chunks.subarray(0, postings.count)].map((chunk) => Number(block) * BLOCK_SIZE + chunk)
      if (new Set(held).size !== holders) return [`"${String(term)}" has ${held.length} postings, not ${holders}`]
      return held.every((chunk) => chunks.has(chunk)) ? [] : [`"${String(term)}" is said of a chunk that is not there`]
    })
}
