import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { atEnd, folderToEnd } from '../at-end.ts'
import { wuku } from '../mcp-home.ts'
import { runCommandSync } from '../run-command.ts'
import { type Agent, type Answer, openAgent } from '../open-agent.ts'
import { envOf } from '../store.ts'
import { writeFiles } from '../../scratch.ts'

/** A user whose home has an empty data folder, and whatever conversations a test puts there. */
export interface ChatsHouse {
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  readonly database: string
  write(path: string, content: string | Uint8Array): string
  append(path: string, text: string): void
  run(...args: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string }
  json(...args: readonly string[]): Answer
  start(...args: readonly string[]): ChildProcess
  agent(): Promise<ChatsAgent>
  /** Whether these bytes stand in any file of the data folder. */
  isLegible(word: string): boolean
}

export type { Answer }
export type ChatsAgent = Agent

export function openChatsHouse(variables: Readonly<Record<string, string>> = {}): ChatsHouse {
  const home = folderToEnd()
  const data = join(home, 'data')
  const env = { ...envOf(home, data), ...variables }
  const run: ChatsHouse['run'] = (...args) => runCommandSync(args, { cwd: home, env })
  return {
    home,
    env,
    database: join(data, 'wuku.sqlite'),
    write(path, content) {
      writeFiles(home, { [path]: content })
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
      atEnd(() => child.kill('SIGKILL'))
      return child
    },
    // It watches nothing: each test says when something is taken in.
    agent: () => openAgent({ tools: 'core,chats', flags: ['--no-watch'], cwd: home, env }),
    isLegible: (word) =>
      readdirSync(data, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((entry) => entry.isFile())
        .some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(word)),
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
