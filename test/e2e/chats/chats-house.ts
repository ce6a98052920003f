import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { spawn, type ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { wuku } from '../mcp-home.ts'
import { runCommandSync } from '../run-command.ts'
import { storeOf } from '../store.ts'

/** A user whose home has an empty data folder, and whatever conversations a test puts there. */
export interface ChatsHouse {
  /** Real path of the user's home. */
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  readonly database: string
  write(path: string, content: string | Uint8Array): string
  append(path: string, text: string): void
  run(...args: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string }
  /** What `--json` printed last. */
  json(...args: readonly string[]): Answer
  start(...args: readonly string[]): ChildProcess
  agent(): Promise<ChatsAgent>
  /** Whether these bytes stand in any file of the data folder. */
  isLegible(word: string): boolean
  remove(): Promise<void>
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers are held against what a row expects of them
export type Answer = Readonly<Record<string, any>>

export interface ChatsAgent {
  readonly client: Client
  /** The structured answer; it is no error. */
  call(name: string, input?: object): Promise<Answer>
  /** The text of the answer. */
  text(name: string, input?: object): Promise<string>
  /** Text of an error. */
  refused(name: string, input?: object): Promise<string>
}

export function openChatsHouse(variables: Readonly<Record<string, string>> = {}): ChatsHouse {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'wuku-chats-')))
  const data = join(home, 'data')
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    WUKU_HOME: data,
    NO_COLOR: '1',
    ...storeOf(data),
    ...variables,
  }
  const clients: Client[] = []
  const children: ChildProcess[] = []
  const run: ChatsHouse['run'] = (...args) => runCommandSync(args, { cwd: home, env })
  return {
    home,
    env,
    database: join(data, 'wuku.sqlite'),
    write(path, content) {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), content)
      return join(home, path)
    },
    append: (path, text) => appendFileSync(join(home, path), text),
    run,
    json(...args) {
      const { stdout, stderr } = run(...args, '--json')
      const line = stdout.trimEnd().split('\n').at(-1) ?? ''
      if (!line.startsWith('{')) throw new Error(`No JSON in:\n${stdout}\n${stderr}`)
      return JSON.parse(line)
    },
    start(...args) {
      const child = spawn(process.execPath, [wuku, ...args], { cwd: home, env, stdio: ['ignore', 'pipe', 'ignore'] })
      children.push(child)
      return child
    },
    async agent() {
      const agent = await openAgent(home, env)
      clients.push(agent.client)
      return agent
    },
    isLegible: (word) =>
      readdirSync(data, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((entry) => entry.isFile())
        .some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(word)),
    async remove() {
      for (const client of clients) await client.close()
      for (const child of children) child.kill('SIGKILL')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function openAgent(cwd: string, env: Readonly<Record<string, string>>): Promise<ChatsAgent> {
  const client = new Client({ name: 'chats-test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  // It watches nothing: each test says when something is taken in.
  const args = [wuku, 'mcp', '--tools', 'core,chats', '--no-watch']
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd, env: { ...env }, stderr: 'ignore' }),
  )
  const ask = async (name: string, input: object) => {
    const answer = (await client.callTool({ name, arguments: { ...input } })) as {
      readonly isError?: boolean
      readonly content: readonly { readonly text: string }[]
      readonly structuredContent?: unknown
    }
    return { ...answer, text: answer.content[0]?.text ?? '' }
  }
  const heard = async (name: string, input: object) => {
    const answer = await ask(name, input)
    expect([answer.isError ?? false, answer.isError ? answer.text : '']).toEqual([false, ''])
    return answer
  }
  return {
    client,
    call: async (name, input = {}) => (await heard(name, input)).structuredContent as Answer,
    text: async (name, input = {}) => (await heard(name, input)).text,
    async refused(name, input = {}) {
      const { isError, text } = await ask(name, input)
      expect([isError, text]).toEqual([true, expect.any(String)])
      return text
    },
  }
}

/** A conversation as `gather_chats` tells it, one line a message: taken back, id, time of day, role, words, calls, results. */
export const linesOf = ({ messages }: Answer): readonly string[] => messages.map(lineOf)

function lineOf({ messageId, createdAt, role, content, branch, tools = {} }: Answer): string {
  const time = createdAt === null ? '-' : new Date(createdAt).toISOString().slice(11, 19)
  const calls = (tools.calls ?? []).map(
    ({ server, tool, args }: Answer) => `${[server, tool].filter(Boolean).join('/')}(${JSON.stringify(args)})`,
  )
  const results = (tools.results ?? []).map(({ text, isError }: Answer) => `${isError ? '! ' : '= '}${text}`)
  const said = [content, ...calls, ...results].filter((part: string) => part !== '').join(' | ')
  return `${branch === 'inactive' ? '-' : ''}${messageId} ${time} ${role}: ${said}`
}
