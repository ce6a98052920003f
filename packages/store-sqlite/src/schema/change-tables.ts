import { noteHoldings, shared, sharesTable, watched } from '@wuku/store-sql/change-triggers'

/** JSON of SQLite reads some escapes otherwise than the program: such a list is looked at for everybody. */
const listed = (row: string): string =>
  `json_each(CASE WHEN instr(${row}.shared_with, '\\u') > 0 THEN '["*"]' ELSE ${row}.shared_with END)`

const grow = (counter: string): string => `UPDATE counters SET value = value + 1 WHERE name = '${counter}';`

const note = (holdings: string): string =>
  noteHoldings(holdings, `${listed('held')} AS principal`, ['1', 'state + 1']) + grow('holdings')

const share = (row: string, table: string): string =>
  `INSERT OR IGNORE INTO shares SELECT listed.value, '${table}', ${row}.id
   FROM ${row === table ? `${table},` : ''} ${listed(row)} AS listed;`

/** A released migration never changes. */
export const changeTables = `
CREATE TABLE changes (principal TEXT PRIMARY KEY, state INTEGER NOT NULL) STRICT, WITHOUT ROWID;
${sharesTable('text')}
${shared.map((table) => share(table, table)).join('\n')}
CREATE INDEX sources_hidden ON sources (id) WHERE instr(options, '"hidden":true') > 0;
CREATE INDEX sources_by_root ON sources (root) WHERE substr(root, 1, 14) = 'wuku://pushed/';
CREATE INDEX source_runs_by_source ON source_runs (source, first, last);
${watched
  .map(([table, columns, holdings]) => {
    const revised = table === 'sources' ? grow('revisions') : ''
    const isShared = shared.includes(table)
    const added = isShared ? share('new', table) : ''
    const removed = isShared ? `DELETE FROM shares WHERE "of" = '${table}' AND id = old.id;` : ''
    return `
CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN ${note(holdings('new'))} ${added} ${revised} END;
CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} BEGIN ${note(holdings('old'))} ${removed} ${revised} END;
CREATE TRIGGER ${table}_changed AFTER UPDATE OF ${columns} ON ${table} BEGIN
  ${note(`${holdings('old')} UNION ${holdings('new')}`)} ${removed} ${added}
END;`
  })
  .join('')}
CREATE TRIGGER sources_revised AFTER UPDATE OF revision ON sources BEGIN ${grow('revisions')} END;
`
