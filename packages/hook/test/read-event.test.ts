import { expect, it } from 'vitest'
import type { HookEvent } from '../src/event.ts'
import { readEvent } from '../src/read-event.ts'
import { bases, call, folder } from './payloads.ts'

type Row = readonly [client: keyof typeof bases, input: Readonly<Record<string, unknown>>, read: Partial<HookEvent>]

const claude = (event: string, more: object) => ({ hook_event_name: event, ...more })
const printed =
  '<untrusted_context>\nOutput: > test\n> exit 1\nExit Code: 1\nProcess Group PGID: 18759\n</untrusted_context>'
const patch = '*** Begin Patch\n*** Update File: src/tides.ts\n@@\n-a\n+b\n*** End Patch\n'

const nameOf = (input: Readonly<Record<string, unknown>>): unknown =>
  input['hook_event_name'] ?? input['hookEventName'] ?? input['event']

it.each<Row>([
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
    claude('PreToolUse', {
      tool_name: 'Bash',
      tool_input: { command: `apply_patch <<'EOF'\n${patch}EOF` },
      tool_use_id: 't1',
    }),
    { moment: 'before-edit', path: 'src/tides.ts', call: 't1' },
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
])('an event is read as its program sends it: %s %j', (client, input, read) => {
  const given = JSON.stringify({ ...bases[client], ...input })
  const event = nameOf(input)
  const calls = 'tool_use_id' in input ? { call: input['tool_call_id'] ?? input['tool_use_id'] } : {}
  const expected = { client, event, session: 's1', folder, ...calls, ...read }
  expect(readEvent(given)).toEqual(expected)
  expect(readEvent(given, client), 'with the name of the program').toEqual(expected)
})

it('the name of the program in the command wins over what the input looks like', () =>
  expect(readEvent(JSON.stringify({ ...bases.gemini, hook_event_name: 'SessionStart' }), 'qwen-code')?.client).toBe(
    'qwen-code',
  ))

it('a mark of encoding and blanks around the JSON do no harm', () =>
  expect(readEvent(`\uFEFF \r\n${JSON.stringify({ ...bases.codex, hook_event_name: 'Stop' })}\r\n`)?.client).toBe(
    'codex',
  ))
