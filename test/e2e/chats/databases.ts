import { DatabaseSync } from 'node:sqlite'

/** Databases as the programs write them. The connection is the program's: as long as it is open, so is its log. */

function create(file: string, tables: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; ${tables}`)
  return db
}

export function makeChatWise(file: string): DatabaseSync {
  const db = create(
    file,
    `CREATE TABLE chat (id TEXT PRIMARY KEY, title TEXT, createdAt INTEGER, lastReplyAt INTEGER);
     CREATE TABLE message (id TEXT PRIMARY KEY, chatId TEXT, createdAt INTEGER, role TEXT, content TEXT, meta TEXT)`,
  )
  const meta = {
    toolCall: { k1: { server_name: 'atlas', tool_name: 'find_place', arguments: '{"near":"海边"}' } },
    toolResult: JSON.stringify({ content: [{ type: 'text', text: '鼓浪屿 "quayside"\nten minutes by ferry' }] }),
  }
  db.prepare(`INSERT INTO chat VALUES ('cw-seconds-1', '周末旅游', 1750000000, 1750000100)`).run()
  db.prepare(`INSERT INTO chat VALUES ('cw-millis-2', 'Borrow checker', 1750000200000, 1750000300000)`).run()
  const add = db.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?, ?)')
  add.run('cw-m1', 'cw-seconds-1', 1_750_000_000, 'user', '周末去哪里旅游？', null)
  add.run('cw-m3', 'cw-millis-2', 1_750_000_200_000, 'user', 'Why does it borrow twice?', null)
  add.run('cw-m2', 'cw-seconds-1', 1_750_000_100, 'assistant', '去海边。', JSON.stringify(meta))
  add.run('cw-m4', 'cw-millis-2', 1_750_000_300_000, 'assistant', 'Two mutable loans of one vector.', null)
  return db
}

export function makeCursor(file: string): DatabaseSync {
  const db = create(
    file,
    `CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
     CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)`,
  )
  const put = (table: string, key: string, value: object): unknown =>
    db.prepare(`INSERT INTO ${table} VALUES (?, ?)`).run(key, JSON.stringify(value))
  put('cursorDiskKV', 'composerData:c0ffee00-editor', {
    composerId: 'c0ffee00-editor',
    name: 'Virtual list stutters',
    createdAt: 1_760_000_000_000,
    lastUpdatedAt: 1_760_000_060_000,
    modelConfig: { modelName: 'example-fast' },
    fullConversationHeadersOnly: [
      { bubbleId: 'zz-first', type: 1 },
      { bubbleId: 'aa-second', type: 2 },
    ],
  })
  const project = { workspaceProjectDir: '/home/ada/gallery' }
  put('cursorDiskKV', 'bubbleId:c0ffee00-editor:aa-second', {
    type: 2,
    text: 'Measure the rows first.',
    toolFormerData: {
      name: 'edit_file',
      toolCallId: 'tc1',
      status: 'completed',
      rawArgs: '{"target_file":"src/list.tsx"}',
      result: '{"diff":"one row"}',
    },
    tokenCount: { inputTokens: 30, outputTokens: 6 },
    ...project,
  })
  put('cursorDiskKV', 'bubbleId:c0ffee00-editor:mm-taken-back', { type: 1, text: 'Forget the list.', ...project })
  put('cursorDiskKV', 'bubbleId:c0ffee00-editor:zz-first', { type: 1, text: '虚拟列表滚动很卡', ...project })
  put('ItemTable', 'workbench.panel.aichat.view.aichat.chatdata', {
    tabs: [
      {
        tabId: 'tab-of-2023',
        chatTitle: 'Old panel',
        lastSendTime: 1_690_000_000_000,
        bubbles: [
          { type: 'user', id: 'b1', text: 'What is a monad?' },
          { type: 'ai', id: 'b2', rawText: 'A monoid, they say.' },
        ],
      },
    ],
  })
  return db
}

export function makeCursorCli(file: string): DatabaseSync {
  const db = create(
    file,
    'CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)',
  )
  const meta = {
    agentId: 'c1100000-cli',
    name: 'Cellar backup',
    createdAt: 1_761_000_000_000,
    lastUsedModel: 'example',
  }
  db.prepare(`INSERT INTO meta VALUES ('0', ?)`).run(Buffer.from(JSON.stringify(meta)).toString('hex'))
  const add = db.prepare('INSERT INTO blobs VALUES (?, ?)')
  const said = (role: string, content: unknown): Buffer => Buffer.from(JSON.stringify({ role, content }))
  const info = '<user_info>\nWorkspace Path: /home/ada/cellar\n</user_info>\n'
  add.run('ff01', said('user', `${info}<user_query>Where is the backup? 备份在哪里</user_query>`))
  add.run('0a02', Buffer.from([0x0a, 0x20, 1, 2, 3, 0xff]))
  add.run(
    'aa03',
    said('assistant', [
      { type: 'text', text: 'I look in the cellar.' },
      { type: 'tool-call', toolCallId: 't1', toolName: 'Shell', args: { command: 'ls /cellar' } },
    ]),
  )
  add.run(
    '0b04',
    said('tool', [{ type: 'tool-result', toolCallId: 't1', toolName: 'Shell', result: 'backup.tar of 1997' }]),
  )
  return db
}

export function makeOpenCode(file: string): DatabaseSync {
  const db = create(
    file,
    `CREATE TABLE project (id TEXT PRIMARY KEY, worktree TEXT NOT NULL);
     CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT,
       time_created INTEGER, time_updated INTEGER, time_archived INTEGER, revert TEXT);
     CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
     CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, data TEXT)`,
  )
  db.prepare(`INSERT INTO project VALUES ('p', '/home/ada/tides')`).run()
  const session = db.prepare(`INSERT INTO session VALUES (?, 'p', ?, '/home/ada/tides', ?, '1.2', ?, ?, NULL, ?)`)
  const start = 1_762_000_000_000
  session.run('ses_tide001', null, 'Ebb and flow', start, start + 9_000, '{"messageID":"msg_t3"}')
  session.run('ses_tide002', 'ses_tide001', 'New session - 2026-01-01T00:00:00.000Z', start + 500, start + 600, null)
  const message = db.prepare('INSERT INTO message VALUES (?, ?, ?, ?)')
  const part = db.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?)')
  const say = (id: string, { of, at, ...data }: Said, ...parts: readonly object[]): void => {
    message.run(id, of, start + at, JSON.stringify({ time: { created: start + at }, ...data }))
    parts.forEach((each, nth) => part.run(`prt_${id}_${nth}`, id, of, start + at, JSON.stringify(each)))
  }
  const state = { status: 'completed', input: { filePath: 'moon.csv' }, output: 'full moon on Friday' }
  const tokens = { input: 70, output: 20, reasoning: 10, cache: { read: 100, write: 0 } }
  const answer = { role: 'assistant', modelID: 'example-kimi', tokens }
  say('msg_t1', { of: 'ses_tide001', at: 0, role: 'user' }, { type: 'text', text: '何时涨潮？ When is high water?' })
  say(
    'msg_t2',
    { of: 'ses_tide001', at: 1_000, ...answer },
    { type: 'step-start' },
    { type: 'reasoning', text: 'The moon decides.' },
    { type: 'tool', tool: 'read', callID: 'r1', state },
    { type: 'text', text: 'At six in the morning.' },
  )
  say('msg_t3', { of: 'ses_tide001', at: 2_000, role: 'user' }, { type: 'text', text: 'Undo this question.' })
  say('msg_t4', { of: 'ses_tide002', at: 500, role: 'user' }, { type: 'text', text: 'Look the moon up.' })
  return db
}

interface Said {
  readonly of: string
  readonly at: number
  readonly role: string
  readonly [key: string]: unknown
}
