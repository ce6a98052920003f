import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MadeSession, Step } from './sessions.ts'

export const formats = ['claude-code', 'codex', 'gemini-cli', 'opencode', 'cursor'] as const
export type Format = (typeof formats)[number]

const at = (nth: number): string => new Date(Date.UTC(2026, 10, 20, 9, 0, 20 * nth)).toISOString()

/** Writes a session below `folder` as the program would have; answers the strings that stand in it. */
export function writeSession(session: MadeSession, format: Format, folder: string): readonly string[] {
  const files = writers[format](session)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return Object.values(files).flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .flatMap((line) => stringsIn(JSON.parse(line))),
  )
}

/** All strings of a value; those that hold JSON themselves, opened as well. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('{') ? [value, ...stringsIn(tryParse(value))] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Files = Readonly<Record<string, string>>
const lines = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n') + '\n'

const writers: Readonly<Record<Format, (session: MadeSession) => Files>> = {
  'claude-code': (session) => ({
    [`projects/${session.project.replaceAll('/', '-')}/${session.id}.jsonl`]: lines(claudeLines(session)),
  }),
  codex: (session) => ({
    [`sessions/2026/11/20/rollout-2026-11-20T09-00-00-${session.id}.jsonl`]: lines(codexLines(session)),
  }),
  'gemini-cli': (session) => ({
    [`tmp/p${session.id.slice(-4)}/chats/session-2026-11-20T09-00-${session.id.slice(-8)}.jsonl`]: lines(
      geminiLines(session),
    ),
    [`tmp/p${session.id.slice(-4)}/.project_root`]: session.project,
  }),
  opencode: openCodeFiles,
  cursor: (session) => ({
    [`projects/${session.project.slice(1).replaceAll('/', '-')}/agent-transcripts/${session.id}.jsonl`]: lines(
      cursorLines(session),
    ),
  }),
}

const folderOf = ({ project }: MadeSession, { folder }: { readonly folder?: string }): string =>
  folder === undefined ? project : `${project}/${folder}`

function claudeLines(session: MadeSession): readonly object[] {
  let before: string | null = null
  const rows: object[] = []
  const add = (nth: number, type: 'user' | 'assistant', content: unknown): void => {
    const uuid = `${session.id.slice(-4)}${String(rows.length).padStart(4, '0')}-2222-4222-8333-444455556601`
    const more = type === 'assistant' ? { id: `m${rows.length}`, model: 'example' } : {}
    const base = {
      parentUuid: before,
      sessionId: session.id,
      cwd: session.project,
      version: '2.1.0',
      gitBranch: 'main',
    }
    rows.push({ ...base, type, uuid, timestamp: at(nth), message: { role: type, content, ...more } })
    before = uuid
  }
  const called = (nth: number, name: string, input: object, content: string): void => {
    const isError = content.startsWith('Exit code')
    add(nth, 'assistant', [{ type: 'tool_use', id: `t${nth}`, name, input }])
    add(nth, 'user', [{ type: 'tool_result', tool_use_id: `t${nth}`, content, ...(isError && { is_error: true }) }])
  }
  for (const [nth, step] of session.steps.entries()) {
    if (step.kind === 'user') add(nth, 'user', step.text)
    else if (step.kind === 'say') add(nth, 'assistant', [{ type: 'text', text: step.text }])
    else if (step.kind === 'run') {
      const command = step.folder === undefined ? step.command : `cd ${step.folder} && ${step.command}`
      called(
        nth,
        'Bash',
        { command: step.folder === undefined ? step.command : `(${command})` },
        step.exit === 0 ? step.output : `Exit code ${step.exit}\n${step.output}`,
      )
    } else if (step.kind === 'edit')
      called(
        nth,
        'Edit',
        { file_path: `${session.project}/${step.path}`, old_string: 'a', new_string: 'b' },
        'The file has been updated.',
      )
    else
      called(
        nth,
        'TodoWrite',
        { todos: step.items.map(([content, status]) => ({ content, status, activeForm: content })) },
        'Todos have been modified.',
      )
  }
  return rows
}

function codexLines(session: MadeSession): readonly object[] {
  const item = (nth: number, payload: object) => ({ timestamp: at(nth), type: 'response_item', payload })
  const called = (nth: number, name: string, args: object, output: string) => [
    item(nth, { type: 'function_call', name, arguments: JSON.stringify(args), call_id: `c${nth}` }),
    item(nth, { type: 'function_call_output', call_id: `c${nth}`, output }),
  ]
  const rows = session.steps.flatMap((step, nth): readonly object[] => {
    if (step.kind === 'user')
      return [item(nth, { type: 'message', role: 'user', content: [{ type: 'input_text', text: step.text }] })]
    if (step.kind === 'say')
      return [item(nth, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: step.text }] })]
    if (step.kind === 'run')
      return called(
        nth,
        'exec_command',
        { cmd: step.command, workdir: folderOf(session, step) },
        `Chunk ID: ab12\nWall time: 0.4 seconds\nProcess exited with code ${step.exit}\nOriginal token count: 9\nOutput:\n${step.output}`,
      )
    if (step.kind === 'edit') {
      const input = `*** Begin Patch\n*** Update File: ${step.path}\n@@\n-a\n+b\n*** End Patch`
      return [
        item(nth, { type: 'custom_tool_call', name: 'apply_patch', input, call_id: `c${nth}` }),
        item(nth, {
          type: 'custom_tool_call_output',
          call_id: `c${nth}`,
          output: '{"output":"Success","metadata":{"exit_code":0}}',
        }),
      ]
    }
    return called(
      nth,
      'update_plan',
      { plan: step.items.map(([text, status]) => ({ step: text, status })) },
      'Plan updated',
    )
  })
  const meta = {
    id: session.id,
    timestamp: at(0),
    cwd: session.project,
    originator: 'codex_cli_rs',
    cli_version: '0.128.0',
    source: 'cli',
    git: { branch: 'main' },
  }
  return [{ timestamp: at(0), type: 'session_meta', payload: meta }, ...rows]
}

function geminiLines(session: MadeSession): readonly object[] {
  const call = (nth: number, name: string, args: object, output: string) => ({
    id: `g${nth}`,
    timestamp: at(nth),
    type: 'gemini',
    content: '',
    model: 'example-pro',
    toolCalls: [
      {
        id: `c${nth}`,
        name,
        args,
        status: 'success',
        result: [{ functionResponse: { id: `c${nth}`, name, response: { output } } }],
      },
    ],
  })
  const rows = session.steps.map((step, nth): object => {
    if (step.kind === 'user') return { id: `g${nth}`, timestamp: at(nth), type: 'user', content: [{ text: step.text }] }
    if (step.kind === 'say')
      return { id: `g${nth}`, timestamp: at(nth), type: 'gemini', content: step.text, model: 'example-pro' }
    if (step.kind === 'run')
      return call(
        nth,
        'run_shell_command',
        { command: step.command, ...(step.folder !== undefined && { dir_path: step.folder }) },
        `Output: ${step.output}${step.exit === 0 ? '' : `\nExit Code: ${step.exit}`}\nProcess Group PGID: 77`,
      )
    if (step.kind === 'edit')
      return call(
        nth,
        'replace',
        { file_path: `${session.project}/${step.path}`, old_string: 'a', new_string: 'b' },
        'Successfully modified file',
      )
    return call(
      nth,
      'write_todos',
      { todos: step.items.map(([description, status]) => ({ description, status })) },
      'Successfully updated the todo list.',
    )
  })
  const meta = {
    sessionId: session.id,
    projectHash: session.id.slice(-8),
    startTime: at(0),
    lastUpdated: at(session.steps.length),
    kind: 'main',
  }
  return [meta, ...rows]
}

const timeOf = (nth: number): number => Date.parse(at(nth))

function openCodeFiles(session: MadeSession): Files {
  const own = `ses_${session.id.replaceAll('-', '').slice(-26)}`
  const files: Record<string, string> = {}
  const put = (path: string, value: object): void => void (files[path] = JSON.stringify(value))
  const message = (nth: number, role: string, part: object): void => {
    const number = String(nth).padStart(4, '0')
    put(`storage/message/${own}/msg_${own.slice(-6)}${number}.json`, {
      id: `msg_${own.slice(-6)}${number}`,
      sessionID: own,
      role,
      time: { created: timeOf(nth) },
    })
    put(`storage/part/msg_${own.slice(-6)}${number}/prt_${number}.json`, {
      id: `prt_${number}`,
      messageID: `msg_${own.slice(-6)}${number}`,
      sessionID: own,
      ...part,
    })
  }
  const tool = (nth: number, name: string, state: ToolState): void =>
    message(nth, 'assistant', {
      type: 'tool',
      tool: name,
      callID: `c${nth}`,
      state: { status: 'completed', metadata: {}, ...state },
    })
  put(`storage/project/p${own.slice(-6)}.json`, { id: `p${own.slice(-6)}`, worktree: session.project })
  put(`storage/session/p${own.slice(-6)}/${own}.json`, {
    id: own,
    projectID: `p${own.slice(-6)}`,
    directory: session.project,
    title: `Work ${own.slice(-4)}`,
    time: { created: timeOf(0), updated: timeOf(session.steps.length) },
  })
  for (const [nth, step] of session.steps.entries()) writeOpenCode(nth, step, { session, message, tool })
  return files
}

interface ToolState {
  readonly input: object
  readonly output: string
  readonly metadata?: object
}

interface OpenCodeWriter {
  readonly session: MadeSession
  message(nth: number, role: string, part: object): void
  tool(nth: number, name: string, state: ToolState): void
}

function writeOpenCode(nth: number, step: Step, { session, message, tool }: OpenCodeWriter): void {
  if (step.kind === 'user' || step.kind === 'say')
    message(nth, step.kind === 'user' ? 'user' : 'assistant', { type: 'text', text: step.text })
  else if (step.kind === 'run')
    tool(nth, 'bash', {
      input: { command: step.command, ...(step.folder !== undefined && { workdir: step.folder }) },
      output: step.output,
      metadata: { exit: step.exit },
    })
  else if (step.kind === 'edit')
    tool(nth, 'edit', {
      input: { filePath: `${session.project}/${step.path}`, oldString: 'a', newString: 'b' },
      output: '',
    })
  else
    tool(nth, 'todowrite', {
      input: { todos: step.items.map(([content, status], id) => ({ id: String(id), content, status })) },
      output: '',
    })
}

const cursorRow = (role: string, content: readonly object[]) => ({ role, message: { content } })

const cursorCall = (nth: number, name: string, input: object, content: string) => [
  cursorRow('assistant', [{ type: 'tool_use', id: `t${nth}`, name, input }]),
  cursorRow('user', [{ type: 'tool_result', tool_use_id: `t${nth}`, content }]),
]

function cursorLines(session: MadeSession): readonly object[] {
  return session.steps.flatMap((step, nth): readonly object[] => {
    if (step.kind === 'user') {
      const about = nth === 0 ? `<user_info>\nWorkspace Path: ${session.project}\n</user_info>\n` : ''
      return [cursorRow('user', [{ type: 'text', text: `${about}<user_query>\n${step.text}\n</user_query>` }])]
    }
    if (step.kind === 'say') return [cursorRow('assistant', [{ type: 'text', text: step.text }])]
    if (step.kind === 'run')
      return cursorCall(
        nth,
        'run_terminal_cmd',
        { command: step.command, ...(step.folder !== undefined && { working_directory: step.folder }) },
        `Exit code: ${step.exit}\n\nCommand output:\n\n${step.output}`,
      )
    if (step.kind === 'edit')
      return cursorCall(nth, 'edit_file', { target_file: step.path, code_edit: 'b' }, 'The edit was applied.')
    return cursorCall(
      nth,
      'todo_write',
      { merge: false, todos: step.items.map(([content, status], id) => ({ id: String(id), content, status })) },
      'Successfully updated TODOs',
    )
  })
}
