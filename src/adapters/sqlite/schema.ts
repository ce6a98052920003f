import { WukuError } from '../../core/errors.ts'
import { jobTables } from './jobs/tables.ts'
import type { Connection } from '../sqlite-driver/connection.ts'

/**
 * Forward only: a released entry is never edited, a change is a new entry at the end. `user_version` counts the
 * entries that a file has.
 */
const migrations: readonly string[] = [
  `
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
  `,
  `
  -- 1 in the chunks of a document that was amended: their ids no longer follow one another, and the document's
  -- first_chunk is 0.
  ALTER TABLE chunks ADD COLUMN loose INTEGER;
  CREATE INDEX chunks_loose ON chunks (document, start) WHERE loose = 1;
  -- How many terms a chunk holds; NULL where it was stored before they were counted.
  ALTER TABLE chunks ADD COLUMN postings INTEGER;

  -- touched: the count of writes; it tells which of two came later when the clock does not.
  CREATE TABLE workflows (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    description TEXT,
    scope TEXT,
    is_active INTEGER NOT NULL,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    touched INTEGER NOT NULL,
    pads INTEGER NOT NULL,
    version INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX workflows_by_time ON workflows (updated_at, touched);
  CREATE INDEX workflows_by_scope ON workflows (scope, updated_at, touched);

  CREATE TABLE pads (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workflow INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    title TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    touched INTEGER NOT NULL,
    version INTEGER NOT NULL,
    UNIQUE (workflow, slot)
  ) STRICT;
  CREATE TABLE pad_texts (pad INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT;

  -- The way back: a version says what to take out of its text, and what to put in its place, for the text before it;
  -- and which workflow the pad was in, when it left it.
  CREATE TABLE pad_versions (
    pad INTEGER NOT NULL,
    version INTEGER NOT NULL,
    at REAL NOT NULL,
    by TEXT NOT NULL,
    how TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    title TEXT NOT NULL,
    restores INTEGER,
    left_workflow TEXT,
    place INTEGER NOT NULL,
    added INTEGER NOT NULL,
    removed BLOB,
    PRIMARY KEY (pad, version)
  ) STRICT, WITHOUT ROWID;

  -- How often words stand where (text/show/hits.ts). A row of hits speaks of one word in 256 workflows: its id is that of the
  -- word, and in the low 20 bits the number of the block of workflows. CJK characters and pairs are told by their code
  -- points and stand in no list. What was counted last stands in hit_news until rows are written.
  CREATE TABLE hit_words (id INTEGER PRIMARY KEY AUTOINCREMENT, word TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE hits (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
  CREATE TABLE hit_news (id INTEGER PRIMARY KEY, lines TEXT NOT NULL) STRICT;

  -- touches: writes to workflows and pads. words_lost: words that hit_words no longer has. hit_news: its lines.
  -- hits_by: version of the analysis that counted the hits.
  INSERT INTO counters VALUES ('touches', 0), ('words_lost', 0), ('hit_news', 0), ('hits_by', 0);
  `,
  `
  -- What is known of a document beside its text, and those of its terms that its text does not tell.
  CREATE TABLE outlines (document INTEGER PRIMARY KEY, outline BLOB, marks BLOB) STRICT;

  -- revision: writes to documents.
  INSERT INTO counters VALUES ('revision', 0);
  `,
  `
  -- Documents of several sources that are the same are kept once. kept_at: where the first chunk is, when it does not
  -- stand under the document's own ids; kept_by: the document as whose its text, outline and chunks are kept.
  ALTER TABLE documents ADD COLUMN kept_at INTEGER;
  ALTER TABLE documents ADD COLUMN kept_by INTEGER;
  CREATE INDEX documents_elsewhere ON documents (first_chunk) WHERE kept_at IS NOT NULL;
  CREATE INDEX documents_by_keeper ON documents (kept_by) WHERE kept_by IS NOT NULL;
  `,
  `
  -- Libraries of documentation, their versions, and the files of each. folded_name: the name as names are compared
  -- (text/terms/fold.ts).
  CREATE TABLE libraries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    default_version TEXT,
    keep TEXT NOT NULL,
    origin TEXT,
    status TEXT NOT NULL,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    deleted_at REAL
  ) STRICT;
  CREATE TABLE library_versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    library INTEGER NOT NULL,
    version TEXT NOT NULL,
    source INTEGER NOT NULL,
    originals TEXT NOT NULL,
    origin TEXT,
    ref TEXT,
    commit_hash TEXT,
    url TEXT,
    status TEXT NOT NULL,
    created_at REAL NOT NULL,
    indexed_at REAL,
    deleted_at REAL,
    documents INTEGER NOT NULL,
    snippets INTEGER NOT NULL,
    code INTEGER NOT NULL,
    info INTEGER NOT NULL,
    tokens INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX library_versions_by_library ON library_versions (library);
  CREATE TABLE library_files (
    version INTEGER NOT NULL,
    path TEXT NOT NULL,
    title TEXT NOT NULL,
    type TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    hash TEXT NOT NULL,
    status TEXT NOT NULL,
    error TEXT,
    chunks INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    url TEXT,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    facts TEXT NOT NULL,
    PRIMARY KEY (version, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX library_files_by_status ON library_files (version, status);

  -- What was done, what was asked, and how often. Of two of the same moment the one with the higher id came later:
  -- every index ends with it, so that the newest are read off without sorting.
  CREATE TABLE activities (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    task TEXT NOT NULL,
    event TEXT NOT NULL,
    status TEXT NOT NULL,
    message TEXT NOT NULL,
    actor TEXT NOT NULL,
    library INTEGER,
    version TEXT,
    target TEXT,
    facts TEXT NOT NULL
  ) STRICT;
  CREATE INDEX activities_by_time ON activities (at);
  CREATE INDEX activities_by_task ON activities (task, at);
  CREATE INDEX activities_by_event ON activities (event, at);
  CREATE INDEX activities_by_library ON activities (library, at) WHERE library IS NOT NULL;
  CREATE TABLE calls (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    operation TEXT NOT NULL,
    client TEXT NOT NULL,
    surface TEXT NOT NULL,
    library INTEGER,
    input TEXT NOT NULL,
    results INTEGER,
    milliseconds REAL NOT NULL,
    error TEXT
  ) STRICT;
  CREATE INDEX calls_by_time ON calls (at);
  CREATE INDEX calls_by_operation ON calls (operation, at);
  CREATE INDEX calls_by_library ON calls (library, at) WHERE library IS NOT NULL;
  CREATE INDEX calls_that_failed ON calls (at) WHERE error IS NOT NULL;
  CREATE TABLE daily_counts (
    day TEXT NOT NULL,
    metric TEXT NOT NULL,
    library INTEGER NOT NULL,
    count INTEGER NOT NULL,
    sum REAL NOT NULL,
    PRIMARY KEY (day, metric, library)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Sets of vectors. chunks: kept chunks that have one. learnt: what bits are measured from and how far vectors lie
  -- from it, and learnt_from how many of them told it. A removed set has no key any more, and goes when its vectors have gone.
  CREATE TABLE embedding_sets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    facts TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    created_at REAL NOT NULL,
    is_active INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    learnt BLOB,
    learnt_from INTEGER NOT NULL
  ) STRICT;

  -- What chunks say (text/show/said.ts), by its hash, as long as there are sets. is_leaving: maybe nobody says it any more;
  -- the end of the batch will tell.
  CREATE TABLE sayings (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    is_leaving INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sayings_leaving ON sayings (id) WHERE is_leaving = 1;
  ALTER TABLE chunks ADD COLUMN said INTEGER;
  CREATE INDEX chunks_by_said ON chunks (said) WHERE said IS NOT NULL;

  -- What is said in a set: its id is that of the saying, and above 36 bits that of the set. 64 dimensions after one
  -- another have a scale, a 32-bit float; these come first, then a signed byte a dimension, then two bits more of each.
  CREATE TABLE vectors (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;

  -- Which of 32 kept chunks have a vector in a set (mask), and of each, one after the other, its saying, a factor and
  -- its bits. The id: number of the 32, and above 36 bits the set. version: of the counter, at the last write.
  CREATE TABLE vector_blocks (
    id INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    mask INTEGER NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
  CREATE INDEX vector_blocks_by_version ON vector_blocks (version);

  -- sayings: 1 when what chunks say is written down as they come. vectors: writes to vector_blocks.
  INSERT INTO counters VALUES ('sayings', 0), ('vectors', 0);
  `,
  `
  -- Which words stand side by side in a document (text/terms/word-pairs.ts).
  CREATE TABLE word_pairs (document INTEGER PRIMARY KEY, bits BLOB NOT NULL) STRICT;
  `,
  `
  -- How often a source changed, in place of one count for all of them: what is remembered of a source stands while others
  -- change. shares: writes to what documents of several sources share.
  ALTER TABLE sources ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
  DELETE FROM counters WHERE name = 'revision';
  INSERT INTO counters VALUES ('shares', 0);
  `,
  `
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
  `,
  `
  -- Files of libraries have numbers. files: how many were given out. A version that is made again beside one of its name
  -- has the same numbers.
  ALTER TABLE library_files ADD COLUMN id INTEGER NOT NULL DEFAULT 0;
  UPDATE library_files SET id = numbered.id FROM (
    SELECT version, path, row_number() OVER (ORDER BY version, path) AS id FROM library_files
  ) AS numbered WHERE library_files.version = numbered.version AND library_files.path = numbered.path;
  INSERT INTO counters SELECT 'files', count(*) FROM library_files;
  CREATE INDEX library_files_by_id ON library_files (id);
  `,
  jobTables,
  `
  -- The user, and the name that was asked for; older calls are of the owner of the data folder. operation: empty for none.
  ALTER TABLE calls ADD COLUMN actor TEXT NOT NULL DEFAULT 'local';
  ALTER TABLE calls ADD COLUMN actor_name TEXT NOT NULL DEFAULT 'local';
  ALTER TABLE calls ADD COLUMN func_name TEXT NOT NULL DEFAULT '';
  ALTER TABLE calls ADD COLUMN request_id TEXT;
  UPDATE calls SET func_name = replace(operation, '-', '_');
  CREATE INDEX calls_by_actor ON calls (actor, at);
  CREATE INDEX calls_by_surface ON calls (surface, at);
  `,
  `
  -- Milliseconds after which a server fetches a library again (0: never; NULL: as the settings say), and when it last did.
  ALTER TABLE libraries ADD COLUMN refresh_every REAL;
  ALTER TABLE libraries ADD COLUMN scheduled_at REAL;
  `,
]

export const schemaVersion = migrations.length

/** Brings a file of an older version, or an empty one, up to this version; runs nothing on a file that is. */
export function migrate(db: Connection): void {
  if (versionOf(db) === schemaVersion) return
  db.transaction(() => {
    // Asked again inside: another process may have migrated while this one waited.
    for (const migration of migrations.slice(versionOf(db))) db.script(migration)
    db.script(`PRAGMA user_version = ${schemaVersion}`)
  })
}

/** For who cannot bring it up to this version. */
export function demandCurrent(db: Connection): void {
  const version = versionOf(db)
  if (version < schemaVersion) throw storeOlder(version)
}

function versionOf(db: Connection): number {
  const version = db.row<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  if (version > schemaVersion) throw storeNewer(version)
  return version
}

const storeNewer = (version: number): WukuError =>
  new WukuError(
    'store-newer',
    `This store has format ${version}; this version of wuku supports formats up to ${schemaVersion}.`,
    'Install the newest wuku, or start this one with another data folder.',
  )

const storeOlder = (version: number): WukuError =>
  new WukuError(
    'read-only',
    `This store has format ${version}; wuku must upgrade it to ${schemaVersion} first, but its folder is read-only.`,
    'Run "wuku sources" once where the data folder is writable.',
  )
