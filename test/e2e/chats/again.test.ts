import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { linesOf, openChatsHouse, type Answer, type ChatsAgent } from './chats-house.ts'
import { makeChatWise, makeOpenCode } from './databases.ts'
import { folder, pathOf, sessionOf, talk, turn } from './talk.ts'

const house = openChatsHouse()
let agent: ChatsAgent

/** Sessions that change, each in a test of its own. */
const sessions = {
  grows: sessionOf(1),
  halfWritten: sessionOf(2),
  mended: sessionOf(3),
  deleted: sessionOf(4),
  shrinks: sessionOf(5),
  moved: sessionOf(6),
  copied: sessionOf(7),
  copy: sessionOf(8),
}
const { grows, halfWritten, mended, deleted, shrinks, moved, copied, copy } = sessions
/** Three parts of a MiB: the first and the last words can be told. */
const long = talk(shrinks, [
  'Albatross begins.',
  ...Array.from({ length: 60 }, (_, at) => `stretch ${at} ${'sea and sand, 海与沙 '.repeat(1_700)}`),
  'Zopilote ends.',
])

beforeAll(async () => {
  for (const session of [grows, mended, deleted, moved, copied])
    house.write(pathOf(session), talk(session, [`What of ${session}?`, 'It is well.', 'And the pelican?']))
  house.write(
    pathOf(halfWritten),
    talk(halfWritten, ['Half a word?']) + turn(2, { said: 'Quillfeather.' }).slice(0, 200),
  )
  house.write(pathOf(copy), talk(copied, [`What of ${copied}?`, 'It is well.', 'And the pelican?']))
  house.write(pathOf(shrinks), long)
  expect(house.json('add', '.claude', '--name', 'log')).toMatchObject({ added: 10, problems: [] })
  agent = await house.agent()
})

const none = { added: 0, changed: 0, moved: 0, removed: 0, missing: 0, problems: [] }
const index = (...expected: readonly object[]) =>
  expect(house.json('index')).toMatchObject({ ...none, ...Object.assign({}, ...expected) })

const idsFor = async (query: string): Promise<readonly string[]> =>
  (await agent.call('search_conversations', { intent_query: `"${query}"` }))['topChatIds']
const gathered = (id: string): Promise<Answer> => agent.call('gather_chats', { chatIds: [id] })

describe('a history that goes on', () => {
  it('costs one document when a line is appended', async () => {
    house.append(pathOf(grows), turn(4, { said: 'The pelican flew. 鹈鹕飞走了', session: grows }))
    index({ changed: 1, unchanged: 9 })
    expect(await idsFor('鹈鹕飞走了')).toEqual([grows])
    expect((await gathered(grows))['messages']).toHaveLength(4)
    index({ unchanged: 10 })
  })

  it('reads a half-written last line when it is whole', async () => {
    expect(await idsFor('Quillfeather')).toEqual([])
    house.append(pathOf(halfWritten), turn(2, { said: 'Quillfeather.' }).slice(200))
    index({ changed: 1 })
    expect(await idsFor('Quillfeather')).toEqual([halfWritten])
  })

  it('sees an edit in the middle, of the same length', async () => {
    const file = join(house.home, pathOf(mended))
    house.write(pathOf(mended), readFileSync(file, 'utf8').replace('It is well.', 'It was bad.'))
    index({ changed: 1 })
    expect(linesOf(await gathered(mended))[1]).toContain('It was bad.')
  })

  it('keeps a conversation whose file was deleted, and says so', async () => {
    rmSync(join(house.home, pathOf(deleted)))
    expect((await gathered(deleted))['chat']).toMatchObject({ source_missing: true })
    index({ missing: 1 })
    const { chat, messages } = await gathered(deleted)
    expect([chat.source_missing, messages.length]).toEqual([true, 3])
    const { results } = await agent.call('search_conversations', { intent_query: deleted })
    expect(results[0]).toMatchObject({ chatId: deleted, source_missing: true })
    index({ missing: 1 })
    house.write(pathOf(deleted), talk(deleted, [`What of ${deleted}?`, 'It is well.', 'And the pelican?']))
    expect(house.json('index')).toMatchObject({ problems: [], removed: 0, missing: 0 })
    expect((await gathered(deleted))['chat'].source_missing).toBeUndefined()
  })

  it('reads parts of a long file as one, and only the last one again', async () => {
    const { chat, cursor } = await gathered(shrinks)
    expect([chat.messageCount, cursor]).toEqual([62, expect.any(String)])
    house.append(pathOf(shrinks), turn(63, { said: 'Xenops comes after.', session: shrinks }))
    index({ changed: 1 })
    expect(await idsFor('Xenops')).toEqual([shrinks])
  })

  it('forgets the end of a file that was written anew and is shorter', async () => {
    house.write(pathOf(shrinks), talk(shrinks, ['Albatross begins.', 'Albatross ends.']))
    index({ changed: 1, removed: 2 })
    expect([await idsFor('Zopilote'), await idsFor('Albatross ends')]).toEqual([[], [shrinks]])
    expect((await gathered(shrinks))['chat']).toMatchObject({ messageCount: 2 })
  })

  it('keeps the citation of one that moved', async () => {
    const { citation } = (await gathered(moved))['chat']
    renameSync(join(house.home, pathOf(moved)), join(house.home, folder, `../${moved}.jsonl`))
    index({ moved: 1 })
    expect((await gathered(moved))['chat'].citation).toBe(citation)
    expect(await agent.text('open', { citation: `${citation}#t3` })).toContain('And the pelican?')
  })

  it('names the copy that was made of a session beside it', async () => {
    const { results } = await agent.call('search_conversations', { intent_query: `"What of ${copied}"` })
    expect(results.map(({ chatId, copies }: Answer) => [chatId, ...copies].toSorted())).toEqual([[copied, copy]])
  })
})

/** A session of Codex in which one thing is said. */
const rollout = (id: string, words: string): string =>
  [
    { type: 'session_meta', payload: { id, cwd: '/home/ada/log' } },
    {
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: words }] },
    },
  ]
    .map((line) => `${JSON.stringify({ timestamp: '2026-10-05T08:00:00Z', ...line })}\n`)
    .join('')

/** Of which the beginning can be read. */
function tornDatabase(file: string): Uint8Array {
  const db = makeChatWise(file)
  db.exec('PRAGMA journal_mode = DELETE')
  db.close()
  return readFileSync(file).fill(0x5a, 4_096)
}

describe('what cannot be read', () => {
  const path = 'broken/.codex/sessions/2026/10/05'
  it('is a problem each, and nothing else fails', async () => {
    const line = sessionOf(11)
    const packed = sessionOf(12)
    const whole = sessionOf(13)
    const twin = sessionOf(14)
    const fileOf = (id: string) => `${path}/rollout-2026-10-05T08-00-00-${id}.jsonl`
    house.write(
      fileOf(line),
      `${rollout(line, 'A line is broken.')}{"type":"response_item","pay\n${rollout(line, 'Avocet.')}`,
    )
    house.write(`${fileOf(packed)}.zst`, zstdCompressSync(rollout(packed, 'Torn.')).subarray(0, 40))
    house.write(fileOf(whole), rollout(whole, 'Bittern.'))
    house.write(fileOf(twin), rollout(twin, 'Plain as it is.'))
    house.write(`${fileOf(twin)}.zst`, zstdCompressSync(rollout(twin, 'An older copy.')))
    house.write(`${path}/torn.zip`, 'PK\u0003\u0004 and no more')
    house.write(`${path}/torn.db`, tornDatabase(join(house.home, 'torn.db')))
    const report = house.json('add', 'broken/.codex', '--name', 'broken', '--kind', 'chats', '--pattern', 'sessions/**')
    expect(report).toMatchObject({ added: 3 })
    const problems = report['problems'].map(({ path: at, said }: Answer) => `${at.split('/').at(-1)}: ${said}`)
    expect(problems.toSorted()).toEqual([
      expect.stringContaining(`${line}.jsonl: Line 3 is not a JSON object`),
      expect.stringContaining(`${packed}.jsonl.zst: It is damaged`),
      expect.stringMatching(/^torn\.db: .*"chat".*malformed/),
      expect.stringMatching(/^torn\.db: .*"message".*malformed/),
      expect.stringContaining('torn.zip: It is damaged'),
    ])
    expect(report['skipped']).toContainEqual(
      expect.objectContaining({
        path: expect.stringContaining(`${twin}.jsonl.zst`),
        why: expect.stringContaining('copy'),
      }),
    )
    expect([await idsFor('Avocet'), await idsFor('Bittern'), await idsFor('Plain as it is')]).toEqual([
      [line],
      [whole],
      [twin],
    ])
  })
})

it('what its program puts away is the same conversation when it is packed', async () => {
  const id = sessionOf(15)
  const name = `rollout-2026-10-05T08-00-00-${id}.jsonl`
  const text = rollout(id, 'Smew.')
  const plain = house.write(`codex/sessions/2026/10/05/${name}`, text)
  expect(house.json('add', 'codex', '--name', 'codex')).toMatchObject({ added: 1 })
  const { citation } = (await gathered(id))['chat']
  rmSync(plain)
  house.write(`codex/archived_sessions/${name}.zst`, zstdCompressSync(text))
  expect(house.json('index', 'codex')).toMatchObject({ ...none, moved: 1 })
  const { chat } = await gathered(id)
  expect([chat.citation, chat.source_missing, await idsFor('Smew')]).toEqual([citation, undefined, [id]])
})

describe('a database that its program is writing to', () => {
  const file = join(house.home, '.local/share/opencode/opencode.db')
  /** What anybody could notice from outside. */
  const traces = () =>
    readdirSync(dirname(file)).map((name) => {
      const at = join(dirname(file), name)
      const { mtimeMs, ctimeMs, size, ino } = statSync(at)
      return { name, mtimeMs, ctimeMs, size, ino, bytes: readFileSync(at).toString('base64') }
    })

  it('is read without a trace, and costs one document when one conversation goes on', async () => {
    mkdirSync(dirname(file), { recursive: true })
    const db = makeOpenCode(file)
    db.exec(`BEGIN IMMEDIATE; UPDATE session SET title = 'Not yet said' WHERE id = 'ses_tide001'`)
    const before = traces()
    expect(house.json('add', '.local/share/opencode', '--name', 'opencode')).toMatchObject({ added: 2, problems: [] })
    expect(house.json('index', 'opencode')).toMatchObject({ ...none, unchanged: 2 })
    expect(traces()).toEqual(before)
    expect((await gathered('ses_tide001'))['chat'].title).toBe('Ebb and flow')
    db.exec(
      `COMMIT; UPDATE part SET data = '{"type":"text","text":"Murrelet in the middle."}' WHERE id = 'prt_msg_t1_0'`,
    )
    const written = traces()
    expect(house.json('index', 'opencode')).toMatchObject({ ...none, changed: 1, unchanged: 1 })
    expect(traces()).toEqual(written)
    expect((await gathered('ses_tide001'))['chat'].title).toBe('Not yet said')
    expect([await idsFor('Murrelet in the middle'), await idsFor('high water')]).toEqual([['ses_tide001'], []])
    db.close()
  })

  it('is one whose conversations stay when their program deletes them, which every process says', async () => {
    const db = new DatabaseSync(file)
    db.exec(`DELETE FROM part WHERE session_id = 'ses_tide002'; DELETE FROM message WHERE session_id = 'ses_tide002';
      DELETE FROM session WHERE id = 'ses_tide002'`)
    db.close()
    expect(house.json('index', 'opencode')).toMatchObject({ ...none, missing: 1, unchanged: 1 })
    const told = async (process: ChatsAgent) => {
      const { meta } = await process.call('gather_chats', { chatIds: ['ses_tide001', 'ses_tide002'] })
      return meta.map((chat: Answer) => chat['source_missing'])
    }
    expect({ later: await told(await house.agent()), running: await told(agent) }).toEqual({
      later: [undefined, true],
      running: [undefined, true],
    })
  })
})
