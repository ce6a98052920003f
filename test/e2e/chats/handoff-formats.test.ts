import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { zipOf } from '../../../packages/chats/test/feed/zips.ts'
import type { MadeSession, Step } from '../../../bench/handoff/sessions.ts'
import { formats as lineFormats, writeSession } from '../../../bench/handoff/write.ts'
import { openChatsHouse, type Answer, type ChatsAgent, type ChatsHouse } from './chats-house.ts'

const SECRET = 'ghp_0123456789abcdefABCDEF0123456789abcd'
const PROJECT = '/home/ada/shop'
const START = Date.UTC(2026, 10, 20, 9)

/** The facts of a session, by the section that each belongs to. */
const languages = {
  en: {
    aim: 'Make the checkout of the shop faster without new packages.',
    decided: 'Always use integers for prices, never floats.',
    next: 'Next step: wire the cache into the basket.',
  },
  zh: {
    aim: '把商店的结账做得更快，先看看 src/checkout.ts。',
    decided: '价格一律用整数，不要用浮点数。',
    next: '下一步：把缓存接到购物车里。',
  },
} as const
type Language = keyof typeof languages

const stepsIn = (language: Language): readonly Step[] => {
  const { aim, decided, next } = languages[language]
  return [
    { kind: 'user', text: aim },
    { kind: 'say', text: language === 'en' ? 'I look at it first.' : '我看一下。' },
    { kind: 'user', text: decided },
    { kind: 'run', command: 'npm run test:all', exit: 1, output: 'Error: no test of that name' },
    { kind: 'run', command: 'npm run test:quick', exit: 0, output: '12 passed' },
    { kind: 'run', command: `npm run deploy -- --token ${SECRET}`, exit: 0, output: 'deployed' },
    { kind: 'edit', path: 'src/checkout.ts' },
    { kind: 'say', text: next },
  ]
}

interface Writing {
  readonly house: ChatsHouse
  readonly session: MadeSession
  /** Where it is written, below the home of the user. */
  readonly folder: string
}

/** Writes a session as a program does, and answers its id. */
type Writer = (writing: Writing) => string

const timeOf = (nth: number): number => START + nth * 60_000

const isSaid = (step: Step): step is Extract<Step, { readonly kind: 'user' | 'say' }> =>
  step.kind === 'user' || step.kind === 'say'
const runOf = (step: Step) => (step.kind === 'run' ? step : { command: '', exit: 0, output: 'Done.' })
const editedBy = (step: Step): string => (step.kind === 'edit' ? step.path : '')

const makeDatabase = (file: string, tables: string): DatabaseSync => {
  mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file)
  db.exec(tables)
  return db
}

const aider: Writer = ({ house, session, folder }) => {
  const texts = session.steps.map((step) => {
    if (step.kind === 'user') return `#### ${step.text}  `
    if (step.kind === 'say') return step.text
    if (step.kind === 'edit') return `> Applied edit to ${step.path}  `
    const { command, exit } = runOf(step)
    const added =
      '> Add 0.1k tokens of command output to the chat? (Y)es/(N)o [Yes]: y  \n> Added 3 lines of output to the chat.  '
    return `#### /run ${command}  \n${added}${exit === 0 ? '' : "\n\n#### What's wrong? Fix  \n\nI look."}`
  })
  const text = `\n# aider chat started at 2026-11-20 09:00:00\n\n> Aider v0.86.1  \n\n${texts.join('\n\n')}\n`
  house.write(`${folder}/.aider.chat.history.md`, text)
  return `2026-11-20T09-00-00-${folder.split('/').at(-1)}`
}

const chatgpt: Writer = ({ house, session, folder }) => {
  const messages = session.steps.flatMap((step): readonly object[] => {
    const said = { metadata: {}, recipient: 'all' }
    if (isSaid(step))
      return [
        {
          ...said,
          author: { role: step.kind === 'user' ? 'user' : 'assistant' },
          content: { content_type: 'text', parts: [step.text] },
        },
      ]
    const patch = `apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: ${editedBy(step)}\n@@\n-a\n+b\n*** End Patch\nEOF`
    const { command, exit, output } = runOf(step)
    const cmd = ['bash', '-lc', command || patch]
    return [
      {
        ...said,
        author: { role: 'assistant' },
        recipient: 'container.exec',
        content: { content_type: 'code', language: 'unknown', text: JSON.stringify({ cmd }) },
      },
      {
        ...said,
        author: { role: 'tool', name: 'container.exec' },
        content: { content_type: exit === 0 ? 'execution_output' : 'system_error', text: output },
      },
    ]
  })
  const nodes = messages.map((message, nth) => ({
    id: `n${nth}`,
    parent: nth === 0 ? 'root' : `n${nth - 1}`,
    children: nth + 1 < messages.length ? [`n${nth + 1}`] : [],
    message: { id: `n${nth}`, weight: 1, create_time: timeOf(nth) / 1000, ...message },
  }))
  const chat = {
    id: session.id,
    conversation_id: session.id,
    title: 'Shop',
    create_time: START / 1000,
    update_time: timeOf(20) / 1000,
    current_node: nodes.at(-1)?.id,
    mapping: Object.fromEntries([
      ['root', { id: 'root', parent: null, children: ['n0'], message: null }],
      ...nodes.map((node) => [node.id, node] as const),
    ]),
  }
  house.write(`${folder}/chatgpt.zip`, zipOf([{ name: 'conversations.json', text: JSON.stringify([chat]) }]))
  return session.id
}

const claudeAi: Writer = ({ house, session, folder }) => {
  const messages = session.steps.map((step, nth) => {
    const [name, input] =
      step.kind === 'run'
        ? ['bash_tool', { command: step.command, description: 'Run it' }]
        : ['str_replace', { path: editedBy(step), old_str: 'a', new_str: 'b' }]
    const { exit, output } = runOf(step)
    const printed = JSON.stringify({ returncode: exit, stdout: 'started', stderr: output })
    const content = isSaid(step)
      ? [{ type: 'text', text: step.text }]
      : [
          { type: 'tool_use', id: `t${nth}`, name, input },
          { type: 'tool_result', tool_use_id: `t${nth}`, name, content: [{ type: 'text', text: printed }] },
        ]
    const at = new Date(timeOf(nth)).toISOString()
    const sender = step.kind === 'user' ? 'human' : 'assistant'
    return { uuid: `w${nth}`, sender, text: '', content, created_at: at, updated_at: at, attachments: [], files: [] }
  })
  const [at] = messages.map(({ created_at }) => created_at)
  const chat = { uuid: session.id, name: 'Shop', created_at: at, updated_at: at, chat_messages: messages }
  house.write(`${folder}/claude.zip`, zipOf([{ name: 'conversations.json', text: JSON.stringify([chat]) }]))
  return session.id
}

const chatwise: Writer = ({ house, session, folder }) => {
  const db = makeDatabase(
    join(house.home, folder, 'app.db'),
    `CREATE TABLE chat (id TEXT PRIMARY KEY, title TEXT, createdAt INTEGER, lastReplyAt INTEGER);
     CREATE TABLE message (id TEXT PRIMARY KEY, chatId TEXT, createdAt INTEGER, role TEXT, content TEXT, meta TEXT)`,
  )
  db.prepare('INSERT INTO chat VALUES (?, ?, ?, ?)').run(session.id, 'Shop', START, timeOf(20))
  const add = db.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?, ?)')
  for (const [nth, step] of session.steps.entries()) {
    const role = step.kind === 'user' ? 'user' : 'assistant'
    if (isSaid(step)) add.run(`m${nth}`, session.id, timeOf(nth), role, step.text, null)
    else {
      const [server_name, tool_name, args] =
        step.kind === 'run'
          ? ['terminal', 'execute_command', { command: step.command }]
          : ['filesystem', 'edit_file', { path: editedBy(step), edits: [] }]
      const { exit, output } = runOf(step)
      const toolCall = { k: { server_name, tool_name, arguments: JSON.stringify(args) } }
      const toolResult = JSON.stringify({ content: [{ type: 'text', text: output }], isError: exit !== 0 })
      add.run(`m${nth}`, session.id, timeOf(nth), role, '', JSON.stringify({ toolCall, toolResult }))
    }
  }
  db.close()
  return session.id
}

const cursorEditor: Writer = ({ house, session, folder }) => {
  const db = makeDatabase(
    join(house.home, folder, 'globalStorage/state.vscdb'),
    `CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
     CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)`,
  )
  const put = (key: string, value: object): unknown =>
    db.prepare('INSERT INTO cursorDiskKV VALUES (?, ?)').run(key, JSON.stringify(value))
  const headers = session.steps.map((_, nth) => ({ bubbleId: `b${nth}` }))
  const times = { createdAt: START, lastUpdatedAt: timeOf(20) }
  put(`composerData:${session.id}`, { composerId: session.id, ...times, fullConversationHeadersOnly: headers })
  for (const [nth, step] of session.steps.entries()) {
    const { exit, output } = runOf(step)
    const [name, args] =
      step.kind === 'run'
        ? ['run_terminal_command_v2', { command: step.command }]
        : ['edit_file', { target_file: editedBy(step) }]
    const result = JSON.stringify({ output, exitCodeV2: exit })
    put(`bubbleId:${session.id}:b${nth}`, {
      type: step.kind === 'user' ? 1 : 2,
      text: isSaid(step) ? step.text : '',
      ...(!isSaid(step) && { toolFormerData: { name, toolCallId: `t${nth}`, rawArgs: JSON.stringify(args), result } }),
      workspaceProjectDir: PROJECT,
    })
  }
  db.close()
  return session.id
}

const cursorCli: Writer = ({ house, session, folder }) => {
  const db = makeDatabase(
    join(house.home, folder, 'chats/5e4d', session.id, 'store.db'),
    'CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)',
  )
  const meta = Buffer.from(JSON.stringify({ agentId: session.id, name: 'Shop', createdAt: START })).toString('hex')
  db.prepare('INSERT INTO meta VALUES (?, ?)').run('0', meta)
  const add = db.prepare('INSERT INTO blobs VALUES (?, ?)')
  const put = (id: string, role: string, content: unknown): unknown =>
    add.run(id, Buffer.from(JSON.stringify({ role, content })))
  for (const [nth, step] of session.steps.entries()) {
    if (step.kind === 'user') put(`f${nth}`, 'user', `<user_query>${step.text}</user_query>`)
    else if (step.kind === 'say') put(`f${nth}`, 'assistant', [{ type: 'text', text: step.text }])
    else {
      const [toolName, args] =
        step.kind === 'run' ? ['Shell', { command: step.command }] : ['Write', { path: editedBy(step), contents: 'b' }]
      const { exit, output } = runOf(step)
      const result = step.kind === 'run' ? `Exit code: ${exit}\n\nCommand output:\n\n\`\`\`\n${output}\n\`\`\`` : output
      put(`f${nth}a`, 'assistant', [{ type: 'tool-call', toolCallId: `t${nth}`, toolName, args }])
      put(`f${nth}b`, 'tool', [{ type: 'tool-result', toolCallId: `t${nth}`, toolName, result }])
    }
  }
  db.close()
  return session.id
}

const cursorText: Writer = ({ house, session, folder }) => {
  const texts = session.steps.map((step) => {
    if (step.kind === 'user') return `user:\n<user_query>\n${step.text}\n</user_query>`
    if (step.kind === 'say') return `assistant:\n${step.text}`
    const { exit, output } = runOf(step)
    return step.kind === 'run'
      ? `assistant:\n[Tool call] Shell\n  command: ${step.command}\n\n[Tool result] Shell\nExit code: ${exit}\n\nCommand output:\n\n${output}`
      : `assistant:\n[Tool call] Write\n  path: ${editedBy(step)}\n\n[Tool result] Write\n${output}`
  })
  house.write(`${folder}/projects/home-ada-shop/agent-transcripts/${session.id}.txt`, `${texts.join('\n\n')}\n`)
  return session.id
}

const openCodeDatabase: Writer = ({ house, session, folder }) => {
  const db = makeDatabase(
    join(house.home, folder, 'opencode.db'),
    `CREATE TABLE project (id TEXT PRIMARY KEY, worktree TEXT NOT NULL);
     CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, directory TEXT, title TEXT, time_created INTEGER, time_updated INTEGER);
     CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
     CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, data TEXT)`,
  )
  const id = `ses_${session.id.replaceAll('-', '').slice(-26)}`
  db.prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)').run(id, 'p', PROJECT, 'Shop', START, timeOf(20))
  for (const [nth, step] of session.steps.entries()) {
    const message = { role: step.kind === 'user' ? 'user' : 'assistant', time: { created: timeOf(nth) } }
    const { exit, output } = runOf(step)
    const [tool, input] =
      step.kind === 'run'
        ? ['bash', { command: step.command }]
        : ['edit', { filePath: `${PROJECT}/${editedBy(step)}`, oldString: 'a', newString: 'b' }]
    const state = { status: 'completed', input, output, metadata: { exit } }
    const part = isSaid(step) ? { type: 'text', text: step.text } : { type: 'tool', tool, callID: `t${nth}`, state }
    db.prepare('INSERT INTO message VALUES (?, ?, ?, ?)').run(`msg_${nth}`, id, timeOf(nth), JSON.stringify(message))
    const values = [`prt_${nth}`, `msg_${nth}`, id, timeOf(nth), JSON.stringify(part)] as const
    db.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?)').run(...values)
  }
  db.close()
  return id
}

const writers: Readonly<Record<string, Writer>> = {
  ...Object.fromEntries(
    lineFormats.map((format): [string, Writer] => [
      format,
      ({ house, session, folder }) => {
        writeSession(session, format, join(house.home, folder))
        return format === 'opencode' ? `ses_${session.id.replaceAll('-', '').slice(-26)}` : session.id
      },
    ]),
  ),
  'opencode database': openCodeDatabase,
  'cursor editor': cursorEditor,
  'cursor command line': cursorCli,
  'cursor text': cursorText,
  aider,
  chatgpt,
  'claude-ai': claudeAi,
  chatwise,
}
interface Row {
  readonly format: string
  readonly language: Language
  /** The program was ended while it wrote its last line. */
  readonly isCut?: boolean
}
const rows: readonly Row[] = [
  ...Object.keys(writers).flatMap((format) => [
    { format, language: 'en' as const },
    { format, language: 'zh' as const },
  ]),
  ...lineFormats
    .filter((format) => format !== 'opencode')
    .map((format) => ({ format, language: 'en' as const, isCut: true })),
]
const LAST = 'Now run the migration of the prices.'

function cutLastLine(folder: string): void {
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (name.endsWith('.jsonl')) {
      const text = readFileSync(join(parentPath, name), 'utf8')
      writeFileSync(join(parentPath, name), text.slice(0, (text.trimEnd().lastIndexOf('\n') + text.length) / 2))
    }
}

const house = openChatsHouse()
const ids = new Map<string, string>()
let agent: ChatsAgent
beforeAll(async () => {
  for (const [nth, { format, language, isCut = false }] of rows.entries()) {
    const id = `${String(nth).padStart(8, '7')}-1111-4222-8333-44445555${String(nth).padStart(4, '0')}`
    const folder = `chats/${language}-${nth}`
    const more: Step[] = [
      { kind: 'user', text: LAST },
      { kind: 'say', text: 'I run it.' },
    ]
    const steps = [...stepsIn(language), ...(isCut ? more : [])]
    const session: MadeSession = { id, project: PROJECT, language, steps, facts: [] }
    ids.set(`${format} ${language} ${isCut}`, writers[format]?.({ house, session, folder }) ?? '')
    if (isCut) cutLastLine(join(house.home, folder))
    const added = house.json('add', folder, '--kind', 'chats', '--name', `s${nth}`)
    expect([format, added['added']]).toEqual([format, 1])
  }
  agent = await house.agent()
})

describe('a hand-over', () => {
  const check = async ({ format, language, isCut = false }: Row) => {
    const session = ids.get(`${format} ${language} ${isCut}`) ?? ''
    const answer = await agent.call('handoff', { session, verbose: true })
    const lines = Object.fromEntries(answer['sections'].map((each: Answer) => [each['name'], each['lines']]))
    const { aim, decided, next } = languages[language]
    const found = Object.fromEntries(
      Object.entries(lines).map(([name, own]) => [name, (own as Answer[]).map(({ text }: Answer) => text)]),
    )
    expect(answer['cut_off']).toBe(isCut)
    expect(found).toMatchObject({
      aim: expect.arrayContaining([aim, ...(isCut ? [LAST] : [])]),
      decided: [decided],
      files: ['src/checkout.ts'],
      commands: ['npm run test:quick', expect.stringMatching(/^npm run deploy -- --token \[REDACTED/)],
      failed: ['npm run test:all'],
      next: [next],
    })
    expect(answer['text']).not.toContain('ghp_')
    for (const { text, citation } of Object.values(lines).flat() as Answer[])
      expect((await agent.call('open', { citation }))['text']).toContain(text)
  }

  it.each(rows)('quotes every fact of $format ($language) in its section, with its message (cut off: $isCut)', check)
})
