/** Activities, calls, jobs, and the audit. A released migration never changes. */
export const recordTables = `
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
`

/** Jobs of one moment came in the order of their numbers. */
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

export const callActors = `
-- The user, and the name that was asked for; older calls are of the owner of the data folder. operation: empty for none.
ALTER TABLE calls ADD COLUMN actor TEXT NOT NULL DEFAULT 'local';
ALTER TABLE calls ADD COLUMN actor_name TEXT NOT NULL DEFAULT 'local';
ALTER TABLE calls ADD COLUMN func_name TEXT NOT NULL DEFAULT '';
ALTER TABLE calls ADD COLUMN request_id TEXT;
UPDATE calls SET func_name = replace(operation, '-', '_');
CREATE INDEX calls_by_actor ON calls (actor, at);
CREATE INDEX calls_by_surface ON calls (surface, at);
`

export const auditTable = `
-- Nobody changes what it says; only age removes it.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at REAL NOT NULL,
  actor TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  address TEXT,
  action TEXT NOT NULL,
  target TEXT,
  outcome TEXT NOT NULL,
  request_id TEXT,
  facts TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_actor ON audit (actor, at);
CREATE INDEX audit_by_action ON audit (action, at);
CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'The audit is never changed.'); END;
`

export const callTokens = `
-- tokens: of the text of the answer; NULL where nobody counted them. is_whole: nothing of the input is masked or cut. Of
-- older calls nobody knows.
ALTER TABLE calls ADD COLUMN tokens INTEGER;
ALTER TABLE calls ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 0;
CREATE INDEX calls_by_client ON calls (client, at);
CREATE INDEX calls_that_found_nothing ON calls (at) WHERE results = 0 AND error IS NULL;
`

export const callHits = `
-- A list of citations or paths. Of older calls nobody knows.
ALTER TABLE calls ADD COLUMN hits TEXT NOT NULL DEFAULT '[]';
`

export const callAnswers = `
-- session: of the connection, where there is one. answer: the text that came back, last since it is long.
ALTER TABLE calls ADD COLUMN session TEXT;
ALTER TABLE calls ADD COLUMN answer TEXT;
-- What a server was measured at, by minutes, hours and days.
CREATE TABLE server_samples (
  step INTEGER NOT NULL,
  at INTEGER NOT NULL,
  metric TEXT NOT NULL,
  count INTEGER NOT NULL,
  sum REAL NOT NULL,
  top REAL NOT NULL,
  PRIMARY KEY (step, at, metric)
) STRICT, WITHOUT ROWID;
`
