/** Libraries of documentation, their versions and files. A released migration never changes. */
export const libraryTables = `
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
`

export const fileNumbers = `
-- Files of libraries have numbers. files: how many were given out. A version that is made again beside one of its name
-- has the same numbers.
ALTER TABLE library_files ADD COLUMN id INTEGER NOT NULL DEFAULT 0;
UPDATE library_files SET id = numbered.id FROM (
  SELECT version, path, row_number() OVER (ORDER BY version, path) AS id FROM library_files
) AS numbered WHERE library_files.version = numbered.version AND library_files.path = numbered.path;
INSERT INTO counters SELECT 'files', count(*) FROM library_files;
CREATE INDEX library_files_by_id ON library_files (id);
`

export const scheduledRefresh = `
-- Milliseconds after which a server fetches a library again (0: never; NULL: as the settings say), and when it last did.
ALTER TABLE libraries ADD COLUMN refresh_every REAL;
ALTER TABLE libraries ADD COLUMN scheduled_at REAL;
`

export const libraryHoldings = `
-- Names are no longer unique, which takes another table; numbers of libraries that were removed are still not given out.
-- A library of NULLs was made without accounts. shared_with: a list of texts.
CREATE TABLE held_libraries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  default_version TEXT,
  keep TEXT NOT NULL,
  origin TEXT,
  status TEXT NOT NULL,
  created_at REAL NOT NULL,
  updated_at REAL NOT NULL,
  deleted_at REAL,
  refresh_every REAL,
  scheduled_at REAL,
  owner TEXT,
  visibility TEXT,
  shared_with TEXT
) STRICT;
INSERT INTO sqlite_sequence SELECT 'held_libraries', seq FROM sqlite_sequence WHERE name = 'libraries';
INSERT INTO held_libraries SELECT id, slug, name, description, default_version, keep, origin, status, created_at,
  updated_at, deleted_at, refresh_every, scheduled_at, NULL, NULL, NULL FROM libraries;
DROP TABLE libraries;
ALTER TABLE held_libraries RENAME TO libraries;
CREATE INDEX library_versions_by_source ON library_versions (source);
`
