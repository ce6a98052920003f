import { expect, it } from 'vitest'
import type { HookEvent, Moment } from '../src/event.ts'
import { writeAnswer } from '../src/write-answer.ts'

const added = (hookEventName: string) => ({ hookSpecificOutput: { hookEventName, additionalContext: 'told' } })
const denied = (hookEventName: string) => ({
  hookSpecificOutput: { hookEventName, permissionDecision: 'deny', permissionDecisionReason: 'told' },
})

type Row = readonly [client: string, event: string, moment: Moment, add: object | '', refuse?: object]

/** What is written when something is added, and where it can be, when it is refused. */
const rows: readonly Row[] = [
  ['claude-code', 'SessionStart', 'session-start', added('SessionStart')],
  ['claude-code', 'SessionStart', 'after-compaction', added('SessionStart')],
  ['claude-code', 'UserPromptSubmit', 'prompt', added('UserPromptSubmit')],
  ['claude-code', 'PreToolUse', 'before-command', added('PreToolUse'), denied('PreToolUse')],
  ['claude-code', 'PreToolUse', 'before-edit', added('PreToolUse'), denied('PreToolUse')],
  ['claude-code', 'PostToolUseFailure', 'after-failure', added('PostToolUseFailure')],
  ['claude-code', 'Stop', 'other', ''],
  ['codex', 'SessionStart', 'session-start', added('SessionStart')],
  ['codex', 'SessionStart', 'after-compaction', added('SessionStart')],
  ['codex', 'UserPromptSubmit', 'prompt', added('UserPromptSubmit')],
  ['codex', 'PreToolUse', 'before-command', added('PreToolUse'), denied('PreToolUse')],
  ['codex', 'PreToolUse', 'before-edit', added('PreToolUse'), denied('PreToolUse')],
  ['codex', 'PostToolUse', 'after-failure', added('PostToolUse')],
  ['codex', 'Stop', 'other', ''],
  ['gemini', 'SessionStart', 'session-start', added('SessionStart')],
  ['gemini', 'BeforeAgent', 'prompt', added('BeforeAgent')],
  ['gemini', 'BeforeTool', 'before-command', '', { decision: 'deny', reason: 'told' }],
  ['gemini', 'BeforeTool', 'before-edit', '', { decision: 'deny', reason: 'told' }],
  ['gemini', 'AfterTool', 'after-failure', added('AfterTool')],
  ['gemini', 'PreCompress', 'other', ''],
  ['qwen-code', 'SessionStart', 'session-start', added('SessionStart')],
  ['qwen-code', 'SessionStart', 'after-compaction', added('SessionStart')],
  ['qwen-code', 'UserPromptSubmit', 'prompt', added('UserPromptSubmit')],
  ['qwen-code', 'PreToolUse', 'before-command', '', denied('PreToolUse')],
  ['qwen-code', 'PreToolUse', 'before-edit', '', denied('PreToolUse')],
  ['qwen-code', 'PostToolUseFailure', 'after-failure', added('PostToolUseFailure')],
  ['copilot-cli', 'sessionStart', 'session-start', { additionalContext: 'told' }],
  ['copilot-cli', 'userPromptSubmitted', 'prompt', { additionalContext: 'told' }],
  [
    'copilot-cli',
    'preToolUse',
    'before-command',
    { additionalContext: 'told' },
    { permissionDecision: 'deny', permissionDecisionReason: 'told' },
  ],
  [
    'copilot-cli',
    'preToolUse',
    'before-edit',
    { additionalContext: 'told' },
    { permissionDecision: 'deny', permissionDecisionReason: 'told' },
  ],
  ['copilot-cli', 'postToolUse', 'after-failure', { additionalContext: 'told' }],
  ['cursor', 'sessionStart', 'session-start', { additional_context: 'told' }],
  ['cursor', 'beforeSubmitPrompt', 'prompt', { additional_context: 'told' }],
  [
    'cursor',
    'preToolUse',
    'before-command',
    { additional_context: 'told' },
    { permission: 'deny', user_message: 'told', agent_message: 'told' },
  ],
  [
    'cursor',
    'preToolUse',
    'before-edit',
    { additional_context: 'told' },
    { permission: 'deny', user_message: 'told', agent_message: 'told' },
  ],
  ['cursor', 'postToolUseFailure', 'after-failure', { additional_context: 'told' }],
  ['cursor', 'stop', 'other', ''],
  ['vscode', 'SessionStart', 'session-start', ''],
  ['vscode', 'UserPromptSubmit', 'prompt', ''],
  ['vscode', 'PreToolUse', 'before-command', added('PreToolUse'), denied('PreToolUse')],
  ['vscode', 'PreToolUse', 'before-edit', added('PreToolUse'), denied('PreToolUse')],
  ['opencode', 'session.created', 'session-start', { add: 'told' }],
  ['opencode', 'session.compacted', 'after-compaction', { add: 'told' }],
  ['opencode', 'chat.message', 'prompt', { add: 'told' }],
  ['opencode', 'tool.execute.before', 'before-command', '', { deny: 'told' }],
  ['opencode', 'tool.execute.before', 'before-edit', '', { deny: 'told' }],
  ['opencode', 'tool.execute.after', 'after-failure', { add: 'told' }],
  ['notepad', 'SessionStart', 'session-start', ''],
  ['constructor', 'SessionStart', 'session-start', ''],
]

const written = (value: object | ''): string => (value === '' ? '' : JSON.stringify(value))

it.each(rows.map((row) => ({ row, name: row.slice(0, 3).join(' ') })))(
  'an answer is written as its program takes it: $name',
  ({ row }) => {
    const [client, event, moment, add, refuse] = row
    const asked: HookEvent = { client, event, moment, session: 's1', folder: '/work' }
    expect(writeAnswer(asked, { refuses: false, text: 'told' })).toBe(written(add))
    expect(writeAnswer(asked, { refuses: true, text: 'told' }), 'a refusal').toBe(written(refuse ?? ''))
    expect(writeAnswer(asked, { refuses: false, text: '' }), 'an empty text').toBe('')
  },
)

it('any text comes back from the JSON as it was', () => {
  const text = 'a "b" \\ \n 潮汐 \u2028 </hook_context>'
  const asked: HookEvent = {
    client: 'codex',
    event: 'PreToolUse',
    moment: 'before-command',
    session: 's1',
    folder: '/w',
  }
  expect(JSON.parse(writeAnswer(asked, { refuses: true, text }))).toEqual({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: text },
  })
})
