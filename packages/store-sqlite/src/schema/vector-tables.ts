/** Sets of vectors, and what chunks say. A released migration never changes. */
export const vectorTables = `
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
`
