import { DatabaseSync } from 'node:sqlite'

/** Databases as scratchpad-mcp makes them: the tables of each schema, and the rows as it writes them. */

export type Schema = 1 | 2 | 3 | 4

export interface WorkflowRow {
  readonly id: string
  readonly name: string
  readonly description?: string | null
  /** Unix seconds, as all times here. */
  readonly created: number
  readonly updated: number
  readonly isActive?: boolean
  readonly scope?: string | null
}

export interface PadRow {
  readonly id: string
  readonly workflow: string
  readonly title: string
  readonly content: string
  readonly created: number
  readonly updated: number
}

export interface Rows {
  readonly workflows: readonly WorkflowRow[]
  readonly pads: readonly PadRow[]
}

export interface Made {
  readonly schema: Schema
  /** `WAL` is what the program uses. */
  readonly journal?: 'WAL' | 'DELETE'
}

/** The connection stays open, as that of a server which is running. */
export function makeDatabase(file: string, { schema, journal = 'WAL' }: Made, rows: Rows): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = ${journal}; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 1000`)
  db.exec(tables(schema))
  db.exec(
    searchTable(
      'scratchpads',
      'id UNINDEXED, workflow_id UNINDEXED, title, content',
      'NEW.id, NEW.workflow_id, NEW.title, NEW.content',
    ),
  )
  if (schema === 4)
    db.exec(
      searchTable(
        'workflows',
        'id UNINDEXED, name, description, project_scope UNINDEXED',
        `NEW.id, NEW.name, COALESCE(NEW.description, ''), NEW.project_scope`,
      ),
    )
  db.prepare(`INSERT INTO schema_info VALUES ('version', ?)`).run(String(schema))
  insertRows(db, schema, rows)
  return db
}

/** Schema 2 added a state, schema 3 a scope, schema 4 a search over workflows. */
const tables = (schema: Schema): string => `
  CREATE TABLE workflows (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT,
    created_at INTEGER NOT NULL DEFAULT (unixepoch()),
    updated_at INTEGER NOT NULL DEFAULT (unixepoch()),
    scratchpad_count INTEGER NOT NULL DEFAULT 0
    ${schema >= 2 ? ', is_active BOOLEAN NOT NULL DEFAULT 1' : ''}
    ${schema >= 3 ? ', project_scope TEXT DEFAULT NULL' : ''}
  );
  CREATE TABLE scratchpads (
    id TEXT PRIMARY KEY,
    workflow_id TEXT NOT NULL,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at INTEGER NOT NULL DEFAULT (unixepoch()),
    updated_at INTEGER NOT NULL DEFAULT (unixepoch()),
    size_bytes INTEGER NOT NULL DEFAULT 0,
    FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE
  );
  CREATE INDEX idx_scratchpads_workflow_id ON scratchpads(workflow_id);
  CREATE INDEX idx_scratchpads_updated_at ON scratchpads(updated_at DESC);
  CREATE INDEX idx_workflows_updated_at ON workflows(updated_at DESC);
  CREATE TABLE schema_info (key TEXT PRIMARY KEY, value TEXT NOT NULL);
`

const searchTable = (table: string, columns: string, values: string): string => `
  CREATE VIRTUAL TABLE ${table}_fts USING fts5(
    ${columns}, content='${table}', content_rowid='rowid', tokenize='porter unicode61'
  );
  CREATE TRIGGER ${table}_fts_insert AFTER INSERT ON ${table} BEGIN
    INSERT INTO ${table}_fts(rowid, ${columns.replaceAll(' UNINDEXED', '')}) VALUES (NEW.rowid, ${values});
  END;
`

function insertRows(db: DatabaseSync, schema: Schema, { workflows, pads }: Rows): void {
  const addWorkflow = db.prepare(
    `INSERT INTO workflows (id, name, description, created_at, updated_at, scratchpad_count
       ${schema >= 2 ? ', is_active' : ''} ${schema >= 3 ? ', project_scope' : ''})
     VALUES (?, ?, ?, ?, ?, ? ${schema >= 2 ? ', ?' : ''} ${schema >= 3 ? ', ?' : ''})`,
  )
  const addPad = db.prepare(`INSERT INTO scratchpads VALUES (?, ?, ?, ?, ?, ?, ?)`)
  db.exec('BEGIN')
  for (const { id, name, description = null, created, updated, isActive = true, scope = null } of workflows) {
    const count = pads.filter(({ workflow }) => workflow === id).length
    const later = [...(schema >= 2 ? [Number(isActive)] : []), ...(schema >= 3 ? [scope] : [])]
    addWorkflow.run(id, name, description, created, updated, count, ...later)
  }
  for (const { id, workflow, title, content, created, updated } of pads)
    addPad.run(id, workflow, title, content, created, updated, Buffer.byteLength(content))
  db.exec('COMMIT')
}

/** Two workflows and what an agent may have written; times are far apart, but for two scratchpads of one second. */
export const sample: Rows = {
  workflows: [
    {
      id: 'b1f0-harbour',
      name: 'React專案',
      description: '前端開發',
      created: 1_700_000_000,
      updated: 1_700_000_900,
      scope: 'shop',
    },
    { id: 'a2e9-tides', name: 'Tides 🌊', created: 1_700_000_100, updated: 1_700_000_200, isActive: false },
  ],
  pads: [
    {
      id: 'p-1',
      workflow: 'b1f0-harbour',
      title: 'React基礎',
      content: '組件設計模式\r\n第二行',
      created: 1_700_000_001,
      updated: 1_700_000_500,
    },
    { id: 'p-2', workflow: 'a2e9-tides', title: '', content: '', created: 1_700_000_101, updated: 1_700_000_101 },
    {
      id: 'p-3',
      workflow: 'b1f0-harbour',
      title: '狀態管理',
      content: 'React hooks\n\n---\n<!--- block start --->\n👩‍👩‍👧 🇹🇼\0end',
      created: 1_700_000_500,
      updated: 1_700_000_500,
    },
  ],
}
