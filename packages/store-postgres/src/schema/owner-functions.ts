import { closedVectors } from '../row-security.ts'

/** Functions of the owner of a schema find its tables in it alone. A schema that was renamed has to say so again. */
export const pinnedFunctions = `
DO $do$
DECLARE
  found regprocedure;
BEGIN
  FOR found IN SELECT oid FROM pg_proc WHERE pronamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND prosecdef
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', found, current_schema());
  END LOOP;
END $do$;
`

/**
 * Functions with the rights of the owner, for a program whose role may change no table: they make tables of vectors, and try a
 * write that fails on a full disk. A released migration never changes.
 */
export const ownerFunctions = `
-- The index is there from the first vector on: one that is made later stops all writers, or takes a connection of its own,
-- may fail halfway, and has to be found again. Vectors that fit into a page stay in the row, where a comparison of many
-- reads them one after the other. Twice the care of pgvector's default in building halves what a search has to walk.
CREATE FUNCTION make_vectors(set_id integer, dimensions integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $make$
DECLARE
  place text := 'vectors_' || set_id;
  home text := (SELECT nspname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector');
BEGIN
  EXECUTE format('CREATE TABLE %I (source integer NOT NULL, said bytea NOT NULL, v %I.halfvec(%s) NOT NULL,
    PRIMARY KEY (source, said))', place, home, dimensions);
  EXECUTE format('ALTER TABLE %I ALTER v SET STORAGE %s', place, CASE WHEN dimensions <= 4000 THEN 'PLAIN' ELSE 'EXTERNAL' END);
  -- Chunks of other sources that say the same are looked for by that alone.
  EXECUTE format('CREATE INDEX %I ON %I (said)', place || '_by_said', place);
  IF dimensions <= 4000 THEN
    EXECUTE format('CREATE INDEX %I ON %I USING hnsw (v %I.halfvec_cosine_ops) WITH (ef_construction = 128)',
      place || '_nearest', place, home);
  END IF;
  ${closedVectors}
END $make$;

CREATE FUNCTION drop_vectors(set_id integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $drop$
BEGIN
  IF EXISTS (SELECT FROM embedding_sets WHERE id = set_id) THEN
    RAISE EXCEPTION 'The set % is there.', set_id;
  END IF;
  EXECUTE format('DROP TABLE IF EXISTS %I', 'vectors_' || set_id);
END $drop$;

-- A table that is emptied lies in a new file until the transaction ends: what is written then needs room on the disk.
CREATE TABLE write_probe (filler bytea NOT NULL);
ALTER TABLE write_probe ALTER filler SET STORAGE EXTERNAL;
CREATE FUNCTION probe_write() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $probe$
BEGIN
  TRUNCATE write_probe;
  INSERT INTO write_probe
    SELECT decode(string_agg(md5(random()::text || nth), ''), 'hex') FROM generate_series(1, 1024) AS nth;
END $probe$;

REVOKE ALL ON FUNCTION make_vectors(integer, integer), drop_vectors(integer), probe_write() FROM PUBLIC;
${pinnedFunctions}`
