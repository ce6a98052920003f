/** Postings that a search engine holds (docs/decisions/0037-search-engine.md). A released migration never changes. */
export const engineTables = `
-- batch: what the segment was given to the engine with. fed_source: the source that it was of then. gone_sent: its chunks that
-- left and that the engine was told of. No pages: the engine alone has its postings.
ALTER TABLE segments ADD batch bigint, ADD fed_source integer, ADD gone_sent bit varying;
CREATE INDEX segments_by_batch ON segments (batch, first_chunk) WHERE batch IS NOT NULL;
CREATE INDEX segments_not_fed ON segments (source, level) WHERE batch IS NULL;
CREATE INDEX segments_moved ON segments (source) WHERE fed_source <> source;

-- The engine knows of the bits as they are.
ALTER TABLE segment_gone ADD is_told boolean NOT NULL DEFAULT false;
CREATE INDEX segment_gone_untold ON segment_gone (segment) WHERE NOT is_told;
CREATE FUNCTION note_untold() RETURNS trigger LANGUAGE plpgsql AS $do$
BEGIN
  NEW.is_told = false;
  RETURN NEW;
END $do$;
CREATE TRIGGER note_untold BEFORE UPDATE OF bits ON segment_gone FOR EACH ROW EXECUTE FUNCTION note_untold();

-- The one row is changed by who feeds the engine. generation: names its tables, so
-- that stores may share the database of an engine. sending: batches that it has not acknowledged.
CREATE TABLE engine_state (
  is_there boolean PRIMARY KEY DEFAULT true CHECK (is_there),
  generation integer NOT NULL DEFAULT 1000 * floor(random() * 1000000) + 1,
  last_batch bigint NOT NULL DEFAULT 0,
  sending bigint[] NOT NULL DEFAULT '{}',
  drops_postings boolean NOT NULL DEFAULT false,
  purged_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE engine_shards (
  generation integer NOT NULL,
  shard integer NOT NULL,
  PRIMARY KEY (generation, shard)
);
CREATE TABLE engine_batches (
  batch bigint PRIMARY KEY,
  shard integer NOT NULL,
  chunks integer NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  fed_at timestamptz,
  is_dropped boolean NOT NULL DEFAULT false
);
CREATE INDEX engine_batches_kept ON engine_batches (fed_at) WHERE NOT is_dropped;

-- Chunks of each source, as it was called to the engine, that are found there.
CREATE TABLE engine_totals (
  fed_source integer PRIMARY KEY,
  chunks bigint NOT NULL
);

-- Segments that went altogether, or are those of another source now: then they are given to the engine anew, as its.
CREATE TABLE engine_gone (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch bigint NOT NULL,
  fed_source integer NOT NULL,
  chunks integer NOT NULL,
  ids bytea NOT NULL,
  gone_sent bit varying
);
CREATE FUNCTION note_gone_segment() RETURNS trigger LANGUAGE plpgsql AS $do$
BEGIN
  EXECUTE format('INSERT INTO %I.engine_gone (batch, fed_source, chunks, ids, gone_sent) VALUES ($1, $2, $3, $4, $5)', TG_TABLE_SCHEMA)
    USING OLD.batch, OLD.fed_source, OLD.chunks, OLD.ids, OLD.gone_sent;
  IF TG_OP = 'UPDATE' THEN
    NEW.batch = NULL;
    NEW.fed_source = NULL;
    NEW.gone_sent = NULL;
    EXECUTE format('UPDATE %I.segment_gone SET is_told = false WHERE segment = $1', TG_TABLE_SCHEMA) USING NEW.id;
  END IF;
  RETURN NEW;
END $do$;
CREATE TRIGGER note_gone AFTER DELETE ON segments FOR EACH ROW WHEN (OLD.batch IS NOT NULL)
  EXECUTE FUNCTION note_gone_segment();
CREATE TRIGGER note_moved BEFORE UPDATE OF source ON segments FOR EACH ROW
  WHEN (OLD.batch IS NOT NULL AND OLD.source <> NEW.source AND OLD.pages > 0)
  EXECUTE FUNCTION note_gone_segment();
`
