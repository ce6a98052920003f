import { expect, it } from 'vitest'
import { readEvent } from '../src/read-event.ts'
import { bases, call } from './payloads.ts'

const QUICK = 500

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

it.each(nothing.map(([what, input, client]) => ({ what, input, client })))(
  '$what is no event, and is found out at once',
  ({ input, client }) => expect(readEvent(input, client)).toBeUndefined(),
  QUICK,
)

it.each<[what: string, input: object]>([
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
])('%s is an event of which there is nothing to say', (_, input) =>
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
])(
  'a prompt or a result of %s is read quickly',
  (_, text) => {
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
  },
  QUICK,
)
