import { beforeAll, describe, expect, it } from 'vitest'
import { openChatsHouse, type Answer, type ChatsAgent } from '../chats/chats-house.ts'

/** A repository, and four programs whose agents asked wuku about it, read its files, and said what they found. */
const house = openChatsHouse()
const shop = `${house.home}/shop`
const SOURCE = 'export function verifySignature(token: string): boolean {\n  return checkWithKey(token)\n}\n'
const QUESTION = 'Where is the JWT signature verified?'
const reply = (program: string) => `${program} found it: verifySignature in src/jwt.ts checks the JWT signature.`

const uuid = (n: number) => `5c1f0e9a-1111-4222-8333-44445555666${n}`
const at = (minute: number) => `2026-11-01T10:0${minute}:00Z`
const lines = (all: readonly object[]) => all.map((each) => `${JSON.stringify(each)}\n`).join('')
const ask = { query: 'JWT signature verified' }
const shell = 'wuku recall "JWT signature verified" --json | head -50'
const file = `${shop}/src/jwt.ts`
let answered = ''
let agent: ChatsAgent
let added: Answer

function writeClaudeCode(): void {
  const line = (n: number, role: 'user' | 'assistant', content: unknown) => ({
    type: role,
    uuid: `u${n}`,
    parentUuid: n === 1 ? null : `u${n - 1}`,
    sessionId: uuid(1),
    cwd: shop,
    timestamp: at(n),
    message: { role, content },
  })
  const calls = [
    ['t1', 'mcp__wuku__recall', ask],
    ['t2', 'Bash', { command: shell }],
    ['t3', 'Read', { file_path: file }],
  ].map(([id, name, input]) => ({ type: 'tool_use', id, name, input }))
  const results = [answered, answered, SOURCE].map((content, n) => ({
    type: 'tool_result',
    tool_use_id: `t${n + 1}`,
    content,
  }))
  const told = [line(1, 'user', QUESTION), line(2, 'assistant', calls), line(3, 'user', results)]
  const last = line(4, 'assistant', [{ type: 'text', text: reply('Claude') }])
  house.write(`.claude/projects/-shop/${uuid(1)}.jsonl`, lines([...told, last]))
}

function writeCodex(): void {
  const item = (payload: object) => ({ timestamp: at(1), type: 'response_item', payload })
  const message = (role: string, text: string) =>
    item({ type: 'message', role, content: [{ type: 'input_text', text }] })
  const exchange = (call_id: string, name: string, [args, output]: readonly [object, string]) => [
    item({ type: 'function_call', name, arguments: JSON.stringify(args), call_id }),
    item({ type: 'function_call_output', call_id, output }),
  ]
  house.write(
    `.codex/sessions/2026/11/01/rollout-2026-11-01T10-00-00-${uuid(2)}.jsonl`,
    lines([
      { timestamp: at(0), type: 'session_meta', payload: { id: uuid(2), cwd: shop, timestamp: at(0) } },
      message('user', QUESTION),
      ...exchange('c1', 'wuku__recall', [ask, answered]),
      ...exchange('c2', 'shell', [{ command: ['bash', '-lc', shell] }, answered]),
      ...exchange('c3', 'exec_command', [{ cmd: 'cat src/jwt.ts', workdir: shop }, SOURCE]),
      message('assistant', reply('Codex')),
    ]),
  )
}

function writeGemini(): void {
  const call = (id: string, name: string, [args, resultDisplay]: readonly [object, string]) => ({
    id,
    name,
    args,
    status: 'success',
    resultDisplay,
  })
  const toolCalls = [
    call('t1', 'mcp_wuku_recall', [ask, answered]),
    call('t2', 'run_shell_command', [{ command: shell }, answered]),
    call('t3', 'read_file', [{ file_path: file }, SOURCE]),
  ]
  const messages = [
    { id: '1', timestamp: at(1), type: 'user', content: QUESTION },
    { id: '2', timestamp: at(2), type: 'gemini', content: reply('Gemini'), toolCalls },
  ]
  house.write('.gemini/projects.json', JSON.stringify({ projects: { [shop]: 'shop' } }))
  house.write(
    '.gemini/tmp/shop/chats/session-2026-11-01T10-00-5c1f0e9a.json',
    JSON.stringify({ sessionId: uuid(3), projectHash: 'h', startTime: at(0), lastUpdated: at(2), messages }),
  )
}

function writeOpenCode(): void {
  const storage = '.local/share/opencode/storage'
  const put = (path: string, value: object) => house.write(`${storage}/${path}.json`, JSON.stringify(value))
  const sessionID = 'ses_1'
  const time = { created: Date.parse(at(1)), updated: Date.parse(at(2)) }
  put('session/p1/ses_1', { id: sessionID, projectID: 'p1', directory: shop, title: 'Keys', time })
  put('message/ses_1/msg_1', { id: 'msg_1', sessionID, role: 'user', time: { created: Date.parse(at(1)) } })
  put('message/ses_1/msg_2', { id: 'msg_2', sessionID, role: 'assistant', time: { created: Date.parse(at(2)) } })
  put('part/msg_1/prt_1', { id: 'prt_1', sessionID, messageID: 'msg_1', type: 'text', text: QUESTION })
  const parts = [
    ['wuku_recall', ask, answered],
    ['bash', { command: shell }, answered],
    ['read', { filePath: file }, SOURCE],
  ] as const
  for (const [n, [tool, input, output]] of parts.entries())
    put(`part/msg_2/prt_${n + 2}`, {
      id: `prt_${n + 2}`,
      sessionID,
      messageID: 'msg_2',
      type: 'tool',
      tool,
      callID: `c${n}`,
      state: { status: 'completed', input, output },
    })
  put('part/msg_2/prt_9', { id: 'prt_9', sessionID, messageID: 'msg_2', type: 'text', text: reply('OpenCode') })
}

beforeAll(async () => {
  house.write('shop/src/jwt.ts', SOURCE)
  house.write('shop/package.json', '{"name":"shop"}')
  house.run('add', shop, '--kind', 'code')
  answered = JSON.stringify(house.json('recall', ask.query))
  for (const write of [writeClaudeCode, writeCodex, writeGemini, writeOpenCode]) write()
  added = house.json('add', '--agent', 'claude-code,codex,gemini-cli,opencode')
  agent = await house.agent()
})

it('wuku add tells how many copies it left out', () => {
  const sum = (what: string) =>
    added['repeated'].reduce((all: number, each: Answer) => all + (each['what'] === what ? each['count'] : 0), 0)
  expect([added['problems'], sum('wuku'), sum('source')]).toEqual([[], 8, 4])
})

describe('recall', () => {
  it('finds the code and what was said, and none of its own answers', async () => {
    expect(answered).toContain('wuku://code/shop/')
    for (const query of [QUESTION, ask.query, 'checkWithKey token', 'wuku recall JWT signature']) {
      const { hits } = await agent.call('recall', { query, limit: 50, budget: 100_000, weak: true })
      const ofChats = JSON.stringify(
        hits.filter(({ kind }: Answer) => kind === 'chats').map(({ turns }: Answer) => turns),
      )
      expect(ofChats).not.toContain('"hits\\"')
      expect(ofChats).not.toContain('checkWithKey')
      expect(ofChats).not.toContain('left out')
      expect(hits.some(({ kind }: Answer) => kind === 'code')).toBe(true)
    }
  })

  it.each(['claude-code', 'codex', 'gemini-cli', 'opencode'])(
    'brings the reply to a question to %s',
    async (source) => {
      const { hits } = await agent.call('recall', { query: QUESTION, sources: [`chats/${source}`] })
      const [{ about, turns }] = hits
      expect(about).toBe(`${source} · shop · 2026-11-01`)
      expect(turns.map(({ who }: Answer) => who)).toEqual(['you', 'assistant'])
      expect([turns[0].text, turns[1].text]).toEqual([QUESTION, expect.stringContaining('found it: verifySignature')])
      const opened = await agent.call('open', { citation: turns.find(({ citation }: Answer) => citation).citation })
      expect(opened['text']).toContain('verif')
    },
  )

  it('heads what was said by agent, project, date and title', async () => {
    const text = await agent.text('recall', { query: 'Codex found it', sources: ['chats/codex'] })
    expect(text).toContain(`1. codex · shop · 2026-11-01 · "${QUESTION}"`)
    expect(text).toMatch(/\n {3}you: Where is the JWT signature verified\?\n/)
    expect(text).toContain(`assistant: ${reply('Codex')}`)
  })
})

it('gather_chats shows that something was left out, and what', async () => {
  const text = JSON.stringify(await agent.call('gather_chats', { chatIds: [uuid(1)] }))
  expect(text).toContain("[result of recall left out: wuku's own answer]")
  expect(text).toContain('[text of src/jwt.ts left out: it is indexed as code/shop]')
})
