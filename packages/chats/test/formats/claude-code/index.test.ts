import { expect, it } from 'vitest'
import { claudeCode } from '../../../src/formats/claude-code/index.ts'
import { jsonl, outlineOf, pieceOf, readWhole } from '../read-piece.ts'
import { answer, call, check, path, read, result, session, user, words } from './transcript.ts'

it('reads a subagent as a conversation of its own', () => {
  const lines = [
    user('s1', null, 'look around', { isSidechain: true, agentId: 'b7' }),
    answer('s2', 's1', [words('I see')], { isSidechain: true, agentId: 'b7' }),
  ]
  const told = read(lines, {
    path: `-home-ada-work-api/${session}/subagents/agent-b7.jsonl`,
    about: '{"agentType":"Explore","description":"Look around"}',
  })
  expect(told).toMatchObject({
    id: 'agent-b7',
    parent: { id: session, as: 'subagent' },
    title: { text: 'Look around', given: 'agent' },
    isAutomated: true,
  })
  expect(outlineOf(told)).toEqual(['user: look around', 'assistant: I see'])
  expect(read(lines, { path: '-home-ada-work-api/agent-b7.jsonl' }).parent).toEqual({ id: session, as: 'subagent' })
})

it.each<[what: string, lines: readonly unknown[], title: unknown]>([
  ['no title', [], undefined],
  [
    'a title of a model',
    [
      { type: 'ai-title', aiTitle: 'Old' },
      { type: 'ai-title', aiTitle: 'Login' },
    ],
    { text: 'Login', given: 'model' },
  ],
  [
    'a summary before that',
    [
      { type: 'summary', summary: 'S', leafUuid: 'u1' },
      { type: 'ai-title', aiTitle: 'A' },
    ],
    { text: 'S', given: 'summary' },
  ],
  ['not one of another file', [{ type: 'summary', summary: 'S', leafUuid: 'elsewhere' }], undefined],
  [
    'a name of the agent before that',
    [
      { type: 'agent-name', agentName: 'N' },
      { type: 'summary', summary: 'S', leafUuid: 'u1' },
    ],
    { text: 'N', given: 'agent' },
  ],
  [
    'the last title of a person before all',
    [
      { type: 'custom-title', customTitle: 'X' },
      { type: 'custom-title', customTitle: '登录 🔐' },
      { type: 'custom-title', customTitle: '' },
      { type: 'agent-name', agentName: 'N' },
    ],
    { text: '登录 🔐', given: 'person' },
  ],
])('takes for the title %s', (_, lines, title) =>
  expect(read([...lines, user('u1', null, 'first line')]).title).toEqual(title),
)

it('says where the rest of a long output is, and reads it as a part of the session', () => {
  const at = `/home/ada/.claude/projects/-home-ada-work-api/${session}/tool-results/toolu_9.txt`
  const told = read([
    answer('a1', null, [call('toolu_9', 'Bash', { command: 'make' })]),
    result('r1', 'a1', ['toolu_9', 'Preview'], { toolUseResult: { stdout: '', persistedOutputPath: at } }),
  ])
  expect(outlineOf(told)).toEqual([`assistant: Bash() | = Preview\n[All of it: ${at}]`])
  const output = pieceOf(`-home-ada-work-api/${session}/tool-results/toolu_9.txt`, 'all of\nthe output')
  expect(claudeCode.recognises(output)).toBe(true)
  expect(readWhole(claudeCode, output)).toEqual({
    agent: 'claude-code',
    id: session,
    siblingFile: 'toolu_9',
    messages: [
      {
        id: 'tool-toolu_9',
        role: 'tool',
        pieces: [{ kind: 'result', call: 'toolu_9', text: 'all of\nthe output' }],
      },
    ],
  })
})

it('keeps the ids of a copied transcript, and says what a fork came from', () => {
  const other = '99990000-1111-4222-8333-444455556666'
  const lines = [user('u1', null, 'a'), answer('a1', 'u1', [words('A')])]
  const copied = lines.map((line) => ({ ...line, sessionId: other, sessionKind: 'bg' }))
  const copy = read(copied, { path: `p/${other}.jsonl` })
  expect(copy.id).toBe(other)
  expect(copy.messages).toEqual(read(lines).messages)
  const forked = copied.map((line) => ({ ...line, forkedFrom: { sessionId: session, messageUuid: 'u1' } }))
  expect(read(forked, { path: `p/${other}.jsonl` }).parent).toEqual({ id: session, as: 'fork' })
  expect(read(lines, { path: `p/${other}.jsonl` })).toMatchObject({ id: other, parent: { id: session, as: 'fork' } })
})

it('reads a repeated line once', () => check([user('u1', null, 'a'), user('u1', null, 'a')], ['user: a']))

it('is called as its lines say when its file is not named for it', () =>
  expect(read([user('u1', null, 'a')], { path: 'backup/old.jsonl' }).id).toBe(session))

it('takes a run without a person for what it is', () =>
  expect(read([user('u1', null, 'a', { entrypoint: 'sdk-cli' })]).isAutomated).toBe(true))

it('names messages that have no id', () => {
  const line = { type: 'user', timestamp: '2026-11-01T10:00:00Z', message: { content: 'a' } }
  const at = Date.parse('2026-11-01T10:00:00Z')
  expect(read([line, line]).messages.map(({ id, parent }) => [id, parent])).toEqual([
    [`u${at}`, undefined],
    [`u${at}-2`, undefined],
  ])
})

it('leaves out a file without messages, but not a later part that gives a title', () => {
  const titled = jsonl([{ type: 'custom-title', customTitle: 'X', sessionId: session }])
  expect(claudeCode.read(pieceOf(path, titled))).toEqual({ problems: [] })
  expect(claudeCode.read(pieceOf(path, titled, { part: 2 })).conversation?.title?.text).toBe('X')
})

it('reads on after a broken line, and says nothing of a half-written last one', () => {
  const [first, second] = [jsonl([user('u1', null, 'a')]), jsonl([user('u2', 'u1', 'b')])]
  const broken = claudeCode.read(pieceOf(path, `${first}{"type":"us\n${second}`))
  expect(broken.conversation?.messages).toHaveLength(2)
  expect(broken.problems.map(({ said }) => said)).toEqual(['Line 2 is not a JSON object; the others were read.'])
  expect(claudeCode.read(pieceOf(path, `${first}${second.slice(0, 30)}`))).toMatchObject({
    conversation: { messages: [{ id: 'u1' }] },
    problems: [],
  })
})
