import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { zipOf } from '../../../packages/chats/test/feed/zips.ts'
import { openChatsHouse, type Answer, type ChatsHouse } from './chats-house.ts'
import { makeChatWise } from './databases.ts'
import { folder, pathOf, sessionOf, talk, turn } from './talk.ts'

/** Letters and digits that nobody was given, the same every time. */
const drawn = (length: number, signs = 'aZ3kQ9mX7pLw2RtY8vBn4HsD6gJf5cE'): string =>
  Array.from({ length }, (_, at) => signs[(at * 11 + (at >> 2)) % signs.length]).join('')
/** Written in parts, so that this file does not look like one that holds a secret. */
const whole = (...parts: readonly string[]): string => parts.join('')

/** On one line each, so that they can stand anywhere; the end of each is what no rule may leave. */
const secrets: readonly string[] = [
  whole('AK', 'IA', drawn(16, 'Q7ZK3XW9VJ2H5TRM')),
  whole('gh', 'p_', drawn(36)),
  whole('sk-', 'ant-api03-', drawn(80)),
  whole('sk-', 'proj-', drawn(48)),
  whole('xo', 'xb-', drawn(12, '7294018365'), '-', drawn(24)),
  whole('DB_PASS', 'WORD=', 'q7Rk2VxN9sLw', '4TzB8mHc6YdP'),
]
/** Those that are known by their own looks: in the name of a file there is no word for what follows. */
const issued = secrets.slice(0, -1)
const pem = whole(
  '-----BEGIN RSA PRIVATE ',
  'KEY-----\n',
  drawn(64),
  '\n',
  drawn(60),
  '\n-----END RSA PRIVATE ',
  'KEY-----',
)

/** As its text writes a word, or as its index does. */
const holds = (house: ChatsHouse, word: string): boolean => house.isLegible(word) || house.isLegible(word.toLowerCase())

/** All bytes of the data folder, and all that is packed in the database. */
function everythingStored({ home, database }: ChatsHouse): string {
  const files = readdirSync(join(home, 'data'), { recursive: true, encoding: 'utf8', withFileTypes: true })
  const bytes = files.filter((file) => file.isFile()).map((file) => readFileSync(join(file.parentPath, file.name)))
  const db = new DatabaseSync(database, { readOnly: true })
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'`).all()
  const cells = tables.flatMap(({ name }) =>
    db
      .prepare(`SELECT * FROM "${String(name)}"`)
      .all()
      .flatMap((row) => Object.values(row)),
  )
  db.close()
  const packed = cells.filter((cell) => cell instanceof Uint8Array && cell[0] === 0x28 && cell[1] === 0xb5)
  const unpacked = packed.map((cell) => zstdDecompressSync(cell as Uint8Array))
  expect(unpacked.length).toBeGreaterThan(0)
  return [...bytes, ...unpacked]
    .map((each) => each.toString('latin1'))
    .join('\n')
    .toLowerCase()
}

const tailOf = (secret: string): string => secret.slice(-12).toLowerCase()

describe('secrets', () => {
  const text = sessionOf(1)
  const argument = sessionOf(2)
  const title = sessionOf(3)
  const name = sessionOf(4)
  const about = sessionOf(5)
  const result = sessionOf(6)
  const key = sessionOf(7)
  const calls = (session: string, input: (secret: string) => object, planted = secrets): string =>
    turn(1, { said: 'Go.', session }) +
    planted.map((secret, at) => turn(2 * at + 2, { said: 'Called.', session, calls: ['Edit', input(secret)] })).join('')
  const line = (session: string, more: object): string => `${JSON.stringify({ sessionId: session, ...more })}\n`

  /** Where a secret may stand in a session of Claude Code. */
  const places: Readonly<Record<string, string>> = {
    [text]: talk(
      text,
      secrets.map((secret) => `Use ${secret} for it. 用 "${secret}"`),
    ),
    [argument]: calls(argument, (secret) => ({
      command: `curl -H 'x: ${secret}'`,
      env: { KEY: secret, list: [secret] },
    })),
    [title]: secrets
      .map(
        (secret, at) =>
          talk(title, ['Hello.']) +
          line(title, { type: at % 2 ? 'custom-title' : 'ai-title', customTitle: `Use ${secret}`, aiTitle: secret }),
      )
      .join(''),
    [name]: calls(name, (secret) => ({ file_path: `/home/ada/${secret}/${secret}.txt`, new_string: 'x' }), issued),
    [about]: secrets
      .map((secret, at) => turn(at + 1, { said: 'Hello.', session: about, cwd: `/home/ada/${secret}` }))
      .join(''),
    [result]:
      turn(1, { said: 'Print it.', session: result }) +
      turn(2, { said: 'So.', session: result, calls: ['Bash', { command: 'env' }] }) +
      line(result, {
        type: 'user',
        uuid: 'r1',
        parentUuid: 't2',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'call_2', content: secrets.join('\n') }],
        },
      }),
    [key]: talk(key, [pem, `\`\`\`\n${pem}\n\`\`\``]),
  }

  it('reach neither the files nor an answer, wherever they stand, and are counted', async () => {
    const house = openChatsHouse()
    for (const [session, lines] of Object.entries(places)) house.write(pathOf(session), lines)
    const database = house.write('.local/share/app.chatwise/app.db', '')
    const db = makeChatWise(database)
    onTestFinished(() => db.close())
    const planted = db.prepare(`INSERT INTO message VALUES (?, 'cw-millis-2', 1750000400000, 'assistant', ?, ?)`)
    secrets.forEach((secret, at) => {
      const meta = {
        toolCall: { k: { server_name: secret, tool_name: 'curl', arguments: JSON.stringify({ header: secret }) } },
        toolResult: JSON.stringify({ content: [{ type: 'text', text: `Answer: ${secret}` }] }),
      }
      planted.run(`planted-${at}`, `Text ${secret}`, JSON.stringify(meta))
    })
    const attachments = issued.map((secret) => ({ file_name: `${secret}.txt`, extracted_content: secret }))
    const chat = {
      uuid: '0f5b6c1e-0000-4000-8000-0000000000ff',
      name: `A key ${secrets[1]}`,
      created_at: '2026-02-08T10:00:00Z',
      chat_messages: [{ uuid: 'w1', sender: 'human', text: secrets.join(' '), content: [], attachments }],
    }
    const zip = house.write('claude.zip', zipOf([{ name: 'conversations.json', text: JSON.stringify([chat]) }]))
    const reports = [house.json('add', '--agent', 'all'), house.json('add', zip)]
    const agent = await house.agent()
    const { topChatIds } = await agent.call('search_conversations', { intent_query: '*', limit_chats: 100 })
    expect(topChatIds).toHaveLength(10)
    const said = [
      await agent.text('gather_chats', { chatIds: topChatIds, includeThinking: true, budget: 200_000 }),
      await agent.text('search_conversations', { intent_query: 'use text key hello', limit_chats: 100 }),
      await agent.text('recall', { query: 'Use it. Text key' }),
      ...reports.map((report) => JSON.stringify(report)),
    ]
    expect(said[0]).toContain('[REDACTED:github-token]')
    const everything = [...said, everythingStored(house)].join('\n').toLowerCase()
    const found = [...secrets, drawn(60)].filter((secret) => everything.includes(tailOf(secret)))
    expect(found).toEqual([])
    const masked = reports.flatMap((report): readonly Answer[] => report['masked'])
    const inText = masked.filter(({ path }) => path.includes(text))
    expect(inText).toContainEqual(expect.objectContaining({ rule: 'github-token', count: 2 }))
    const total = masked.reduce((sum, { count }) => sum + count, 0)
    expect(total).toBeGreaterThanOrEqual(secrets.length * 12)
  })
})

describe('what asks to be left out', () => {
  const marker = '<INSTRUCTIONS>DO NOT INDEX THIS CHAT</INSTRUCTIONS>'
  const shy = sessionOf(1)
  const open = sessionOf(2)
  const turned = sessionOf(3)

  it('is not stored, with all that belongs to it, and is named', () => {
    const house = openChatsHouse()
    house.write(pathOf(shy), talk(shy, ['Wryneck', marker]))
    const side = turn(1, { said: 'Wryneck aside', session: shy })
    house.write(`${folder}/${shy}/subagents/agent-1.jsonl`, side)
    house.write(pathOf(open), talk(open, ['Fieldfare']))
    house.write(pathOf(turned), talk(turned, ['Brambling']))
    const chat = { uuid: 'c-1', name: 'Wryneck', chat_messages: [{ uuid: 'w', sender: 'human', text: marker }] }
    const zip = house.write('claude.zip', zipOf([{ name: 'conversations.json', text: JSON.stringify([chat]) }]))
    const db = makeChatWise(house.write('app.chatwise/app.db', ''))
    onTestFinished(() => db.close())
    db.prepare(`UPDATE message SET content = ? WHERE id = 'cw-m4'`).run(`Wryneck ${marker}`)
    const added = house.json('add', '--agent', 'claude-code')
    const others = ['app.chatwise', zip].map((path) => house.json('add', path, '--kind', 'chats'))
    expect([added, ...others].map((each) => each['added'])).toEqual([2, 1, 0])
    const skipped = [added, ...others].flatMap((each): readonly Answer[] => each['skipped'])
    const asking = skipped.filter(({ why }) => why === 'asks not to be indexed').map(({ path }) => path)
    expect(asking.toSorted()).toEqual([
      'app.db/cw-millis-2',
      'c-1',
      `projects/-home-ada-log/${shy}.jsonl`,
      `projects/-home-ada-log/${shy}/subagents/agent-1.jsonl`,
    ])
    expect(['Wryneck', 'Fieldfare', 'Brambling'].filter((word) => holds(house, word))).toEqual([
      'Fieldfare',
      'Brambling',
    ])
    house.append(pathOf(turned), turn(2, { said: marker, session: turned }))
    expect(house.json('index')).toMatchObject({ removed: 1 })
    expect(['Brambling', turned].filter((word) => holds(house, word))).toEqual([])
  })
})

describe('an export that was added as one file', () => {
  const chatOf = (text: string) => ({
    uuid: 'c-1',
    name: 'Wryneck',
    chat_messages: [{ uuid: 'w', sender: 'human', text }],
  })
  const zipWith = (text: string) => zipOf([{ name: 'conversations.json', text: JSON.stringify([chatOf(text)]) }])

  it('loses what asks to be left out when it is exported anew', () => {
    const house = openChatsHouse()
    const zip = house.write('claude.zip', zipWith('Fieldfare'))
    expect(house.json('add', zip)).toMatchObject({ added: 1 })
    expect(holds(house, 'Fieldfare')).toBe(true)
    house.write('claude.zip', zipWith('Fieldfare, and DO NOT INDEX THIS CHAT'))
    expect(house.json('index')).toMatchObject({ removed: 1, missing: 0, problems: [] })
    expect(holds(house, 'Fieldfare')).toBe(false)
  })
})

describe('what a rule leaves out', () => {
  const kept = sessionOf(1)
  const ignored = sessionOf(2)
  const client = sessionOf(3)
  const named = sessionOf(4)
  const write = (house: ChatsHouse): void => {
    house.write(pathOf(kept), talk(kept, ['Dunnock']))
    house.write(`.claude/projects/-home-ada-secret/${ignored}.jsonl`, talk(ignored, ['Garganey']))
    house.write(
      `.claude/projects/-home-ada-clients-x/${client}.jsonl`,
      talk(client, ['Hawfinch'], { cwd: '/home/ada/clients/x' }),
    )
    house.write(pathOf(named), talk(named, ['Nuthatch']))
  }
  const words = ['Dunnock', 'Garganey', 'Hawfinch', 'Nuthatch']

  it('is never stored: an ignore file, a folder that was worked in, an id', () => {
    const house = openChatsHouse({ WUKU_CHATS_EXCLUDE: `/home/ada/clients/**,${named}` })
    write(house)
    house.write('.claude/.wukuignore', '-home-ada-secret/\n')
    expect(house.json('add', '--agent', 'claude-code')).toMatchObject({ added: 1, problems: [] })
    expect(words.filter((word) => holds(house, word))).toEqual(['Dunnock'])
  })

  it('goes when the rule comes later', () => {
    const house = openChatsHouse()
    write(house)
    expect(house.json('add', '--agent', 'claude-code')).toMatchObject({ added: 4 })
    house.write('.claude/.wukuignore', '-home-ada-secret/\n')
    expect(house.json('index')).toMatchObject({ removed: 1, missing: 0 })
    expect(words.filter((word) => holds(house, word))).toEqual(['Dunnock', 'Hawfinch', 'Nuthatch'])
  })

  it('is all that lies outside of the folder that was added', () => {
    const house = openChatsHouse()
    house.write(pathOf(kept), talk(kept, ['Dunnock']))
    house.write(`elsewhere/${ignored}.jsonl`, talk(ignored, ['Garganey']))
    house.write(`elsewhere/results/subagents/agent-x.jsonl`, turn(1, { said: 'Hawfinch', session: kept }))
    house.write('elsewhere/c-1/store.db', '')
    const inside = (path: string) => join(house.home, folder, path)
    symlinkSync(join(house.home, 'elsewhere', `${ignored}.jsonl`), inside(`${ignored}.jsonl`))
    symlinkSync(join(house.home, 'elsewhere'), inside('linked'))
    symlinkSync(join(house.home, 'elsewhere/results'), inside(kept))
    expect(house.json('add', '--agent', 'claude-code')).toMatchObject({ added: 1 })
    expect(house.json('index')).toMatchObject({ added: 0, unchanged: 1 })
    expect(words.filter((word) => holds(house, word))).toEqual(['Dunnock'])
  })
})
