/** Workflows, their pads, and where words stand in them. A released migration never changes. */
export const padTables = `
-- One number for each write: it tells which of two came later when the clock does not. It belongs to no row, so that writes
-- to different workflows do not meet.
CREATE SEQUENCE touches AS bigint;

-- No index has a column that every write changes, and pages have room for the next row: so a write touches no index.
CREATE TABLE workflows (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  description text,
  scope text COLLATE "C",
  is_active boolean NOT NULL,
  created_at double precision NOT NULL,
  updated_at double precision NOT NULL,
  touched bigint NOT NULL DEFAULT nextval('touches'),
  pads integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  -- NULL: the source that workflows share.
  source integer
) WITH (fillfactor = 80);
CREATE INDEX workflows_by_source ON workflows (source);

CREATE TABLE pads (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  workflow bigint NOT NULL REFERENCES workflows ON DELETE CASCADE,
  slot integer NOT NULL,
  title text NOT NULL,
  bytes integer NOT NULL,
  created_at double precision NOT NULL,
  updated_at double precision NOT NULL,
  touched bigint NOT NULL DEFAULT nextval('touches'),
  version integer NOT NULL DEFAULT 1,
  UNIQUE (workflow, slot)
) WITH (fillfactor = 80);

-- Row 0 is the text as it was once written whole, any other what a version made of the text before it: what it took out and
-- put in. So an append to a megabyte writes down what was appended, and the megabyte once in a while. Packed by us.
CREATE TABLE pad_texts (
  pad bigint NOT NULL REFERENCES pads ON DELETE CASCADE,
  version integer NOT NULL,
  place integer NOT NULL,
  removed integer NOT NULL,
  added bytea NOT NULL,
  PRIMARY KEY (pad, version)
);
ALTER TABLE pad_texts ALTER added SET STORAGE EXTERNAL;

-- The way back: a version says what to take out of its text, and what to put in its place, for the text before it;
-- and which workflow the pad was in, when it left it.
CREATE TABLE pad_versions (
  pad bigint NOT NULL REFERENCES pads ON DELETE CASCADE,
  version integer NOT NULL,
  at double precision NOT NULL,
  by text NOT NULL,
  how text NOT NULL,
  bytes integer NOT NULL,
  title text NOT NULL,
  restores integer,
  left_workflow text,
  place integer NOT NULL,
  added integer NOT NULL,
  removed bytea,
  PRIMARY KEY (pad, version)
);
ALTER TABLE pad_versions ALTER removed SET STORAGE EXTERNAL;

-- Words and CJK runs of the texts, folded and each with a mark before and after it: so an exact count of a keyword is a
-- count of a text in a text. Row 0 of a place has those of the whole text, any other those of the lines that a version
-- put in (times 1) and took out (times -1).
CREATE TABLE hit_texts (
  workflow bigint NOT NULL REFERENCES workflows ON DELETE CASCADE,
  place bigint NOT NULL,
  version integer NOT NULL,
  times smallint NOT NULL,
  words text COLLATE "C" NOT NULL,
  runs text COLLATE "C" NOT NULL,
  PRIMARY KEY (workflow, place, version, times)
);
-- Unpacked in a third of the time; a server may have been built without it.
DO $$ BEGIN
  ALTER TABLE hit_texts ALTER words SET COMPRESSION lz4, ALTER runs SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL;
END $$;
`
