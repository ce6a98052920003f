/** Long work of a server. Jobs of one moment came in the order of their numbers. This is a migration: it never changes. */
export const jobTables = `
CREATE TABLE jobs (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  queue TEXT NOT NULL,
  status TEXT NOT NULL,
  stage TEXT NOT NULL,
  percent INTEGER NOT NULL,
  message TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  library INTEGER,
  library_name TEXT,
  version TEXT,
  actor TEXT NOT NULL,
  created_at REAL NOT NULL,
  started_at REAL,
  finished_at REAL,
  is_cancelling INTEGER NOT NULL,
  result TEXT NOT NULL,
  error TEXT,
  last_seq INTEGER NOT NULL
) STRICT;
CREATE INDEX jobs_by_status ON jobs (status, number);
CREATE INDEX jobs_by_library ON jobs (library, number) WHERE library IS NOT NULL;
CREATE TABLE job_requests (job INTEGER PRIMARY KEY, request TEXT NOT NULL) STRICT;
CREATE TABLE job_events (
  job INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  at REAL NOT NULL,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (job, seq)
) STRICT, WITHOUT ROWID;
`
