import { expect, it } from 'vitest'
import type { FormatInput } from '../../src/conversation.ts'
import { codex } from '../../src/formats/codex/index.ts'
import { jsonl, outlineOf, pieceOf, readWhole, threadOf } from './read-piece.ts'

const id = '0199aaaa-1111-7222-8333-444455556666'
const path = `sessions/2026/11/01/rollout-2026-11-01T10-00-00-${id}.jsonl`
const start = Date.parse('2026-11-01T10:00:00Z')

const line = (second: number, type: string, payload: unknown) => ({
  timestamp: new Date(start + second * 1000).toISOString(),
  type,
  payload,
})
const item = (second: number, payload: unknown) => line(second, 'response_item', payload)
const event = (second: number, payload: unknown) => line(second, 'event_msg', payload)
const meta = (more: object = {}) =>
  line(0, 'session_meta', {
    id,
    timestamp: '2026-11-01T10:00:00.000Z',
    cwd: '/home/ada/work/api',
    originator: 'codex_cli_rs',
    cli_version: '0.128.0',
    source: 'cli',
    model_provider: 'openai',
    git: { commit_hash: 'abc', branch: 'main', repository_url: 'https://example.org/api' },
    ...more,
  })
const said = (role: string, ...texts: readonly string[]) => ({
  type: 'message',
  role,
  content: texts.map((text) => ({ type: role === 'assistant' ? 'output_text' : 'input_text', text })),
})
const thought = (...texts: readonly string[]) => ({
  type: 'reasoning',
  summary: texts.map((text) => ({ type: 'summary_text', text })),
  encrypted_content: 'gAAAA',
})
const called = (call_id: string, name: string, args: unknown) => ({
  type: 'function_call',
  name,
  arguments: JSON.stringify(args),
  call_id,
})
const answered = (call_id: string, output: unknown) => ({ type: 'function_call_output', call_id, output })

const read = (lines: readonly unknown[], more: Partial<FormatInput> = {}) =>
  readWhole(codex, pieceOf(more.path ?? path, jsonl(lines), more))
const check = (lines: readonly unknown[], expected: readonly string[]): void =>
  expect(outlineOf(read([meta(), ...lines]))).toEqual(expected)

it('tells whose conversation it is', () => {
  const told = read([
    meta(),
    line(1, 'turn_context', { cwd: '/home/ada/work/api', model: 'example-codex', effort: 'high' }),
    item(2, said('user', 'fix it')),
    item(3, said('assistant', 'fixed')),
  ])
  expect(told).toEqual({
    agent: 'codex',
    id,
    project: '/home/ada/work/api',
    branch: 'main',
    messages: [
      { id: `u${start + 2000}`, role: 'user', at: start + 2000, pieces: [{ kind: 'text', text: 'fix it' }] },
      {
        id: `a${start + 3000}`,
        role: 'assistant',
        at: start + 3000,
        model: 'example-codex',
        pieces: [{ kind: 'text', text: 'fixed' }],
      },
    ],
  })
})

it.each([
  ['潮汐', JSON.stringify({ id, thread_name: ' 潮汐 ', updated_at: '2026-11-01T10:00:00.123456789Z' })],
  [undefined, JSON.stringify({ id, thread_name: '  ' })],
  [undefined, JSON.stringify({ id: 'another', thread_name: 'x' })],
  [undefined, '{"id":'],
])('is called %j as %j says', (title, about) =>
  expect(read([meta(), ...turns(1, 'a')], { about }).title?.text).toBe(title),
)

it('takes once what both logs tell, and what only the second one tells', () =>
  check(
    [
      item(1, said('user', 'go 走')),
      event(1, { type: 'user_message', message: 'go 走', images: [] }),
      event(2, { type: 'agent_reasoning', text: '**Plan**' }),
      item(2, thought('**Plan**')),
      event(3, { type: 'agent_message', message: 'going' }),
      item(3, said('assistant', 'going')),
      event(4, { type: 'agent_reasoning', text: 'told nowhere else' }),
      event(5, { type: 'agent_message', message: 'neither this' }),
      event(6, { type: 'user_message', message: 'go 走' }),
    ],
    ['user: go 走', 'assistant: (**Plan**) | going', 'assistant: (told nowhere else) | neither this', 'user: go 走'],
  ))

it('leaves out what nobody said', () =>
  check(
    [
      item(1, said('developer', 'you may not')),
      item(
        1,
        said(
          'user',
          '# AGENTS.md instructions for /home/ada/work/api\n\nbe good',
          '<environment_context>\n  <cwd>/x</cwd>',
        ),
      ),
      ...[
        '<INSTRUCTIONS>',
        '<user_instructions>x',
        '<skill>\n<name>x',
        '<permissions instructions>',
        '<environment_context>',
        '<recommended_plugins>\n- x\n</recommended_plugins>',
        '<goal_context>\ngo on',
        '<codex_internal_context source="goal">\ngo on',
        '<hook_prompt hook_run_id="1">no',
        '<user_shell_command>\n<command>\n',
      ].map((text) => item(1, said('user', text))),
      item(2, said('user', '<environment_context>', 'the real question')),
    ],
    ['user: the real question'],
  ))

it('hears agents of agents, once', () => {
  const spawn = { parent_thread_id: 'p', agent_path: '/root/tester' }
  const told = (author: string, recipient: string, text: string) => ({
    type: 'agent_message',
    author,
    recipient,
    content: [
      { type: 'input_text', text },
      { type: 'encrypted_content', encrypted_content: 'gAAAA' },
    ],
  })
  const lines = [
    meta({ source: { subagent: { thread_spawn: spawn } } }),
    item(1, told('/root', '/root/tester', 'run the tests')),
    line(1, 'inter_agent_communication', { author: '/root', recipient: '/root/tester', content: 'run the tests' }),
    line(2, 'inter_agent_communication', { author: '/root/b', recipient: '/root/b/c', content: '好了' }),
    line(2, 'inter_agent_communication', { author: '/root/b', recipient: '/root/b/c', encrypted_content: 'gAAAA' }),
  ]
  expect(outlineOf(read(lines))).toEqual(['user: run the tests', 'tool: = 好了'])
})

it('takes from the second log what a program of the model called', () => {
  const done = (fields: object) => event(4, { type: 'item_completed', item: fields })
  check(
    [
      item(1, said('user', 'do it')),
      item(2, { type: 'custom_tool_call', call_id: 'c1', name: 'exec', input: 'await tools.run()' }),
      done({ type: 'UserMessage', id: 'u1', content: [{ type: 'text', text: 'do it' }] }),
      done({ type: 'CommandExecution', id: 'c1', command: ['told', 'above'], aggregated_output: 'x', exit_code: 0 }),
      done({ type: 'CommandExecution', id: 'e1', command: ['ls'], cwd: '/x', aggregated_output: 'no', exit_code: 2 }),
      done({ type: 'FileChange', id: 'e2', changes: { '/src/数据.ts': { type: 'update' } }, status: 'completed' }),
      done({
        type: 'McpToolCall',
        id: 'e3',
        server: 'docs',
        tool: 'find',
        arguments: {},
        result: { content: [{ type: 'text', text: 'one' }] },
      }),
      done({ type: 'WebSearch', id: 'e4', query: 'x' }),
      item(5, { type: 'custom_tool_call_output', call_id: 'c1', output: 'end' }),
      item(6, { type: 'tool_search_call', call_id: 'c2', arguments: { query: 'x' } }),
      item(6, { type: 'image_generation_call', id: 'c3', revised_prompt: 'a boat', result: 'aGk=' }),
    ],
    [
      'user: do it',
      'assistant: exec() | exec_command() | ! no | apply_patch(*/src/数据.ts) | =  | docs/find() | = one | web_search() | = end | tool_search() | image_generation()',
    ],
  )
})

it('counts tokens that are told on lines of their own, unless they are told as before too', () => {
  const usage = (output_tokens: number) => ({ input_tokens: 900, output_tokens })
  const own = line(3, 'token_usage_record', { response_id: 'r', usage: usage(40) })
  const before = event(3, { type: 'token_count', info: { last_token_usage: usage(41), total_token_usage: usage(41) } })
  const outputs = (lines: readonly unknown[]) =>
    read([meta(), item(1, said('user', 'a')), item(2, said('assistant', 'A')), ...lines]).messages.map(
      ({ outputTokens }) => outputTokens,
    )
  expect(outputs([own])).toEqual([undefined, 40])
  expect(outputs([own, before])).toEqual([undefined, 41])
})

it('gathers what an answer called, and what came of it', () =>
  check(
    [
      item(1, said('user', 'test it')),
      item(2, thought('first', 'second')),
      item(3, called('c1', 'exec_command', { cmd: 'npm test' })),
      item(4, answered('c1', 'Exit code: 1\nWall time: 2 seconds\nOutput:\nno')),
      item(5, thought('patch')),
      item(6, {
        type: 'custom_tool_call',
        call_id: 'c2',
        name: 'apply_patch',
        input: '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** Add File: 数据.md\n+x\n*** End Patch\n',
      }),
      item(7, {
        type: 'custom_tool_call_output',
        call_id: 'c2',
        output: '{"output":"Success","metadata":{"exit_code":0}}',
      }),
      item(8, said('assistant', 'Done.')),
      item(9, {
        type: 'local_shell_call',
        call_id: 'c3',
        status: 'completed',
        action: { type: 'exec', command: ['ls'] },
      }),
      item(9, { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x' } }),
      item(9, called('c4', 'mcp__docs__find', {})),
      item(
        9,
        answered('c4', [
          { type: 'input_text', text: 'one' },
          { type: 'input_text', text: 'two' },
        ]),
      ),
      item(
        9,
        called('c5', 'shell', {
          command: ['bash', '-lc', "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: b.ts\n*** End Patch\nEOF"],
        }),
      ),
      item(9, answered('c5', { content: 'refused', success: false })),
    ],
    [
      'user: test it',
      'assistant: (first\n\nsecond) | exec_command() | ! Exit code: 1\nWall time: 2 seconds\nOutput:\nno',
      'assistant: (patch) | apply_patch(*src/a.ts *数据.md) | = Success',
      'assistant: Done. | local_shell() | web_search() | docs/find() | = one\ntwo | shell(*b.ts) | ! refused',
    ],
  ))

it('takes the end of a command only where its output is not told', () =>
  check(
    [
      item(1, called('c1', 'shell', {})),
      event(2, { type: 'exec_command_end', call_id: 'c1', aggregated_output: 'out', exit_code: 2 }),
      item(3, called('c2', 'shell', {})),
      event(4, { type: 'exec_command_end', call_id: 'c2', aggregated_output: 'again', exit_code: 0 }),
      item(4, answered('c2', 'again')),
    ],
    ['assistant: shell() | ! out | shell() | = again'],
  ))

const counted = (second: number, total: number, last: number) =>
  event(second, {
    type: 'token_count',
    info: {
      total_token_usage: { input_tokens: total, output_tokens: total },
      last_token_usage: {
        input_tokens: last,
        cached_input_tokens: 1,
        output_tokens: last + 1,
        total_tokens: 2 * last + 1,
      },
    },
  })

it('counts tokens once for each request', () => {
  const { messages } = read([
    meta(),
    item(1, said('user', 'a')),
    event(1, { type: 'token_count', info: null, rate_limits: {} }),
    item(2, said('assistant', 'A')),
    counted(3, 100, 100),
    counted(4, 100, 100),
    item(5, said('assistant', 'B')),
    counted(6, 130, 30),
  ])
  expect(messages.map(({ inputTokens, outputTokens }) => [inputTokens, outputTokens])).toEqual([
    [undefined, undefined],
    [100, 101],
    [30, 31],
  ])
})

const turns = (from: number, ...words: readonly string[]) =>
  words.flatMap((word, at) => [
    item(from + at, said('user', word)),
    item(from + at, said('assistant', word.toUpperCase())),
  ])
const rolledBack = (second: number, count: number) => event(second, { type: 'thread_rolled_back', num_turns: count })

it('marks what was rolled back', () =>
  check(
    [...turns(1, 'a', 'b', 'c'), rolledBack(5, 2), ...turns(6, 'd')],
    ['user: a', 'assistant: A', '-user: b', '-assistant: B', '-user: c', '-assistant: C', 'user: d', 'assistant: D'],
  ))

it('takes back turns of an earlier part', () => {
  const first = read([meta(), ...turns(1, 'a', 'b')])
  const second = read([...turns(3, 'c'), rolledBack(5, 2), ...turns(6, 'd')], {
    part: 2,
    firstLine: JSON.stringify(meta()),
  })
  expect(second).toMatchObject({ id, project: '/home/ada/work/api', rewinds: [{ turns: 1 }] })
  expect(threadOf([first, second])).toEqual([
    `u${start + 1000}`,
    `a${start + 1000}`,
    `u${start + 6000}.2`,
    `a${start + 6000}.2`,
  ])
})

it('keeps the summary of a compacted conversation, and not what it repeats', () =>
  check(
    [
      ...turns(1, 'a'),
      line(2, 'compacted', { message: 'What was done: A', replacement_history: [said('user', 'a')] }),
      item(3, said('assistant', 'on')),
    ],
    ['user: a', 'assistant: A', 'system: What was done: A', 'assistant: on'],
  ))

it('knows forks, runs without a person, agents of agents and the archive', () => {
  const parent = '0199bbbb-1111-7222-8333-444455556666'
  const fork = read([meta({ forked_from_id: parent }), meta({ id: parent, cwd: '/elsewhere' }), ...turns(1, 'a')])
  expect(fork).toMatchObject({ id, project: '/home/ada/work/api', parent: { id: parent, as: 'fork' } })
  for (const unattended of [{ originator: 'codex_exec' }, { source: 'exec' }, { thread_source: 'guardian_review' }])
    expect(read([meta(unattended), ...turns(1, 'a')]).isAutomated).toBe(true)
  expect(read([meta({ thread_source: 'user' }), ...turns(1, 'a')]).isAutomated).toBeUndefined()
  const source = { subagent: { thread_spawn: { parent_thread_id: parent, depth: 1 } } }
  expect(read([meta({ source }), ...turns(1, 'a')])).toMatchObject({
    parent: { id: parent, as: 'subagent' },
    isAutomated: true,
  })
  expect(
    read([meta(), ...turns(1, 'a')], { path: path.replace(/^sessions.*\//, 'archived_sessions/') }).isArchived,
  ).toBe(true)
})

it('reads the logs of older versions', () => {
  const old = [
    { id, timestamp: '2025-05-01T10:00:00Z', instructions: null, git: { branch: 'old' } },
    { record_type: 'state' },
    said('user', 'a'),
    called('c1', 'shell', { command: ['ls'] }),
    answered('c1', '{"output":"b","metadata":{"exit_code":1,"duration_seconds":0.1}}'),
  ]
  const told = read(old)
  expect(codex.recognises(pieceOf(path, jsonl(old)))).toBe(true)
  expect(told).toMatchObject({ id, branch: 'old' })
  expect(outlineOf(told)).toEqual(['user: a', 'assistant: shell() | ! b'])
  expect(told.messages.map((message) => message.id)).toEqual(['u-1', 'a-2'])
  const bare = read([meta(), item(1, { role: 'user', content: [{ type: 'input_text', text: 'no type' }] })])
  expect(outlineOf(bare)).toEqual(['user: no type'])
})

it('reads what was one object of JSON', () => {
  const text = JSON.stringify(
    {
      session: { id: 'old-1', timestamp: '2025-04-20T10:00:00.000Z', instructions: '', cwd: '/home/ada/old' },
      items: [
        { ...said('user', '旧的'), timestamp: '2025-04-20T10:00:01Z' },
        { role: 'assistant', content: 'plain', timestamp: 1745143202 },
      ],
    },
    null,
    2,
  )
  const piece = pieceOf(`sessions/rollout-2025-04-20-${id}.json`, text)
  expect(codex.recognises(piece)).toBe(true)
  const told = readWhole(codex, piece)
  expect(told).toMatchObject({ id: 'old-1', project: '/home/ada/old' })
  expect(outlineOf(told)).toEqual(['user: 旧的', 'assistant: plain'])
  expect(told.messages[1]?.at).toBe(1_745_143_202_000)
})

it('is called as its file is when its first line is lost', () => expect(read(turns(1, 'a')).id).toBe(id))

it('leaves out a session in which nothing was said', () =>
  expect(codex.read(pieceOf(path, jsonl([meta()])))).toEqual({ problems: [] }))
