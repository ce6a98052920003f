import { closedTable } from '../row-security.ts'
import { partitionsOf } from './document-tables.ts'

/** Segments of postings (docs/decisions/0028-team-store.md). A released migration never changes. */
export const postingTables = `
-- A segment never changes: what stands in it may be kept in memory for as long as there is room. It has one source and at most
-- 16,384 chunks; level: the larger, the higher. ids, documents: those of each chunk. firsts: the first term of each page.
CREATE TABLE segments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source integer NOT NULL,
  level integer NOT NULL,
  chunks integer NOT NULL,
  pages integer NOT NULL,
  first_chunk bigint NOT NULL,
  last_chunk bigint NOT NULL,
  ids bytea NOT NULL,
  documents bytea NOT NULL,
  firsts bytea NOT NULL
);
CREATE INDEX segments_by_source ON segments (source, level);

-- Chunks that left, a bit for each chunk of the segment. A version is used once: it names the bits for good.
CREATE SEQUENCE gone_versions;
CREATE TABLE segment_gone (
  segment bigint PRIMARY KEY,
  source integer NOT NULL,
  version bigint NOT NULL,
  bits bit varying NOT NULL
);
CREATE INDEX segment_gone_by_source ON segment_gone (source);

-- Neighbouring terms in one row. Their postings are packed already, and parts of them are read: the server keeps them as
-- they are, and beside the row. Directories stay in it.
CREATE TABLE posting_pages (
  segment bigint NOT NULL,
  source integer NOT NULL,
  page integer NOT NULL,
  directory bytea NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (segment, page, source)
) PARTITION BY HASH (source);
ALTER TABLE posting_pages ALTER directory SET STORAGE MAIN, ALTER data SET STORAGE EXTERNAL;
${partitionsOf('posting_pages')}`

/**
 * Segments of up to 64 blocks of 16,384 chunks (docs/decisions/0020-segments.md): what is gone is kept for each block. Their ids
 * and terms are in columns of their own, so that a program that knows blocks alone fails and reads nothing wrongly. A released
 * migration never changes.
 */
export const largeSegments = `
ALTER TABLE segments ALTER ids DROP NOT NULL, ALTER firsts DROP NOT NULL, ADD chunk_ids bytea, ADD page_terms bytea,
  ADD UNIQUE (id, source);

-- Chunks of a block of a large segment that left. Rows follow their segment, also where a program of before moves or removes it.
CREATE TABLE block_gone (
  segment bigint NOT NULL,
  source integer NOT NULL,
  block integer NOT NULL,
  version bigint NOT NULL,
  bits bit varying NOT NULL,
  PRIMARY KEY (segment, block),
  FOREIGN KEY (segment, source) REFERENCES segments (id, source) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX block_gone_by_source ON block_gone (source);

-- Pages that are of no segment: one that is being written, or that was replaced.
CREATE TABLE loose_pages (
  segment bigint PRIMARY KEY,
  source integer NOT NULL
);
CREATE INDEX loose_pages_by_source ON loose_pages (source);
${closedTable('block_gone')}${closedTable('loose_pages')}`

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
