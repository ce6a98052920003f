/** Workflows, their pads, and where words stand in them. A released migration never changes. */
export const padTables = `
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
`

export const workflowSources = `
-- NULL: the source that workflows share.
ALTER TABLE workflows ADD COLUMN source INTEGER;
CREATE INDEX workflows_by_source ON workflows (source) WHERE source IS NOT NULL;
`

/** The search of workflows reads the texts themselves. */
export const withoutHits = `
DROP TABLE hits;
DROP TABLE hit_words;
DROP TABLE hit_news;
DELETE FROM counters WHERE name IN ('words_lost', 'hit_news', 'hits_by');
`
