import { isRecord, parseJson } from '@wuku/core/lenient-parsing'
import type { HookEvent } from './event.ts'

type Fields = Readonly<Record<string, unknown>>

interface Program {
  readonly client: string
  /** Whether the input is its. The first program of the table that says so counts. */
  isFrom(input: Fields): boolean
  /** Field that holds a prompt when a person wrote it. */
  readonly prompt?: string
  /** Path to what a command printed, where a failed one is reported like any other. */
  readonly output?: readonly string[]
  /** Found at the end of that text after a failure. */
  readonly failed?: RegExp
}

const programs: readonly Program[] = [
  { client: 'opencode', isFrom: ({ client }) => client === 'opencode', output: ['output'] },
  { client: 'cursor', isFrom: (input) => 'cursor_version' in input },
  { client: 'vscode', isFrom: (input) => 'hookEventName' in input },
  {
    client: 'copilot-cli',
    isFrom: (input) => 'sessionId' in input,
    output: ['toolResult', 'textResultForLlm'],
    failed: /<[^<>\n]+ with exit code -?[1-9]\d*>\s*$/,
  },
  {
    client: 'qwen-code',
    isFrom: (input) => 'timestamp' in input && 'permission_mode' in input,
    prompt: 'submitted_prompt',
  },
  {
    client: 'gemini',
    isFrom: (input) => 'timestamp' in input && /^(?:Session|Before|After|PreCompress)/.test(eventOf(input)),
    output: ['tool_response', 'llmContent'],
    failed: /^Exit Code: -?[1-9]\d*$/m,
  },
  {
    client: 'codex',
    isFrom: (input) => 'turn_id' in input || /^null$|[\\/]rollout-[^\\/]*$/.test(String(input['transcript_path'])),
    output: ['tool_response'],
    // It passes on what the command printed without its exit code: only what shells, npm and runtimes say is sure.
    failed:
      /^(?:npm (?:ERR!|error) |fatal: |error(?:\[E\d+\])?: |Traceback \(most recent|.*: (?:command not found|No such file or directory)$)|exited with code [1-9]/m,
  },
  { client: 'claude-code', isFrom: (input) => 'hook_event_name' in input },
]

/** Characters. A longer input is a file that is written, and no command. */
const LONGEST_INPUT = 4_000_000

/** Reads what a program passes to its hook. `undefined` for anything else, however it is broken. */
export function readEvent(input: string, client?: string): HookEvent | undefined {
  // PowerShell begins a text with a mark of its encoding.
  const text = input.length > LONGEST_INPUT ? '' : input.trim()
  const fields = text.startsWith('{') ? parseJson(text) : undefined
  if (!isRecord(fields)) return undefined
  const program = programs.find((each) => (client === undefined ? each.isFrom(fields) : each.client === client))
  const [event, session, folder] = [eventOf(fields), textIn(fields, SESSIONS), folderIn(fields)]
  if (!program || event === '' || session === undefined || folder === undefined) return undefined
  const about = readers.find(([events]) => events.test(event))?.[1](fields, program) ?? { moment: 'other' }
  const call = textIn(fields, CALLS)
  return { client: program.client, event, session, folder, ...(call !== undefined && { call }), ...about }
}

/** Names that programs have for the same, the more telling first. */
const EVENTS = ['hook_event_name', 'hookEventName', 'event']
const SESSIONS = ['session_id', 'sessionId', 'conversation_id', 'session']
const CALLS = ['tool_call_id', 'tool_use_id', 'call']
const FOLDERS = ['cwd', 'folder']
const TOOLS = ['tool_name', 'toolName', 'tool']
const ARGUMENTS = ['tool_input', 'toolArgs', 'args']
const PATHS = ['file_path', 'filePath', 'notebook_path', 'absolute_path', 'path', 'target_file']

/** The event that a program of Copilot's kind does not name shows in what it brings. */
const UNNAMED: readonly (readonly [field: string, event: string])[] = [
  ['toolResult', 'postToolUse'],
  ['error', 'postToolUseFailure'],
  ['toolName', 'preToolUse'],
  ['initialPrompt', 'sessionStart'],
  ['source', 'sessionStart'],
  ['prompt', 'userPromptSubmitted'],
]

function eventOf(fields: Fields): string {
  if (EVENTS.some((name) => name in fields)) return textIn(fields, EVENTS) ?? ''
  return UNNAMED.find(([field]) => field in fields)?.[1] ?? 'unnamed'
}

function folderIn(fields: Fields): string | undefined {
  const roots = fields['workspace_roots']
  return textIn(fields, FOLDERS) ?? (Array.isArray(roots) ? textOf(roots[0]) : undefined)
}

type About = Pick<HookEvent, 'moment' | 'command' | 'path' | 'prompt' | 'error'>

/** No program is answered when a turn ends: it would go on. */
const readers: readonly (readonly [events: RegExp, read: (fields: Fields, program: Program) => About | undefined])[] = [
  [/^session(?:Start|\.created|\.compacted)$/i, readStart],
  [/^(?:userPromptSubmit(?:ted)?|beforeAgent|beforeSubmitPrompt|chat\.message)$/i, readPrompt],
  [/^(?:preToolUse|beforeTool|tool\.execute\.before)$/i, readCall],
  [/^(?:postToolUse(?:Failure)?|afterTool|tool\.execute\.after)$/i, readResult],
]

function readStart({ source, event }: Fields): About {
  return { moment: source === 'compact' || event === 'session.compacted' ? 'after-compaction' : 'session-start' }
}

/** A prompt that a program wrote is no question of a person. */
function readPrompt(fields: Fields, { prompt: field = 'prompt' }: Program): About | undefined {
  const source = textIn(fields, ['source']) ?? 'user'
  const prompt = source === 'user' ? withoutContext(textOf(fields[field]) ?? '') : ''
  return prompt === '' ? undefined : { moment: 'prompt', prompt }
}

const CONTEXT = ['<hook_context>', '</hook_context>'] as const

/** Gemini CLI puts what hooks said before into the prompt. */
function withoutContext(prompt: string): string {
  const [from, to] = [prompt.indexOf(CONTEXT[0]), prompt.lastIndexOf(CONTEXT[1])]
  if (from < 0 || to < from) return prompt.trim()
  return `${prompt.slice(0, from)}${prompt.slice(to + CONTEXT[1].length)}`.trim()
}

const COMMAND_TOOLS = /^(?:bash|powershell|shell|local_shell|run_shell_command|exec_command|run_?in_?terminal)$/i
const EDIT_TOOLS =
  /^(?:edit|multi_?edit|notebook_?edit|write|write_file|replace|create|insert|delete|patch|apply_patch|str_replace(?:_editor)?|edit_?files|create_?file|insert_edit_into_file|(?:multi_)?replace_string_in_file)$/i

/** Programs may ignore for which tools a hook was meant: a tool that reads is found out here. */
function readCall(fields: Fields): About | undefined {
  const [tool, given] = [textIn(fields, TOOLS) ?? '', argumentsIn(fields)]
  const command = textIn(given, ['command', 'cmd'])
  // Codex lets some models edit by a command.
  const isPatch = command?.startsWith('apply_patch') === true
  if (COMMAND_TOOLS.test(tool) && !isPatch)
    return command === undefined ? undefined : { moment: 'before-command', command }
  if (!(isPatch || EDIT_TOOLS.test(tool)) || command === 'view') return undefined
  const patch = command ?? textIn(given, ['input', 'patchText', 'patch']) ?? ''
  const patched = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(patch)?.[1]?.trim()
  const path = textIn(given, PATHS) ?? textOf([given['files']].flat()[0]) ?? patched
  return path === undefined ? undefined : { moment: 'before-edit', path }
}

function readResult(fields: Fields, { output = [], failed }: Program): About | undefined {
  const { command } = readCall(fields) ?? {}
  const [told, { exit }] = [textIn(fields, ['error', 'error_message']), fields]
  const printed = textOf(output.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), fields))
  const isFailure = typeof exit === 'number' ? exit !== 0 : failed?.test((printed ?? '').slice(-2_000))
  const error = /^true$/.test(String(fields['is_interrupt'])) ? undefined : (told ?? (isFailure ? printed : undefined))
  return command === undefined || error === undefined ? undefined : { moment: 'after-failure', command, error }
}

function argumentsIn(fields: Fields): Fields {
  const given = ARGUMENTS.map((name) => fields[name]).find((value) => value !== undefined)
  const value = typeof given === 'string' ? parseJson(given) : given
  return isRecord(value) ? value : {}
}

/** A text that can be written, compared and searched: nothing else comes from a person or a command. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !value.includes('\0') && value.isWellFormed() ? value : undefined

const textIn = (fields: Fields, names: readonly string[]): string | undefined =>
  names.map((name) => textOf(fields[name])).find((text) => text !== undefined)
