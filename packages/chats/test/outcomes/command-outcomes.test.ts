import { describe, expect, it } from 'vitest'
import type { DraftBlock } from '../../src/conversation.ts'
import { commandOutcomes, failureLine, type CommandOutcome } from '../../src/outcomes/command-outcomes.ts'

interface Ran {
  readonly tool?: string
  readonly args?: Readonly<Record<string, unknown>>
  readonly text?: string
  readonly isError?: true
}

const blocks = (
  { tool = 'Bash', args = { command: 'npm test' }, text, isError }: Ran,
  nth = 0,
): readonly DraftBlock[] => [
  { kind: 'call', tool, args: args as never, call: `c${nth}` },
  ...(text === undefined
    ? []
    : [{ kind: 'result' as const, call: `c${nth}`, tool, text, ...(isError && { isError }) }]),
]
const outcomesOf = (...ran: readonly Ran[]) =>
  commandOutcomes([{ role: 'assistant', pieces: ran.flatMap((each, nth) => blocks(each, nth)) }], '/home/ada/shop')

type Ended = CommandOutcome['ending']
const endings: readonly (readonly [what: string, ran: Ran, ending: Ended, exitCode?: number])[] = [
  ['Claude Code: an answer without an error', { text: 'ok' }, 'worked'],
  ['Claude Code: an error', { text: 'Exit code 2\nboom', isError: true }, 'failed', 2],
  ['Claude Code: refused', { text: "The user doesn't want to proceed with this tool use.", isError: true }, 'unknown'],
  ['Claude Code: interrupted', { text: '[Request interrupted by user for tool use]', isError: true }, 'unknown'],
  ['Claude Code: out of time', { text: 'Command timed out after 2m 0.0s', isError: true }, 'failed'],
  ['Claude Code: in the background', { text: 'Command running in background with ID: bash_1' }, 'unknown'],
  [
    'Codex: above the output',
    {
      tool: 'exec_command',
      args: { cmd: 'x' },
      text: 'Chunk ID: a\nWall time: 1 s\nProcess exited with code 1\nOutput:\nno',
    },
    'failed',
    1,
  ],
  [
    'Codex: still running',
    { tool: 'exec_command', args: { cmd: 'x' }, text: 'Chunk ID: a\nProcess running with session ID 7' },
    'unknown',
  ],
  [
    'Codex: output that speaks of a code',
    {
      tool: 'exec_command',
      args: { cmd: 'x' },
      text: 'Process exited with code 0\nOutput:\nexit code 3 is documented',
    },
    'worked',
    0,
  ],
  [
    'Gemini CLI: below the output',
    { tool: 'run_shell_command', text: 'Output: no\nExit Code: 127\nProcess Group PGID: 9' },
    'failed',
    127,
  ],
  [
    'Cursor: above the output',
    { tool: 'run_terminal_cmd', text: 'Exit code: 0\n\nCommand output:\n\nok' },
    'worked',
    0,
  ],
  ['Copilot CLI: below the output', { tool: 'bash', text: 'no\n<shellId: 1 completed with exit code 1>' }, 'failed', 1],
  [
    'a pipe that hides a failure',
    { args: { command: 'npm test | tail -3' }, text: 'Tests: 2 failed, 9 passed' },
    'failed',
  ],
  ['a pipe that hides nothing', { args: { command: 'npm test | tail -3' }, text: 'Tests: 9 passed' }, 'worked'],
  ['a conversation that broke off', {}, 'unanswered'],
]

describe('the outcome of a command', () => {
  it.each(endings.map(([what, ...row]) => ({ what, row })))('is read as its program tells it: $what', ({ row }) => {
    const [ran, ending, exitCode] = row
    const [outcome] = outcomesOf(ran)
    expect([outcome?.ending, outcome?.exitCode]).toEqual([ending, exitCode])
  })

  it('is good where a tool said nothing and the agent went on', () => {
    const [outcome] = commandOutcomes(
      [
        { role: 'assistant', pieces: blocks({}) },
        { role: 'assistant', pieces: [{ kind: 'text', text: 'Done.' }] },
      ],
      '',
    )
    expect(outcome?.ending).toBe('worked')
  })

  it('has the folder that its call names, or where Claude Code went before', () => {
    const folders = outcomesOf(
      { text: 'ok' },
      { args: { command: 'cd packages/web && npm test' }, text: 'ok' },
      { text: 'ok' },
      { text: 'ok\nShell cwd was reset to /home/ada/shop' },
      { text: 'ok' },
      { tool: 'exec_command', args: { cmd: 'ls', workdir: '/tmp/x' }, text: 'ok' },
      { tool: 'bash', args: { command: 'ls', workdir: 'docs' }, text: 'ok' },
    ).map(({ folder }) => folder)
    const [shop, web] = ['/home/ada/shop', '/home/ada/shop/packages/web']
    expect(folders).toEqual([shop, shop, web, web, shop, '/tmp/x', '/home/ada/shop/docs'])
  })

  it('is that of a shell alone: edits and other tools are no commands', () => {
    const found = outcomesOf(
      { tool: 'str_replace_editor', args: { command: 'view' }, text: 'x' },
      { args: { command: "apply_patch <<'EOF'\n*** Begin Patch\nEOF" }, text: 'Done' },
      { tool: 'Read', args: { file_path: 'a' }, text: 'x' },
    )
    expect(found).toEqual([])
  })

  it.each([
    ['Exit code 1\n> shop@1.0.0 test\n\nError: no test named cart\n    at run (a.js:1:1)', 'Error: no test named cart'],
    [
      "Output: make: *** No rule to make target 'x'.  Stop.\nExit Code: 2",
      "make: *** No rule to make target 'x'.  Stop.",
    ],
    ['one\ntwo\n', 'two'],
    ['', undefined],
  ])('is explained by the line that says most: %j', (output, line) => expect(failureLine(output)).toBe(line))
})
