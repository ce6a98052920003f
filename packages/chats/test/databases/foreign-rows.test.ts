import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { openChatDatabase } from '../../src/databases/chat-databases.ts'
import { makeChatWise, makeCursor, makeCursorCli, makeOpenCode } from './chat-databases.ts'
import { foundRoot, make, readAll, stamps, told, type Make, standOnGround } from './chat-ground.ts'

standOnGround()

it.each<[says: string, how: Make, id: string, sql: string]>([
  [
    'a message in the middle, of the same length',
    makeChatWise,
    'chat-a',
    `UPDATE message SET content = '周末去哪里旅行?' WHERE id = 'a-1'`,
  ],
  ['a title', makeChatWise, 'chat-b', `UPDATE chat SET title = 'Rust' WHERE id = 'chat-b'`],
  ['what a tool said', makeChatWise, 'chat-a', `UPDATE message SET meta = '{"toolResult":"x"}' WHERE id = 'a-1'`],
  ['a message that is gone', makeChatWise, 'chat-a', `DELETE FROM message WHERE id = 'a-2'`],
  [
    'a part of a message',
    makeOpenCode,
    'ses_1',
    `UPDATE part SET data = replace(data, 'six', 'ten') WHERE id = 'prt_2'`,
  ],
  ['the name of a session', makeOpenCode, 'ses_2', `UPDATE session SET title = 'Named' WHERE id = 'ses_2'`],
  [
    'a bubble, by its length',
    makeCursor,
    'c-1',
    `UPDATE cursorDiskKV SET value = value || ' ' WHERE key = 'bubbleId:c-1:a'`,
  ],
  [
    'the time of a composer',
    makeCursor,
    'c-1',
    `UPDATE cursorDiskKV SET value = replace(value, '1750000300000', '1750000400000') WHERE key = 'composerData:c-1'`,
  ],
  ['a tab', makeCursor, 't-1', `UPDATE ItemTable SET value = replace(value, 'ebb', 'eba')`],
  [
    'a blob',
    makeCursorCli,
    'cli-1',
    `UPDATE blobs SET data = CAST(replace(CAST(data AS TEXT), 'cellar', 'kitche') AS BLOB) WHERE id = 'aa'`,
  ],
])('a stamp is another with %s, and only there', async (_says, how, id, sql) => {
  const db = make(how)
  const before = await stamps()
  expect(await stamps()).toEqual(before)
  db.exec(sql)
  const after = await stamps()
  expect(after[id]).not.toBe(before[id])
  expect({ ...after, [id]: '' }).toEqual({ ...before, [id]: '' })
})

describe('rows that are broken', () => {
  it.each<[says: string, how: Make, sql: string, expected: { readonly problem?: RegExp; readonly left?: string }]>([
    [
      'a message of no conversation',
      makeChatWise,
      `INSERT INTO message VALUES ('s', 'gone', 1, 'user', 'lost', NULL)`,
      { problem: /1 rows of its table "message"/, left: 'user: 周末去哪里旅游?' },
    ],
    [
      'a conversation without an id',
      makeChatWise,
      `INSERT INTO chat VALUES (NULL, 'x', 1, 1)`,
      { problem: /"chat" have no usable id/ },
    ],
    [
      'NULL everywhere',
      makeChatWise,
      `UPDATE message SET content = NULL, role = NULL, createdAt = NULL, meta = NULL WHERE id = 'a-1'`,
      { left: 'assistant: 去海边。' },
    ],
    [
      'a time that no number can hold',
      makeChatWise,
      `UPDATE message SET createdAt = 9223372036854775807`,
      { left: 'assistant: 去海边。' },
    ],
    [
      'bytes that are no text',
      makeChatWise,
      `UPDATE message SET content = x'ff00ff' WHERE id = 'a-1'`,
      { left: 'assistant: 去海边。' },
    ],
    [
      'meta that is no JSON',
      makeChatWise,
      `UPDATE message SET meta = '{"toolCall":' WHERE id = 'a-2'`,
      { left: 'assistant: 去海边。' },
    ],
    [
      'a composer that is no JSON',
      makeCursor,
      `UPDATE cursorDiskKV SET value = '{"name":' WHERE key = 'composerData:c-1'`,
      { problem: /composerData:c-1 is not JSON/, left: 'user: ebb' },
    ],
    [
      'a deleted composer',
      makeCursor,
      `UPDATE cursorDiskKV SET value = NULL WHERE key = 'composerData:c-1'`,
      { left: 'user: ebb' },
    ],
    [
      'tabs that are no JSON',
      makeCursor,
      `UPDATE ItemTable SET value = '[{'`,
      { problem: /chatdata" is not JSON/, left: 'assistant: Measure first.' },
    ],
    [
      'a bubble that is no JSON',
      makeCursor,
      `UPDATE cursorDiskKV SET value = '{' WHERE key = 'bubbleId:c-1:z'`,
      { left: 'assistant: Measure first.' },
    ],
    [
      'a part of no message',
      makeOpenCode,
      `INSERT INTO part VALUES ('s', 'gone', 'ses_1', 1, '{}')`,
      { problem: /1 rows of its table "part"/, left: 'assistant: At six.' },
    ],
    [
      'data that is no JSON',
      makeOpenCode,
      `UPDATE part SET data = 'torn' WHERE id = 'prt_1'`,
      { left: 'assistant: At six.' },
    ],
    [
      'columns of an older schema',
      makeOpenCode,
      `ALTER TABLE session DROP COLUMN time_archived; ALTER TABLE part DROP COLUMN session_id; DROP TABLE project`,
      { left: 'assistant: At six.' },
    ],
    [
      'meta that is no JSON at all',
      makeCursorCli,
      `UPDATE meta SET value = 'torn'`,
      { left: 'assistant: In the cellar.' },
    ],
  ])('%s', async (_says, how, sql, { problem, left }) => {
    make(how).exec(sql)
    const { problems } = (await readAll()) ?? { problems: ['not recognised'] }
    if (problem) expect(problems.join('\n')).toMatch(problem)
    else expect(problems).toEqual([])
    if (left) expect((await told()).join('\n')).toContain(left)
  })

  it('pages that are damaged: what stands before and after them is read', async () => {
    const db = make(makeChatWise, 'DELETE')
    const add = db.prepare(`INSERT INTO message VALUES (?, 'chat-a', 1750000500, 'user', ?, NULL)`)
    for (let at = 0; at < 400; at++) add.run(`long-${at}`, `潮 ${at} `.repeat(60))
    db.close()
    const root = new DatabaseSync(foundRoot.file)
    // A leaf in the middle of the table, not the tree above it.
    const page = Number(
      root
        .prepare(
          `SELECT pageno FROM dbstat WHERE name = 'message' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 30`,
        )
        .get()?.pageno,
    )
    root.close()
    const bytes = readFileSync(foundRoot.file)
    bytes.fill(0xee, (page - 1) * 4096, page * 4096)
    writeFileSync(foundRoot.file, bytes)
    const database = await openChatDatabase(foundRoot.file)
    const chats = (await database?.list()) ?? []
    expect(chats.map(({ id }) => id)).toEqual(['chat-a', 'chat-b'])
    expect(chats[0]?.bytes).toBeGreaterThan(150_000)
    expect(database?.problems.join()).toContain('"message" are damaged')
    await database?.close()
  })
})
