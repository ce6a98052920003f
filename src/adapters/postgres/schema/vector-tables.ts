/** Sets of vectors. A released migration never changes. */
export const vectorTables = `
-- The vectors of a set are in a table of their own, vectors_<id>, which is made with the set: it needs the extension
-- pgvector and the dimensions of the set.
CREATE TABLE embedding_sets (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- NULL: it was removed. Its vectors go later, since views of an earlier moment may still read them.
  key text COLLATE "C" UNIQUE,
  facts text NOT NULL,
  dimensions integer NOT NULL,
  created_at double precision NOT NULL,
  is_active boolean NOT NULL DEFAULT false,
  removed_at timestamptz
);

-- How many chunks of a source have a vector in a set, since every search asks for it.
CREATE TABLE vector_counts (
  set_id integer NOT NULL REFERENCES embedding_sets ON DELETE CASCADE,
  source integer NOT NULL,
  chunks bigint NOT NULL,
  PRIMARY KEY (set_id, source)
);

-- Chunks that say the same, of one source or of all.
CREATE INDEX chunks_by_said ON chunks (said);
`
