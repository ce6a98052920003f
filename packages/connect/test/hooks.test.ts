import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Client, type Hook, hookFile } from '../src/client.ts'
import { clients } from '../src/clients.ts'
import { type ConnectionRequest, planConnection, writeChange } from '../src/connection.ts'
import { hookCommand } from '../src/hook-command.ts'
import { readInstalled } from '../src/installed.ts'
import { scratchFolder } from '../../../test/scratch.ts'

const server = { command: '/opt/node', args: ['/opt/wuku/bin/wuku.js', 'mcp'], env: {} }
const LINE = '/opt/node /opt/wuku/bin/wuku.js hook || exit 0'

let home = ''
beforeEach(() => void (home = scratchFolder()))

const hooked = clients.filter((client): client is Client & { readonly hook: Hook } => client.hook !== undefined)
const clientNamed = (name: string): Client => hooked.find((client) => client.name === name) as Client

function requestFor(client: Client, wish: 'set' | 'remove', more: Partial<ConnectionRequest> = {}): ConnectionRequest {
  const places = { env: {}, platform: 'linux', userFolder: home } as const
  const scope = { places, folder: join(home, 'work'), isProject: false }
  return { ...scope, client, server, wishes: { hook: wish }, language: 'en', force: false, ...more }
}

/** The content of the hook file afterwards; empty if there is no file. */
async function apply(client: Client, wish: 'set' | 'remove', more: Partial<ConnectionRequest> = {}): Promise<string> {
  const request = requestFor(client, wish, more)
  for (const change of await planConnection(request)) if (change.before !== change.after) await writeChange(change)
  const file = hookFile(client, request) ?? ''
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

async function given(client: Client, text: string): Promise<void> {
  const file = hookFile(client, requestFor(client, 'set')) ?? ''
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

it('seven programs have hooks', () =>
  expect(hooked.map(({ name }) => name).toSorted()).toEqual([
    'claude-code',
    'codex',
    'copilot-cli',
    'cursor',
    'gemini',
    'opencode',
    'qwen-code',
  ]))

/** The entries of each event, without what is the same in all of them. */
const written: Readonly<Record<string, object>> = {
  'claude-code': {
    SessionStart: 'startup|resume|clear|compact',
    UserPromptSubmit: undefined,
    PreToolUse: 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit',
    PostToolUseFailure: 'Bash|PowerShell',
  },
  codex: {
    SessionStart: 'startup|resume|clear|compact',
    UserPromptSubmit: undefined,
    PreToolUse: 'Bash|apply_patch',
    PostToolUse: 'Bash',
  },
  gemini: {
    SessionStart: undefined,
    BeforeAgent: undefined,
    BeforeTool: 'run_shell_command|write_file|replace',
    AfterTool: 'run_shell_command',
  },
  'qwen-code': {
    SessionStart: 'startup|resume|clear|compact',
    UserPromptSubmit: undefined,
    PreToolUse: 'run_shell_command|write_file|edit|notebook_edit',
    PostToolUseFailure: 'run_shell_command',
  },
  'copilot-cli': {
    sessionStart: undefined,
    userPromptSubmitted: undefined,
    preToolUse: 'bash|powershell|create|edit|str_replace_editor|apply_patch',
    postToolUse: 'bash|powershell',
  },
  cursor: {
    sessionStart: undefined,
    beforeSubmitPrompt: undefined,
    preToolUse: 'Shell|Write|Delete',
    postToolUseFailure: 'Shell',
  },
}

interface Item {
  readonly matcher?: string
  readonly command?: string
  readonly bash?: string
  readonly hooks?: readonly { readonly command: string; readonly timeout: number }[]
}

describe.each(Object.entries(written))('the hooks of %s', (name, expected) => {
  const client = clientNamed(name)
  const events = (text: string): Readonly<Record<string, readonly Item[]>> =>
    (JSON.parse(text) as { hooks: Record<string, readonly Item[]> }).hooks

  it('stand at each event that it can use, with one command', async () => {
    const hooks = events(await apply(client, 'set'))
    expect(Object.fromEntries(Object.entries(hooks).map(([event, [item]]) => [event, item?.matcher]))).toEqual(expected)
    for (const [item] of Object.values(hooks))
      expect(item?.command ?? item?.bash ?? item?.hooks?.[0]?.command).toBe(LINE)
  })

  it('are replaced where an earlier version asked for the context of a session only', async () => {
    const [start = ''] = Object.keys(expected)
    const old = '/opt/old/node /opt/wuku/bin/wuku.js session-context --for x --lang zh'
    const item =
      name === 'cursor' ? { command: old } : { matcher: 'startup', hooks: [{ type: 'command', command: old }] }
    const mine = { hooks: [{ type: 'command', command: './mine.sh' }] }
    const head = name === 'cursor' || name === 'copilot-cli' ? { version: 1 } : { mine: true }
    const before = `${JSON.stringify({ ...head, hooks: { [start]: [mine] } }, null, 2)}\n`
    await given(client, `${JSON.stringify({ ...head, hooks: { [start]: [item, mine] } }, null, 2)}\n`)
    expect((await readInstalled(client, requestFor(client, 'set')))?.parts).toEqual(['hook'])
    const text = await apply(client, 'set')
    expect(text).not.toContain('session-context')
    expect(events(text)[start]).toHaveLength(2)
    expect(text.match(/wuku\.js hook/g)).toHaveLength(Object.keys(expected).length * (name === 'copilot-cli' ? 2 : 1))
    expect(await apply(client, 'remove')).toBe(before)
  })
})

describe('a program that can ask a server of its own starts no process for a hook', () => {
  const asked = {
    'claude-code': ['UserPromptSubmit', 'PreToolUse', 'PostToolUseFailure'],
    codex: Object.keys(written['codex'] ?? {}),
  }
  const both = { wishes: { server: 'set', hook: 'set' } } as const
  const servedBy = (text: string): readonly string[] =>
    Object.entries((JSON.parse(text) as { hooks: Record<string, object> }).hooks)
      .filter(([, items]) => JSON.stringify(items).includes('"type":"mcp_tool","server":"wuku","tool":"hook"'))
      .map(([event]) => event)

  it.each(Object.entries(asked))('%s, and its settings are as before when that is taken out', async (name, events) => {
    const client = clientNamed(name)
    expect(servedBy(await apply(client, 'set', both))).toEqual(events)
    expect(servedBy(await apply(client, 'set', both))).toEqual(events)
    expect((await readInstalled(client, requestFor(client, 'set')))?.parts).toContain('hook')
    expect(await apply(client, 'remove')).toBe('')
  })

  it.each<[where: string, more: Partial<ConnectionRequest>]>([
    ['in files of a project, whose members may have no server', { ...both, isProject: true }],
    [
      'where the server is elsewhere, and what is typed stays here',
      { ...both, server: { url: 'https://wuku.example', token: 'none' } },
    ],
    ['where only the hook is set', {}],
  ])('but %s', async (_, more) => expect(servedBy(await apply(clientNamed('codex'), 'set', more))).toEqual([]))

  it('says in which language the agent is told', async () => {
    expect(await apply(clientNamed('claude-code'), 'set', { ...both, language: 'zh' })).toContain('"lang": "zh"')
    expect(await apply(clientNamed('codex'), 'set', both)).not.toContain('"lang"')
  })

  it('passes each event only what it has', async () => {
    const { hooks } = JSON.parse(await apply(clientNamed('codex'), 'set', both)) as {
      hooks: Record<string, [{ hooks: [{ input: object }] }]>
    }
    expect(Object.keys(hooks['SessionStart']?.[0].hooks[0].input ?? {})).toEqual([
      'client',
      'hook_event_name',
      'session_id',
      'cwd',
      'source',
    ])
  })
})

describe.each(hooked)('the hook of $title', (client) => {
  it.each([false, true])(
    'changes nothing the second time, and leaves nothing behind (project: %s)',
    async (isProject) => {
      const text = await apply(client, 'set', { isProject })
      expect(text).toContain('hook')
      expect(await apply(client, 'set', { isProject })).toBe(text)
      expect((await readInstalled(client, requestFor(client, 'set', { isProject })))?.parts).toEqual(['hook'])
      expect(await apply(client, 'remove', { isProject })).toBe('')
      const left = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      expect(left.filter(({ name }) => !name.endsWith('.bak'))).toEqual([])
    },
  )

  it('is the one command of a project without a path', async () => {
    const text = await apply(client, 'set', { isProject: true })
    expect(text).toContain('wuku hook || exit 0')
    expect(text).not.toContain('/opt')
  })
})

describe.each(hooked.filter(({ hook }) => 'events' in hook))('$title', (client) => {
  it.each<[what: string, text: string]>([
    [
      'written by hand',
      '{\n\t// mine\n\t"version": 1,\n\t"hooks": {\n\t\t"Stop": [{ "hooks": [] }], // keep\n\t},\n}\n',
    ],
    ['with Windows lines', '{\r\n  "version": 1,\r\n  "model": "x"\r\n}'],
    ['in one line', '{"model": "x"}'],
    [
      'with events of ours',
      '{ "hooks": { "SessionStart": [{ "command": "./a" }], "sessionStart": [{ "command": "./a" }] } }\n',
    ],
    ['with a list of what is off', '{\n  "hooks": { "disabled": ["wuku hook || exit 0"] }\n}\n'],
  ])('has its settings back as they were, %s', async (_, text) => {
    await given(client, text)
    expect(await apply(client, 'set')).not.toBe(text)
    expect(await apply(client, 'remove')).toBe(text)
  })
})

describe('the plugin of opencode', () => {
  const client = clientNamed('opencode')

  it('is not written over a file of the user, nor deleted', async () => {
    await given(client, 'export const mine = async () => ({})\n')
    expect(await apply(client, 'set')).toBe('export const mine = async () => ({})\n')
    expect(await apply(client, 'remove')).toBe('export const mine = async () => ({})\n')
  })

  interface Plugin {
    readonly [name: string]: (input: object, output: object) => Promise<void>
  }

  /** Loaded as opencode does, for a wuku that is a shell script. */
  async function load(script: string, patience = 60_000): Promise<Plugin> {
    const wuku = join(home, 'wuku')
    await writeFile(wuku, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    await apply(client, 'set', { server: { command: wuku, args: ['mcp'], env: {} } })
    const file = hookFile(client, requestFor(client, 'set')) ?? ''
    await writeFile(file, readFileSync(file, 'utf8').replaceAll('3000', String(patience)))
    await writeFile(join(dirname(file), 'package.json'), '{"type":"module"}')
    const { wuku: plugin } = (await import(pathToFileURL(file).href)) as { wuku: (context: object) => Promise<Plugin> }
    return plugin({ directory: '/work' })
  }

  const ids = { sessionID: 's1', callID: 't0' }

  it('says what it is answered, and refuses when it is told to', async () => {
    const plugin = await load(`cat >> ${home}/log; echo >> ${home}/log; echo '{"add":"told","deny":"refused"}'`)
    const system: string[] = []
    await plugin['experimental.chat.system.transform']?.(ids, { system })
    await plugin['experimental.chat.system.transform']?.(ids, { system })
    const parts: { text: string; synthetic?: boolean }[] = [{ text: 'Hello', type: 'text' } as { text: string }]
    await plugin['chat.message']?.(ids, { message: { id: 'm1' }, parts })
    const denied = plugin['tool.execute.before']?.({ ...ids, tool: 'bash' }, { args: { command: 'npm test' } })
    await expect(denied).rejects.toThrow('refused')
    const result = { output: 'failed', metadata: { exit: 1 } }
    await plugin['tool.execute.after']?.({ ...ids, tool: 'bash', args: {} }, result)
    expect(system).toEqual(['told', 'told'])
    expect(parts[1]).toMatchObject({ text: 'told', synthetic: true, sessionID: 's1', messageID: 'm1' })
    expect(result.output).toBe('failed\n\ntold')
    const asked = readFileSync(join(home, 'log'), 'utf8').trim().split('\n')
    const events = asked.map((line) => (JSON.parse(line) as { event: string }).event)
    expect(events).toEqual(['session.created', 'chat.message', 'tool.execute.before', 'tool.execute.after'])
  })

  it('asks for nothing where there is nothing to say', async () => {
    const plugin = await load(`echo asked >> ${home}/log`)
    await plugin['tool.execute.before']?.({ ...ids, tool: 'read' }, { args: { filePath: '/a' } })
    await plugin['tool.execute.after']?.({ ...ids, tool: 'bash', args: {} }, { output: '', metadata: { exit: 0 } })
    await plugin['tool.execute.after']?.({ ...ids, tool: 'read', args: {} }, { output: '' })
    await plugin['experimental.chat.system.transform']?.({}, { system: [] })
    expect(existsSync(join(home, 'log'))).toBe(false)
  })

  it('waits for no answer that does not come', async () => {
    const plugin = await load('sleep 20', 200)
    await plugin['tool.execute.before']?.({ ...ids, tool: 'bash' }, { args: { command: 'npm test' } })
  }, 19_000)

  it.each([
    ['fails', 'exit 1'],
    ['prints no JSON', 'echo "{"'],
    ['prints null', 'echo null'],
    ['reads nothing', 'exec <&-; echo "{}"'],
    ['is gone', 'exec /nowhere'],
  ])('never throws when wuku %s', async (_, script) => {
    const plugin = await load(script)
    const [system, parts]: [string[], object[]] = [[], []]
    await plugin['experimental.chat.system.transform']?.(ids, { system })
    await plugin['chat.message']?.(ids, { message: { id: 'm1' }, parts })
    const large = { command: 'a'.repeat(1_000_000) }
    await plugin['tool.execute.before']?.({ ...ids, tool: 'bash' }, { args: large })
    await plugin['event']?.({ event: { type: 'session.compacted', properties: { sessionID: 's1' } } }, {})
    await plugin['event']?.({ event: { type: 'server.connected' } }, {})
    await plugin['chat.message']?.(ids, {})
    await plugin['tool.execute.before']?.({ ...ids, tool: 'bash' }, { args: {} })
    await plugin['tool.execute.after']?.({ ...ids, tool: 'bash' }, {})
    expect([system, parts]).toEqual([[], []])
  })
})

describe('the command of a hook', () => {
  const spaced = { command: '/opt/my node', args: ['/opt/wuku.js', 'mcp'], env: { WUKU_HOME: '/data of mine' } }
  it.each<[what: string, line: string, powershell: string, wish: Partial<Parameters<typeof hookCommand>[0]>]>([
    ['of this user', LINE, '& /opt/node /opt/wuku/bin/wuku.js hook; exit 0', {}],
    [
      'of a project',
      'wuku hook || exit 0',
      'if (Get-Command wuku -ErrorAction SilentlyContinue) { wuku hook }; exit 0',
      { isShared: true },
    ],
    [
      'in Chinese, with blanks and a data folder',
      "'/opt/my node' /opt/wuku.js hook --lang zh --home '/data of mine' || exit 0",
      "& '/opt/my node' /opt/wuku.js hook --lang zh --home '/data of mine'; exit 0",
      { server: spaced, language: 'zh' },
    ],
    [
      'on Windows',
      '"C:\\Program Files\\node.exe" C:/wuku/bin/wuku.js hook',
      '& "C:\\Program Files\\node.exe" C:/wuku/bin/wuku.js hook; exit 0',
      {
        platform: 'win32',
        server: { command: 'C:\\Program Files\\node.exe', args: ['C:\\wuku\\bin\\wuku.js', 'mcp'], env: {} },
      },
    ],
  ])('%s', (_, line, powershell, wish) =>
    expect(hookCommand({ server, language: 'en', isShared: false, platform: 'linux', ...wish })).toMatchObject({
      line,
      powershell,
    }),
  )
})
