/** Sources, documents, chunks and their terms. A released migration never changes. */
export const indexTables = `
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO counters VALUES ('next_chunk', 1), ('chunks', 0), ('removals', 0), ('tidied', 0);

CREATE TABLE sources (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  root TEXT NOT NULL,
  options TEXT NOT NULL,
  added_at REAL NOT NULL,
  indexed_at REAL,
  UNIQUE (kind, name)
) STRICT;
CREATE TABLE reports (source INTEGER PRIMARY KEY, report TEXT NOT NULL) STRICT;

-- Ranges of chunk ids: all chunks of a source lie in its runs, and no chunk of another.
CREATE TABLE source_runs (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, source INTEGER NOT NULL) STRICT;

CREATE TABLE documents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source INTEGER NOT NULL,
  item TEXT NOT NULL,
  path TEXT NOT NULL,
  title TEXT NOT NULL,
  hash TEXT NOT NULL,
  stamp TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  modified_at REAL NOT NULL,
  meta TEXT NOT NULL,
  analyser TEXT NOT NULL,
  first_chunk INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  postings INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX documents_by_path ON documents (source, path);
CREATE INDEX documents_by_item ON documents (source, item);
CREATE INDEX documents_by_hash ON documents (hash);

CREATE TABLE bodies (document INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT;
CREATE TABLE chunks (
  id INTEGER PRIMARY KEY,
  document INTEGER NOT NULL,
  start INTEGER NOT NULL,
  stop INTEGER NOT NULL,
  line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  headings TEXT,
  anchor TEXT
) STRICT;

-- The block leads the key: a bulk load then writes only the pages of its own block, however large the store is.
CREATE TABLE postings (
  block INTEGER NOT NULL,
  term TEXT NOT NULL,
  holders INTEGER NOT NULL,
  peak INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (block, term)
) STRICT, WITHOUT ROWID;

CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT NOT NULL, expires REAL NOT NULL) STRICT, WITHOUT ROWID;
`

export const looseChunks = `
-- 1 in the chunks of a document that was amended: their ids no longer follow one another, and the document's
-- first_chunk is 0.
ALTER TABLE chunks ADD COLUMN loose INTEGER;
CREATE INDEX chunks_loose ON chunks (document, start) WHERE loose = 1;
-- How many terms a chunk holds; NULL where it was stored before they were counted.
ALTER TABLE chunks ADD COLUMN postings INTEGER;
`

export const outlineTable = `
-- What is known of a document beside its text, and those of its terms that its text does not tell.
CREATE TABLE outlines (document INTEGER PRIMARY KEY, outline BLOB, marks BLOB) STRICT;

-- revision: writes to documents.
INSERT INTO counters VALUES ('revision', 0);
`

export const sharedDocuments = `
-- Documents of several sources that are the same are kept once. kept_at: where the first chunk is, when it does not
-- stand under the document's own ids; kept_by: the document as whose its text, outline and chunks are kept.
ALTER TABLE documents ADD COLUMN kept_at INTEGER;
ALTER TABLE documents ADD COLUMN kept_by INTEGER;
CREATE INDEX documents_elsewhere ON documents (first_chunk) WHERE kept_at IS NOT NULL;
CREATE INDEX documents_by_keeper ON documents (kept_by) WHERE kept_by IS NOT NULL;
`

export const wordPairs = `
-- Which words stand side by side in a document (text/terms/word-pairs.ts).
CREATE TABLE word_pairs (document INTEGER PRIMARY KEY, bits BLOB NOT NULL) STRICT;
`

export const sourceRevisions = `
-- How often a source changed, in place of one count for all of them: what is remembered of a source stands while others
-- change. shares: writes to what documents of several sources share.
ALTER TABLE sources ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
DELETE FROM counters WHERE name = 'revision';
INSERT INTO counters VALUES ('shares', 0);
`

export const annotationTables = `
-- Descriptions of folders. source: 0 for a description of everything.
CREATE TABLE contexts (
  source INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (source, prefix)
) STRICT, WITHOUT ROWID;
-- Projects that people named. folded_name: the name in small letters. members: a list of texts.
CREATE TABLE projects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL UNIQUE,
  members TEXT NOT NULL
) STRICT;
`

export const sourceHoldings = `
-- A source of NULLs was added without accounts. shared_with: a list of texts.
ALTER TABLE sources ADD COLUMN owner TEXT;
ALTER TABLE sources ADD COLUMN visibility TEXT;
ALTER TABLE sources ADD COLUMN shared_with TEXT;
-- holdings: changes of what a caller may see: sources, libraries and their versions. revisions: changes of which sources
-- there are, and of their revisions.
INSERT INTO counters VALUES ('holdings', 0), ('revisions', 0);
`

export const sourceDays = `
-- How large a source was on a day; on a day without a row, as on the one before.
CREATE TABLE source_days (
  source INTEGER NOT NULL,
  day TEXT NOT NULL,
  documents INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (source, day)
) STRICT, WITHOUT ROWID;
-- All that is counted of a source: no row of a document is read for it.
CREATE INDEX documents_counted ON documents (source, chunks, bytes, modified_at);
`

export const folderIndex = `
-- Documents by the folder that they lie in, with all that they are ordered by when a folder is looked at.
CREATE INDEX documents_by_folder ON documents
  (source, rtrim(path, replace(path, '/', '')), path, modified_at, bytes);
`
