import { DatabaseSync } from 'node:sqlite'

/** Databases as the programs make them that people talk to agents with; the connection stays open, as theirs does. */

export type Journal = 'WAL' | 'DELETE'

const open = (file: string, journal: Journal, tables: string): DatabaseSync => {
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = ${journal}; PRAGMA synchronous = OFF; ${tables}`)
  return db
}

export function makeChatWise(file: string, journal: Journal = 'WAL'): DatabaseSync {
  const db = open(
    file,
    journal,
    `CREATE TABLE chat (id TEXT PRIMARY KEY, title TEXT, createdAt INTEGER, lastReplyAt INTEGER);
     CREATE TABLE message (id TEXT PRIMARY KEY, chatId TEXT, createdAt INTEGER, role TEXT, content TEXT, meta TEXT);`,
  )
  db.exec(`
    INSERT INTO chat VALUES ('chat-a', '周末旅游', 1750000000, 1750000100), ('chat-b', 'Rust 🦀', 1750000000000, 1750000200000);
    INSERT INTO message VALUES
      ('a-1', 'chat-a', 1750000000, 'user', '周末去哪里旅游?', NULL),
      ('b-1', 'chat-b', 1750000000000, 'user', 'Why does it borrow?', NULL),
      ('a-2', 'chat-a', 1750000100, 'assistant', '去海边。', '{"model":"glm"}')`)
  return db
}

export function makeCursor(file: string, journal: Journal = 'DELETE'): DatabaseSync {
  const db = open(
    file,
    journal,
    `CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
     CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)`,
  )
  const composer = {
    composerId: 'c-1',
    name: 'Virtual list',
    createdAt: 1_750_000_000_000,
    lastUpdatedAt: 1_750_000_300_000,
    fullConversationHeadersOnly: [
      { bubbleId: 'z', type: 1 },
      { bubbleId: 'a', type: 2 },
    ],
  }
  put(db, 'cursorDiskKV', 'composerData:c-1', composer)
  put(db, 'cursorDiskKV', 'bubbleId:c-1:a', { type: 2, text: 'Measure first.' })
  put(db, 'cursorDiskKV', 'bubbleId:c-1:z', { type: 1, text: '虚拟列表滚动很卡' })
  put(db, 'cursorDiskKV', 'composerData:draft', { composerId: 'draft', fullConversationHeadersOnly: [] })
  put(db, 'ItemTable', 'workbench.panel.aichat.view.aichat.chatdata', {
    tabs: [
      {
        tabId: 't-1',
        chatTitle: 'Tides',
        lastSendTime: 1_700_000_000_000,
        bubbles: [{ type: 'user', id: 'u', text: 'ebb' }],
      },
      { tabId: 't-empty', bubbles: [] },
    ],
  })
  return db
}

export const put = (db: DatabaseSync, table: string, key: string, value: unknown): unknown =>
  db.prepare(`INSERT INTO ${table} VALUES (?, ?)`).run(key, typeof value === 'string' ? value : JSON.stringify(value))

export function makeCursorCli(file: string, journal: Journal = 'WAL'): DatabaseSync {
  const db = open(
    file,
    journal,
    'CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)',
  )
  const meta = { agentId: 'cli-1', name: 'Backup 备份', createdAt: 1_750_000_000_000, lastUsedModel: 'fable' }
  db.prepare(`INSERT INTO meta VALUES ('0', ?)`).run(Buffer.from(JSON.stringify(meta)).toString('hex'))
  const add = db.prepare('INSERT INTO blobs VALUES (?, ?)')
  add.run('ff', Buffer.from(JSON.stringify({ role: 'user', content: '<user_query>备份在哪里?</user_query>' })))
  add.run('ee', Buffer.from([0x0a, 0x20, 1, 2, 3, 0xff]))
  add.run('aa', Buffer.from(JSON.stringify({ role: 'assistant', content: [{ type: 'text', text: 'In the cellar.' }] })))
  return db
}

export function makeOpenCode(file: string, journal: Journal = 'WAL'): DatabaseSync {
  const db = open(
    file,
    journal,
    `CREATE TABLE project (id TEXT PRIMARY KEY, worktree TEXT NOT NULL);
     CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT,
       time_created INTEGER, time_updated INTEGER, time_archived INTEGER);
     CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
     CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
     CREATE INDEX message_session_idx ON message (session_id);`,
  )
  db.exec(`
    INSERT INTO project VALUES ('p', '/home/ada/tides');
    INSERT INTO session VALUES
      ('ses_1', 'p', NULL, '/home/ada/tides/app', 'Ebb and flow', '1.2', 1750000000000, 1750000009000, NULL),
      ('ses_2', 'p', 'ses_1', '/home/ada/tides', 'New session - 2026-01-01', '1.2', 1750000001000, 1750000002000, NULL);
    INSERT INTO message VALUES
      ('msg_1', 'ses_1', 1750000000000, '{"role":"user","time":{"created":1750000000000}}'),
      ('msg_2', 'ses_1', 1750000001000, '{"role":"assistant","modelID":"fable","tokens":{"input":7,"output":3}}'),
      ('msg_3', 'ses_2', 1750000001000, '{"role":"user"}');
    INSERT INTO part VALUES
      ('prt_1', 'msg_1', 'ses_1', 1750000000000, '{"type":"text","text":"何时涨潮?"}'),
      ('prt_2', 'msg_2', 'ses_1', 1750000001000, '{"type":"text","text":"At six."}'),
      ('prt_3', 'msg_3', 'ses_2', 1750000001000, '{"type":"text","text":"look it up"}')`)
  return db
}
