import { describe, expect, it } from 'vitest'
import type { HookEvent } from '../src/event.ts'
import { readEvent } from '../src/read-event.ts'

const folder = '/home/u/work'
const call = { command: 'npm test', description: 'Runs it' }

/** Fields that a program sends with every event, as it sent them here. */
const bases = {
  'claude-code': {
    session_id: 's1',
    transcript_path: '/home/u/.claude/projects/-home-u-work/s1.jsonl',
    cwd: folder,
    permission_mode: 'default',
  },
  codex: {
    session_id: 's1',
    turn_id: 'u1',
    transcript_path: '/home/u/.codex/sessions/2026/11/29/rollout-2026-11-29T18-40-28-s1.jsonl',
    cwd: folder,
    model: 'gpt-5.1-codex',
    permission_mode: 'bypassPermissions',
  },
  gemini: {
    session_id: 's1',
    transcript_path: '/home/u/.gemini/tmp/work/chats/session-2026-11-29T18-40-s1.jsonl',
    cwd: folder,
    timestamp: '2026-11-29T18:40:36.724Z',
  },
  'qwen-code': {
    session_id: 's1',
    transcript_path: '/home/u/.qwen/projects/-home-u-work/chats/s1.jsonl',
    cwd: folder,
    timestamp: '2026-11-29T18:40:40.908Z',
    permission_mode: 'yolo',
  },
  'copilot-cli': { sessionId: 's1', timestamp: 1_795_977_646_229, cwd: folder },
  cursor: {
    conversation_id: 's1',
    generation_id: 'g1',
    model: 'example',
    cursor_version: '3.20.17',
    workspace_roots: [folder],
    user_email: null,
    transcript_path: null,
  },
  vscode: { timestamp: '2026-11-29T18:40:36.724Z', cwd: folder, sessionId: 's1', transcript_path: '/home/u/t.json' },
  opencode: { client: 'opencode', session: 's1', folder },
} as const

type Row = readonly [client: keyof typeof bases, input: Readonly<Record<string, unknown>>, read: Partial<HookEvent>]

const claude = (event: string, more: object) => ({ hook_event_name: event, ...more })
const printed =
  '<untrusted_context>\nOutput: > test\n> exit 1\nExit Code: 1\nProcess Group PGID: 18759\n</untrusted_context>'
const patch = '*** Begin Patch\n*** Update File: src/tides.ts\n@@\n-a\n+b\n*** End Patch\n'

const rows: readonly Row[] = [
  ['claude-code', claude('SessionStart', { source: 'startup' }), { moment: 'session-start' }],
  ['claude-code', claude('SessionStart', { source: 'resume', model: 'example' }), { moment: 'session-start' }],
  ['claude-code', claude('SessionStart', { source: 'compact' }), { moment: 'after-compaction' }],
  [
    'claude-code',
    claude('UserPromptSubmit', { prompt: 'Run the tests.' }),
    { moment: 'prompt', prompt: 'Run the tests.' },
  ],
  [
    'claude-code',
    claude('UserPromptSubmit', { prompt: '跑测试', source: 'user' }),
    { moment: 'prompt', prompt: '跑测试' },
  ],
  ['claude-code', claude('UserPromptSubmit', { prompt: 'Look again.', source: 'loop_wakeup' }), { moment: 'other' }],
  [
    'claude-code',
    claude('PreToolUse', { tool_name: 'Bash', tool_input: call, tool_use_id: 't0' }),
    { moment: 'before-command', command: 'npm test', call: 't0' },
  ],
  [
    'claude-code',
    claude('PreToolUse', {
      tool_name: 'Edit',
      tool_input: { file_path: '/home/u/work/a.ts', old_string: 'a' },
      tool_use_id: 't1',
    }),
    { moment: 'before-edit', path: '/home/u/work/a.ts', call: 't1' },
  ],
  [
    'claude-code',
    claude('PreToolUse', { tool_name: 'NotebookEdit', tool_input: { notebook_path: 'a.ipynb' }, tool_use_id: 't1' }),
    { moment: 'before-edit', path: 'a.ipynb', call: 't1' },
  ],
  ['claude-code', claude('PreToolUse', { tool_name: 'Read', tool_input: { file_path: 'a.ts' } }), { moment: 'other' }],
  [
    'claude-code',
    claude('PostToolUseFailure', {
      tool_name: 'Bash',
      tool_input: call,
      tool_use_id: 't0',
      error: 'Exit code 1\n\n> test\n> exit 1',
      is_interrupt: false,
      duration_ms: 629,
    }),
    { moment: 'after-failure', command: 'npm test', error: 'Exit code 1\n\n> test\n> exit 1', call: 't0' },
  ],
  [
    'claude-code',
    claude('PostToolUseFailure', { tool_name: 'Bash', tool_input: call, error: 'Interrupted', is_interrupt: true }),
    { moment: 'other' },
  ],
  ['claude-code', claude('Stop', { stop_hook_active: false, last_assistant_message: 'Done.' }), { moment: 'other' }],
  [
    'claude-code',
    claude('PostToolUse', { tool_name: 'Bash', tool_input: call, tool_response: { stdout: '' } }),
    { moment: 'other' },
  ],

  ['codex', claude('SessionStart', { source: 'startup', turn_id: undefined }), { moment: 'session-start' }],
  ['codex', claude('SessionStart', { source: 'compact', turn_id: undefined }), { moment: 'after-compaction' }],
  [
    'codex',
    claude('SessionStart', { source: 'startup', turn_id: undefined, transcript_path: null }),
    { moment: 'session-start' },
  ],
  ['codex', claude('UserPromptSubmit', { prompt: 'Run the tests.' }), { moment: 'prompt', prompt: 'Run the tests.' }],
  [
    'codex',
    claude('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 't0' }),
    { moment: 'before-command', command: 'npm test', call: 't0' },
  ],
  [
    'codex',
    claude('PreToolUse', { tool_name: 'apply_patch', tool_input: { command: patch }, tool_use_id: 't1' }),
    { moment: 'before-edit', path: 'src/tides.ts', call: 't1' },
  ],
  [
    'codex',
    claude('PostToolUse', {
      tool_name: 'Bash',
      tool_input: { command: 'make' },
      tool_response: 'sh: 1: make: command not found\n',
      tool_use_id: 't0',
    }),
    { moment: 'after-failure', command: 'make', error: 'sh: 1: make: command not found\n', call: 't0' },
  ],
  [
    'codex',
    claude('PostToolUse', {
      tool_name: 'Bash',
      tool_input: call,
      tool_response: '\n> test\n> exit 0\n\n',
      tool_use_id: 't0',
    }),
    { moment: 'other', call: 't0' },
  ],
  ['codex', claude('Stop', { stop_hook_active: false, last_assistant_message: null }), { moment: 'other' }],

  ['gemini', claude('SessionStart', { source: 'startup' }), { moment: 'session-start' }],
  ['gemini', claude('BeforeAgent', { prompt: 'Run the tests.' }), { moment: 'prompt', prompt: 'Run the tests.' }],
  [
    'gemini',
    claude('BeforeAgent', { prompt: '<hook_context>Open work: npm test</hook_context>\n\nRun the tests.' }),
    { moment: 'prompt', prompt: 'Run the tests.' },
  ],
  ['gemini', claude('BeforeAgent', { prompt: '<hook_context>Open work</hook_context>' }), { moment: 'other' }],
  [
    'gemini',
    claude('BeforeTool', { tool_name: 'run_shell_command', tool_input: call }),
    { moment: 'before-command', command: 'npm test' },
  ],
  [
    'gemini',
    claude('BeforeTool', { tool_name: 'replace', tool_input: { file_path: 'a.ts' } }),
    { moment: 'before-edit', path: 'a.ts' },
  ],
  [
    'gemini',
    claude('BeforeTool', { tool_name: 'read_file', tool_input: { absolute_path: '/a.ts' } }),
    { moment: 'other' },
  ],
  [
    'gemini',
    claude('AfterTool', {
      tool_name: 'run_shell_command',
      tool_input: call,
      tool_response: { llmContent: printed, returnDisplay: '' },
    }),
    { moment: 'after-failure', command: 'npm test', error: printed },
  ],
  [
    'gemini',
    claude('AfterTool', {
      tool_name: 'run_shell_command',
      tool_input: call,
      tool_response: { llmContent: 'Output: all passed' },
    }),
    { moment: 'other' },
  ],
  ['gemini', claude('PreCompress', { trigger: 'auto' }), { moment: 'other' }],

  ['qwen-code', claude('SessionStart', { source: 'startup', model: 'example' }), { moment: 'session-start' }],
  ['qwen-code', claude('SessionStart', { source: 'compact', model: 'example' }), { moment: 'after-compaction' }],
  [
    'qwen-code',
    claude('UserPromptSubmit', { prompt_id: 'p', prompt: 'Run the tests.', submitted_prompt: 'Run the tests.' }),
    { moment: 'prompt', prompt: 'Run the tests.' },
  ],
  ['qwen-code', claude('UserPromptSubmit', { prompt_id: 'p', prompt: 'Output: npm test' }), { moment: 'other' }],
  [
    'qwen-code',
    claude('PreToolUse', {
      tool_name: 'run_shell_command',
      tool_input: call,
      tool_use_id: 'toolu_1',
      tool_call_id: 't0',
    }),
    { moment: 'before-command', command: 'npm test', call: 't0' },
  ],
  [
    'qwen-code',
    claude('PreToolUse', { tool_name: 'edit', tool_input: { file_path: 'a.ts' } }),
    { moment: 'before-edit', path: 'a.ts' },
  ],
  [
    'qwen-code',
    claude('PostToolUseFailure', {
      tool_name: 'run_shell_command',
      tool_input: call,
      tool_use_id: 'toolu_1',
      tool_call_id: 't0',
      error: 'Command: npm test\nOutput: > test\nExit Code: 1',
      is_interrupt: false,
    }),
    {
      moment: 'after-failure',
      command: 'npm test',
      call: 't0',
      error: 'Command: npm test\nOutput: > test\nExit Code: 1',
    },
  ],

  [
    'copilot-cli',
    { source: 'new', initialPrompt: 'Run the tests.' },
    { event: 'sessionStart', moment: 'session-start' },
  ],
  ['copilot-cli', { source: 'resume' }, { event: 'sessionStart', moment: 'session-start' }],
  [
    'copilot-cli',
    { prompt: 'Run the tests.' },
    { event: 'userPromptSubmitted', moment: 'prompt', prompt: 'Run the tests.' },
  ],
  [
    'copilot-cli',
    { toolName: 'bash', toolArgs: call },
    { event: 'preToolUse', moment: 'before-command', command: 'npm test' },
  ],
  [
    'copilot-cli',
    { toolName: 'bash', toolArgs: JSON.stringify(call) },
    { event: 'preToolUse', moment: 'before-command', command: 'npm test' },
  ],
  [
    'copilot-cli',
    { toolName: 'edit', toolArgs: { path: '/a.ts' } },
    { event: 'preToolUse', moment: 'before-edit', path: '/a.ts' },
  ],
  [
    'copilot-cli',
    { toolName: 'str_replace_editor', toolArgs: { command: 'view', path: '/a.ts' } },
    { event: 'preToolUse', moment: 'other' },
  ],
  [
    'copilot-cli',
    {
      toolName: 'bash',
      toolArgs: call,
      toolResult: { resultType: 'success', textResultForLlm: '> exit 1\n<shellId: 0 completed with exit code 1>' },
    },
    {
      event: 'postToolUse',
      moment: 'after-failure',
      command: 'npm test',
      error: '> exit 1\n<shellId: 0 completed with exit code 1>',
    },
  ],
  [
    'copilot-cli',
    {
      toolName: 'bash',
      toolArgs: call,
      toolResult: { textResultForLlm: 'ok\n<shellId: 0 completed with exit code 0>' },
    },
    { event: 'postToolUse', moment: 'other' },
  ],
  [
    'copilot-cli',
    { toolName: 'bash', toolArgs: call, error: 'no shell' },
    { event: 'postToolUseFailure', moment: 'after-failure', command: 'npm test', error: 'no shell' },
  ],
  ['copilot-cli', { stopReason: 'end_turn', transcriptPath: '/t' }, { event: 'unnamed', moment: 'other' }],

  ['cursor', claude('sessionStart', { is_background_agent: false }), { moment: 'session-start' }],
  [
    'cursor',
    claude('beforeSubmitPrompt', { prompt: 'Run the tests.', attachments: [] }),
    { moment: 'prompt', prompt: 'Run the tests.' },
  ],
  [
    'cursor',
    claude('preToolUse', {
      tool_name: 'Shell',
      tool_input: { command: 'npm test' },
      tool_use_id: 't0',
      cwd: '/home/u/work',
    }),
    { moment: 'before-command', command: 'npm test', call: 't0' },
  ],
  [
    'cursor',
    claude('PreToolUse', { tool_name: 'Write', tool_input: { file_path: '/a.ts' }, tool_use_id: 't0' }),
    { moment: 'before-edit', path: '/a.ts', call: 't0' },
  ],
  [
    'cursor',
    claude('postToolUseFailure', {
      tool_name: 'Shell',
      tool_input: { command: 'npm test' },
      error_message: 'exit 1',
      tool_use_id: 't0',
    }),
    { moment: 'after-failure', command: 'npm test', error: 'exit 1', call: 't0' },
  ],
  ['cursor', claude('stop', { status: 'completed', loop_count: 0 }), { moment: 'other' }],

  [
    'vscode',
    {
      hookEventName: 'PreToolUse',
      tool_name: 'run_in_terminal',
      tool_input: { command: 'npm test' },
      tool_use_id: 't0',
    },
    { moment: 'before-command', command: 'npm test', call: 't0' },
  ],
  [
    'vscode',
    { hookEventName: 'PreToolUse', tool_name: 'editFiles', tool_input: { files: ['src/main.ts'] }, tool_use_id: 't0' },
    { moment: 'before-edit', path: 'src/main.ts', call: 't0' },
  ],
  [
    'vscode',
    { hookEventName: 'PreToolUse', tool_name: 'read_file', tool_input: { filePath: '/a.ts' }, tool_use_id: 't0' },
    { moment: 'other', call: 't0' },
  ],

  ['opencode', { event: 'session.created' }, { moment: 'session-start' }],
  ['opencode', { event: 'session.compacted' }, { moment: 'after-compaction' }],
  ['opencode', { event: 'chat.message', prompt: '"Run the tests."' }, { moment: 'prompt', prompt: '"Run the tests."' }],
  [
    'opencode',
    { event: 'tool.execute.before', call: 't0', tool: 'bash', args: call },
    { moment: 'before-command', command: 'npm test', call: 't0' },
  ],
  [
    'opencode',
    { event: 'tool.execute.before', call: 't0', tool: 'write', args: { filePath: '/a.ts' } },
    { moment: 'before-edit', path: '/a.ts', call: 't0' },
  ],
  [
    'opencode',
    { event: 'tool.execute.after', call: 't0', tool: 'bash', args: call, exit: 1, output: '\n> test\n> exit 1\n\n' },
    { moment: 'after-failure', command: 'npm test', error: '\n> test\n> exit 1\n\n', call: 't0' },
  ],
  [
    'opencode',
    { event: 'tool.execute.after', call: 't0', tool: 'bash', args: call, exit: 0, output: 'ok' },
    { moment: 'other', call: 't0' },
  ],
]

const nameOf = (input: Readonly<Record<string, unknown>>): unknown =>
  input['hook_event_name'] ?? input['hookEventName'] ?? input['event']

describe('an event is read as its program sends it', () => {
  it.each(rows)('%s %j', (client, input, read) => {
    const given = JSON.stringify({ ...bases[client], ...input })
    const event = nameOf(input)
    const calls = 'tool_use_id' in input ? { call: input['tool_call_id'] ?? input['tool_use_id'] } : {}
    const expected = { client, event, session: 's1', folder, ...calls, ...read }
    expect(readEvent(given)).toEqual(expected)
    expect(readEvent(given, client), 'with the name of the program').toEqual(expected)
  })
})

it('the name of the program in the command wins over what the input looks like', () =>
  expect(readEvent(JSON.stringify({ ...bases.gemini, hook_event_name: 'SessionStart' }), 'qwen-code')?.client).toBe(
    'qwen-code',
  ))

it('a mark of encoding and blanks around the JSON do no harm', () =>
  expect(readEvent(`\uFEFF \r\n${JSON.stringify({ ...bases.codex, hook_event_name: 'Stop' })}\r\n`)?.client).toBe(
    'codex',
  ))

const start = { ...bases['claude-code'], hook_event_name: 'SessionStart' }
const before = { ...start, hook_event_name: 'PreToolUse', tool_name: 'Bash' }
const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

const nothing: readonly (readonly [what: string, input: string, client?: string])[] = [
  ['nothing', ''],
  ['half JSON', JSON.stringify(before).slice(0, -9)],
  ['two JSONs', `${JSON.stringify(before)}${JSON.stringify(before)}`],
  ['a list', JSON.stringify([before])],
  ['null', 'null'],
  ['a number', '17'],
  ['a text', '"SessionStart"'],
  ['10 MB of text', 'a'.repeat(10_000_000)],
  ['10 MB of JSON', JSON.stringify({ ...before, tool_input: { command: 'a'.repeat(10_000_000) } })],
  ['nested lists', deep(1_000_000)],
  ['nested lists in an object', `{"hook_event_name":"SessionStart","cwd":${deep(300_000)}}`],
  ['UTF-16', Buffer.from(JSON.stringify(before), 'utf16le').toString('utf8')],
  ['an object of something else', '{"hello":"world"}'],
  ['an event without a session', JSON.stringify({ ...before, session_id: undefined })],
  ['a session that is a list', JSON.stringify({ ...before, session_id: ['s1'] })],
  ['a session with a NUL', JSON.stringify({ ...before, session_id: 's\0' })],
  ['a folder with half a character', JSON.stringify({ ...before, cwd: '/home/\uD800' })],
  ['a folder that is a number', JSON.stringify({ ...before, cwd: 7 })],
  ['an event that is an object', JSON.stringify({ ...before, hook_event_name: {} })],
  ['a program that nobody knows', JSON.stringify(before), 'notepad'],
  ['a program called like a property of objects', JSON.stringify(before), 'constructor'],
]

it.each(nothing)('%s is no event, and is found out at once', (_, input, client) => {
  const startedAt = performance.now()
  expect(readEvent(input, client)).toBeUndefined()
  expect(performance.now() - startedAt).toBeLessThan(500)
})

const others: readonly (readonly [what: string, input: object])[] = [
  ['an event that nobody knows', { ...start, hook_event_name: 'Sunrise' }],
  ['an event called like a property of objects', { ...start, hook_event_name: 'toString' }],
  ['a call without arguments', before],
  ['a call whose arguments are null', { ...before, tool_input: null }],
  ['a call whose arguments are half JSON', { ...before, tool_input: '{"command": "npm' }],
  ['a command that is a list', { ...before, tool_input: { command: ['npm', 'test'] } }],
  ['a command with a NUL', { ...before, tool_input: { command: 'npm \0test' } }],
  ['a command with half a character', { ...before, tool_input: { command: 'echo \uDC00' } }],
  ['a tool that is an object', { ...before, tool_name: { name: 'Bash' }, tool_input: { command: 'npm test' } }],
  ['a patch without a file', { ...before, tool_name: 'apply_patch', tool_input: { command: '*** Begin Patch' } }],
  ['a path that is an object', { ...before, tool_name: 'Edit', tool_input: { file_path: { a: 1 } } }],
  ['a prompt that is a number', { ...start, hook_event_name: 'UserPromptSubmit', prompt: 7 }],
  ['a failure without a text', { ...before, hook_event_name: 'PostToolUseFailure', tool_input: call }],
  [
    'a result of another shape',
    { ...bases.gemini, hook_event_name: 'AfterTool', tool_name: 'run_shell_command', tool_response: ['Exit Code: 1'] },
  ],
]

it.each(others)('%s is an event of which there is nothing to say', (_, input) =>
  expect(readEvent(JSON.stringify(input))?.moment).toBe('other'),
)

it('arguments that are nested deeply cost nothing', () => {
  const text = JSON.stringify({ ...before, tool_input: 0 }).replace(
    ':0',
    `:{"command":"npm test","x":${deep(100_000)}}`,
  )
  expect(readEvent(text)?.command).toBe('npm test')
})

it.each([
  ['contexts without an end', '<hook_context>'.repeat(100_000)],
  ['ends without a beginning', '</hook_context>'.repeat(100_000)],
  ['angle brackets', '<a'.repeat(500_000)],
  ['blanks', ' '.repeat(1_000_000)],
])('a prompt or a result of %s is read quickly', (_, text) => {
  const startedAt = performance.now()
  readEvent(JSON.stringify({ ...bases.gemini, hook_event_name: 'BeforeAgent', prompt: text }))
  readEvent(
    JSON.stringify({
      ...bases['copilot-cli'],
      toolName: 'bash',
      toolArgs: call,
      toolResult: { textResultForLlm: text },
    }),
  )
  readEvent(
    JSON.stringify({
      ...bases.codex,
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: call,
      tool_response: text,
    }),
  )
  expect(performance.now() - startedAt).toBeLessThan(500)
})
