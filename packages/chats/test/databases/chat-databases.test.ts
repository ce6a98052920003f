import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { openChatDatabase } from '../../src/databases/chat-databases.ts'
import { makeChatWise, makeCursor, makeCursorCli, makeOpenCode, put } from './chat-databases.ts'
import { foundRoot, make, readAll, told, traces, type Make, standOnGround } from './chat-ground.ts'

standOnGround()

const programs: readonly [name: string, how: Make, expected: readonly string[]][] = [
  [
    'ChatWise',
    makeChatWise,
    [
      'chatwise chat-a: 周末旅游',
      'user: 周末去哪里旅游?',
      'assistant: 去海边。',
      'chatwise chat-b: Rust 🦀',
      'user: Why does it borrow?',
    ],
  ],
  [
    'Cursor, by the order of its composer and not of its keys',
    makeCursor,
    [
      'cursor t-1: Tides',
      'user: ebb',
      'cursor c-1: Virtual list',
      'user: 虚拟列表滚动很卡',
      'assistant: Measure first.',
    ],
  ],
  [
    'the command line of Cursor',
    makeCursorCli,
    ['cursor cli-1: Backup 备份', 'user: 备份在哪里?', 'assistant: In the cellar.'],
  ],
  [
    'OpenCode',
    makeOpenCode,
    ['opencode ses_1: Ebb and flow', 'user: 何时涨潮?', 'assistant: At six.', 'opencode ses_2: -', 'user: look it up'],
  ],
]

describe('a database of a known program', () => {
  it.each(programs)('%s', async (_name, how, expected) => {
    make(how)
    expect(await told()).toEqual(expected)
  })

  const journals = programs.flatMap(([name, how]) =>
    (['WAL', 'DELETE'] as const).map((journal) => [name, journal, how] as const),
  )
  it.each(journals)('%s, %s: nothing is changed, and nothing of a copy is left', async (_name, journal, how) => {
    make(how, journal)
    const before = traces()
    const { chats, problems } = (await readAll()) ?? { chats: [], problems: [] }
    expect(chats.length).toBeGreaterThan(0)
    expect(chats.every(({ bytes }) => bytes > 0)).toBe(true)
    expect(problems).toEqual([])
    expect(traces()).toEqual(before)
    expect(readdirSync(foundRoot.temporary)).toEqual([])
  })

  it('is read as it was before a transaction that is still open, with what only the log holds', async () => {
    const db = make(makeChatWise)
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    db.exec(`INSERT INTO message VALUES ('a-3', 'chat-a', 1750000200, 'user', 'In the log', NULL)`)
    db.exec(`BEGIN IMMEDIATE; INSERT INTO message VALUES ('a-4', 'chat-a', 1750000300, 'user', 'Not yet', NULL)`)
    const before = traces()
    expect(before.map(({ name }) => name)).toEqual(['state.vscdb', 'state.vscdb-shm', 'state.vscdb-wal'])
    expect(await told()).toContain('user: In the log')
    expect(await told()).not.toContain('user: Not yet')
    expect(traces()).toEqual(before)
  })

  it('is known even when its log alone has the tables', async () => {
    make((file) => {
      const db = new DatabaseSync(file)
      db.exec('PRAGMA journal_mode = WAL; CREATE TABLE chat (id, title); CREATE TABLE message (id, chatId, content)')
      db.exec(`INSERT INTO chat VALUES ('c', 'Tides'); INSERT INTO message VALUES ('m', 'c', 'ebb')`)
      return db
    })
    expect((await readAll())?.chats).toMatchObject([{ id: 'c', modifiedAt: 0 }])
  })

  it('what is gone meanwhile is not there', async () => {
    make(makeChatWise)
    const database = await openChatDatabase(foundRoot.file)
    expect(await database?.read('nobody')).toBeUndefined()
    await database?.close()
  })
})

describe('what is none', () => {
  const sql = (text: string) => (): void => {
    const db = new DatabaseSync(foundRoot.file)
    db.exec(text)
    db.close()
  }
  it.each<[says: string, prepare: () => void]>([
    ['a folder', () => mkdirSync(foundRoot.file)],
    ['a text', () => writeFileSync(foundRoot.file, '# chats')],
    ['an empty file', () => writeFileSync(foundRoot.file, '')],
    ['only a header', () => writeFileSync(foundRoot.file, 'SQLite format 3\0')],
    [
      'only a header, and a log that is none',
      () => {
        writeFileSync(foundRoot.file, 'SQLite format 3\0')
        writeFileSync(`${foundRoot.file}-wal`, 'x'.repeat(5_000))
      },
    ],
    ['a database of another program', sql('CREATE TABLE notes (id)')],
    [
      'views that are called as the tables are',
      sql('CREATE VIEW chat AS SELECT 1 AS id; CREATE VIEW message AS SELECT 1 AS id'),
    ],
    ['a device', () => symlinkSync('/dev/zero', foundRoot.file)],
  ])('%s', async (_says, prepare) => {
    prepare()
    expect(await openChatDatabase(foundRoot.file)).toBeUndefined()
    expect(readdirSync(foundRoot.temporary)).toEqual([])
  })

  it('one all of whose pages are damaged says so, and leaves nothing behind', async () => {
    make(makeChatWise, 'DELETE').close()
    const bytes = readFileSync(foundRoot.file)
    bytes.fill(0xee, 4096)
    writeFileSync(foundRoot.file, bytes)
    expect(await readAll()).toMatchObject({
      chats: [],
      problems: [expect.stringContaining('"chat" are damaged'), expect.stringContaining('"message" are damaged')],
    })
    expect(readdirSync(foundRoot.temporary)).toEqual([])
  })

  it.each([
    ['tables of the same names with other columns', 'CREATE TABLE chat (x); CREATE TABLE message (y)', 1],
    ['sessions of another program', 'CREATE TABLE session (x); CREATE TABLE message (y); CREATE TABLE part (z)', 1],
    ['an editor that is not Cursor', 'CREATE TABLE ItemTable (key TEXT, value BLOB)', 0],
  ])('%s: nothing is read', async (_says, text, problems) => {
    sql(text)()
    const all = await readAll()
    expect([all?.chats, all?.problems.length]).toEqual([[], problems])
  })
})

it('Cursor: rows that nobody names any more come along, and the folder that lies beside', async () => {
  const db = make(makeCursor)
  put(db, 'cursorDiskKV', 'bubbleId:c-1:old', { type: 2, text: 'Taken back.' })
  writeFileSync(join(foundRoot.home, 'workspace.json'), '{"folder":"file:///home/ada/tides"}')
  const composer = (await readAll())?.read.find((text) => text.includes('"id":"c-1"')) ?? ''
  expect(composer).toContain('Taken back.')
  expect(JSON.parse(composer)).toMatchObject({ workspace: '{"folder":"file:///home/ada/tides"}' })
})

it('Cursor: what a table tells of a conversation, and another name is another stamp', async () => {
  const db = make(makeCursor)
  db.exec('CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, isArchived INTEGER, value TEXT)')
  const stampOf = async () => (await readAll())?.chats.find(({ id }) => id === 'c-1')?.stamp
  const before = await stampOf()
  db.exec(`INSERT INTO composerHeaders VALUES ('c-1', 0, '{"name":"Ebb 落潮"}')`)
  expect(await told()).toContain('cursor c-1: Ebb 落潮')
  expect(await stampOf()).not.toBe(before)
})

describe('what its maker wrote', () => {
  it('a view without end in the place of a table that need not be there is not looked at', async () => {
    make(makeOpenCode).exec(`DROP TABLE project;
      CREATE VIEW project AS WITH RECURSIVE n(id) AS (SELECT 0 UNION ALL SELECT id + 1 FROM n) SELECT id, id AS worktree FROM n`)
    expect((await readAll())?.chats.length).toBeGreaterThan(0)
  })

  it('a value of many megabytes is not read, and its length stands in its place', async () => {
    make(makeChatWise).exec(
      `INSERT INTO message VALUES ('huge', 'chat-a', 1750000900, 'user', zeroblob(20000000), NULL)`,
    )
    expect(await told()).toContain('user: [20000000 bytes, left out]')
  })
})

it('copies that a killed process left behind are removed, those of a running one are not', async () => {
  const killed = spawnSync(process.execPath, ['-e', '']).pid
  for (const owner of [killed, process.pid]) {
    mkdirSync(join(foundRoot.temporary, `wuku-import-${owner}-abc`))
    writeFileSync(join(foundRoot.temporary, `wuku-import-${owner}-abc`, 'copy.db'), 'ebb')
  }
  make(makeChatWise)
  expect((await readAll())?.chats.length).toBeGreaterThan(0)
  expect(readdirSync(foundRoot.temporary)).toEqual([`wuku-import-${process.pid}-abc`])
})
