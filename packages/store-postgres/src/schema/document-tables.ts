/**
 * Rows of different sources lie in different tables: writers of one are not in the way of readers of another, and the server
 * tidies one part at a time. Their number cannot change without writing all rows again.
 */
const PARTITIONS = 8

/** Storage of columns is set before: each part takes it over. */
export const partitionsOf = (table: string): string =>
  Array.from(
    { length: PARTITIONS },
    (_, at) =>
      `CREATE TABLE ${table}_${at} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${at});\n`,
  ).join('')

/** Documents, their texts and their chunks. A released migration never changes. */
export const documentTables = `
-- Ids are given out before their rows are written, many at once.
CREATE SEQUENCE document_ids;
CREATE SEQUENCE chunk_ids;

-- folder: of the path, with its slash. The id comes first in the key, as rows are looked for by it alone as well.
CREATE TABLE documents (
  id bigint NOT NULL,
  source integer NOT NULL,
  chunks integer NOT NULL,
  modified_at double precision NOT NULL,
  bytes integer NOT NULL,
  lines integer NOT NULL,
  item text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  folder text COLLATE "C" NOT NULL,
  title text NOT NULL,
  hash text COLLATE "C" NOT NULL,
  stamp text NOT NULL,
  meta text NOT NULL,
  analyser text NOT NULL,
  PRIMARY KEY (id, source)
) PARTITION BY HASH (source);
CREATE UNIQUE INDEX documents_by_path ON documents (source, path);
CREATE INDEX documents_by_item ON documents (source, item);
CREATE INDEX documents_by_hash ON documents (hash);
CREATE INDEX documents_by_folder ON documents (source, folder);
${partitionsOf('documents')}
-- What documents are read for one by one: the text, what is known beside it, which words stand side by side in it
-- (text/terms/word-pairs.ts). All are packed already, so the server does not try it again.
CREATE TABLE bodies (
  document bigint NOT NULL,
  source integer NOT NULL,
  text bytea NOT NULL,
  outline bytea,
  pairs bytea,
  PRIMARY KEY (document, source)
) PARTITION BY HASH (source);
ALTER TABLE bodies ALTER text SET STORAGE EXTERNAL, ALTER outline SET STORAGE EXTERNAL, ALTER pairs SET STORAGE EXTERNAL;
${partitionsOf('bodies')}
-- headings: a list of texts, NULL for none. said: hash of what the chunk says to a model (text/show/said.ts).
CREATE TABLE chunks (
  id bigint NOT NULL,
  document bigint NOT NULL,
  source integer NOT NULL,
  start integer NOT NULL,
  stop integer NOT NULL,
  line integer NOT NULL,
  end_line integer NOT NULL,
  said bytea NOT NULL,
  headings text,
  anchor text,
  PRIMARY KEY (id, source)
) PARTITION BY HASH (source);
CREATE INDEX chunks_by_document ON chunks (document);
${partitionsOf('chunks')}`
