import { noteHoldings, shared, sharesTable, watched } from '@wuku/store-sql/change-triggers'

const note = (holdings: string): string =>
  noteHoldings(holdings, 'LATERAL jsonb_array_elements_text(principals_in(held.shared_with)) AS principal (value)', [
    // Drawn by chance, as `newStateName` is and for its reasons.
    '(random() * 4503599627370495)::bigint',
    'excluded.state',
  ])

const share = (row: string, table: string): string => `
  INSERT INTO shares SELECT DISTINCT principal.value, '${table}', ${row}.id
    FROM ${row === table ? `${table} CROSS JOIN` : ''} jsonb_array_elements_text(principals_in(${row}.shared_with)) AS principal (value);`

/** In the trigger of a table whose rows may be shared. */
const keepShares = (table: string): string => `
  IF TG_OP = 'UPDATE' AND OLD.shared_with IS NOT DISTINCT FROM NEW.shared_with THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN DELETE FROM shares WHERE "of" = '${table}' AND id = OLD.id; END IF;
  IF TG_OP <> 'DELETE' THEN ${share('NEW', table)} END IF;`

/** A released migration never changes. */
export const changeTables = `
-- A list of names that JSONB cannot hold is looked at for everybody.
CREATE FUNCTION principals_in(shared_with text) RETURNS jsonb IMMUTABLE LANGUAGE sql AS $in$
  SELECT CASE WHEN strpos(shared_with, '\\u') > 0 THEN '["*"]'::jsonb ELSE shared_with::jsonb END $in$;
-- An index of the lists themselves would not be used: behind a policy the server takes comparisons alone to an index.
${sharesTable('text COLLATE "C"')}
ALTER TABLE shares ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_the_store ON shares USING ((SELECT current_setting('wuku.sources', true)) = 'all');
${shared.map((table) => share(table, table)).join('')}
CREATE INDEX sources_hidden ON sources (id) WHERE strpos(options, '"hidden":true') > 0;
CREATE INDEX sources_by_root ON sources USING hash (root) WHERE substr(root, 1, 14) = 'wuku://pushed/';
-- A revision changes with each write, and no index has it: where a page has room, none is touched.
ALTER TABLE sources SET (fillfactor = 70);

CREATE TABLE changes (principal text COLLATE "C" PRIMARY KEY, state bigint NOT NULL) WITH (fillfactor = 50);
-- Programs of the version before find no number any more that all changes share: they keep nothing, and are right.
DELETE FROM moments WHERE name = 'holdings';
${watched
  .map(
    ([table, columns, holdings]) => `
CREATE FUNCTION note_${table}() RETURNS trigger LANGUAGE plpgsql AS $note$ BEGIN
  IF TG_OP = 'INSERT' THEN ${note(holdings('NEW'))}
  ELSIF TG_OP = 'DELETE' THEN ${note(holdings('OLD'))}
  ELSE ${note(`${holdings('OLD')} UNION ${holdings('NEW')}`)} END IF;
  ${shared.includes(table) ? keepShares(table) : ''}
  RETURN NULL;
END $note$;
CREATE TRIGGER ${table}_changed AFTER INSERT OR DELETE OR UPDATE OF ${columns} ON ${table}
  FOR EACH ROW EXECUTE FUNCTION note_${table}();`,
  )
  .join('')}
`
