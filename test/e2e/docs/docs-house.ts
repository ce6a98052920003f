import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { launcher, runCommand, type Ended } from '../run-command.ts'
import { rowsOf, storeOf } from '../store.ts'

/** A user with an empty data folder; whatever a test starts in it ends with it. */
export interface DocsHouse {
  /** Real path of the user's home. */
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  write(path: string, content: string | Uint8Array): string
  /** Runs `wuku` to its end; servers of this process go on to answer meanwhile. */
  wuku(...args: readonly string[]): Promise<Ended>
  /** The last line of `--json`, of a run that went well. */
  json(...args: readonly string[]): Promise<Answer>
  /** All lines of `--json`. */
  lines(...args: readonly string[]): Promise<readonly Answer[]>
  /** What a run that could not do it said, with its exit code. */
  refused(...args: readonly string[]): Promise<readonly [code: number | null, said: string]>
  start(...args: readonly string[]): ChildProcess
  agent(...flags: readonly string[]): Promise<DocsAgent>
  kept(): Promise<Kept>
  remove(): Promise<void>
}

/** What lies in the data folder, seen past the program. */
export interface Kept {
  /** `docs/tide-1/1.0/` for each version that the store knows, with its state. */
  readonly versions: Readonly<Record<string, string>>
  /** Names of the sources that no search sees. */
  readonly hidden: readonly string[]
  /** Prefixes of originals that hold any file. */
  readonly originals: readonly string[]
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers are held against what a row expects of them
export type Answer = Readonly<Record<string, any>>

export interface DocsAgent {
  readonly client: Client
  /** The structured answer; it is no error. */
  call(name: string, input?: object): Promise<Answer>
  /** The text of the answer; it is no error. */
  text(name: string, input?: object): Promise<string>
  /** Text of an error. */
  refused(name: string, input?: object): Promise<string>
  close(): Promise<void>
}

export function openDocsHouse(variables: Readonly<Record<string, string>> = {}): DocsHouse {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'wuku-docs-')))
  const data = join(home, 'data')
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    WUKU_HOME: data,
    NO_COLOR: '1',
    ...storeOf(data),
    ...variables,
  }
  const agents: DocsAgent[] = []
  const children: ChildProcess[] = []
  const wuku = (...args: readonly string[]) => runCommand(args, { cwd: home, env })
  const lines = async (...args: readonly string[]): Promise<readonly Answer[]> => {
    const { code, stdout, stderr } = await wuku(...args, '--json')
    expect([args, code, code === 0 ? '' : stderr]).toEqual([args, 0, ''])
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  return {
    home,
    env,
    wuku,
    lines,
    write(path, content) {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), content)
      return join(home, path)
    },
    json: async (...args) => (await lines(...args)).at(-1) ?? {},
    async refused(...args) {
      const { code, stderr } = await wuku(...args)
      return [code, stderr]
    },
    start(...args) {
      const child = spawn(process.execPath, [launcher, ...args], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] })
      children.push(child)
      return child
    },
    async agent(...flags) {
      const agent = await openAgent({ home, env, flags })
      agents.push(agent)
      return agent
    },
    kept: () => keptIn(data),
    async remove() {
      for (const agent of agents) await agent.close()
      for (const child of children) child.kill('SIGKILL')
      rmSync(home, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

interface Starting {
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  readonly flags: readonly string[]
}

async function openAgent({ home: cwd, env, flags }: Starting): Promise<DocsAgent> {
  const client = new Client({ name: 'docs-test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const args = [launcher, 'mcp', '--tools', 'core,docs', ...flags]
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    cwd,
    env: { ...env },
    stderr: 'ignore',
  })
  await client.connect(transport)
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
    expect([name, answer.isError ?? false, answer.isError ? answer.text : '']).toEqual([name, false, ''])
    return answer
  }
  return {
    client,
    call: async (name, input = {}) => (await heard(name, input)).structuredContent as Answer,
    text: async (name, input = {}) => (await heard(name, input)).text,
    async refused(name, input = {}) {
      const { isError, text } = await ask(name, input)
      expect([name, isError]).toEqual([name, true])
      return text
    },
    close: () => client.close(),
  }
}

async function keptIn(data: string): Promise<Kept> {
  const versions = (await rowsOf(data, 'SELECT originals, status FROM library_versions')) as readonly Answer[]
  const sources = (await rowsOf(data, "SELECT name, options FROM sources WHERE kind = 'docs'")) as readonly Answer[]
  return {
    versions: Object.fromEntries(versions.map(({ originals, status }) => [originals, status])),
    hidden: sources.filter(({ options }) => JSON.parse(options).hidden === true).map(({ name }) => name),
    originals: originalsIn(join(data, 'blobs')),
  }
}

/** `docs/<library>/<version>/`, where a file lies anywhere below. */
function originalsIn(blobs: string): readonly string[] {
  if (!existsSync(blobs)) return []
  const files = readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const prefixes = files.map(({ parentPath, name }) => join(parentPath, name).slice(blobs.length + 1))
  return [...new Set(prefixes.map((path) => `${path.split('/').slice(0, 3).join('/')}/`))].toSorted()
}

/** Pages of Markdown by path, each of which says `word`. */
export const pagesSaying = (word: string, count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `page-${at}.md`,
      `# Harbour ${at}\n\n## Tide ${at}\n\nThe harbour computes its tide in the ${word} way.\n\n\`\`\`ts\nconst tide = harbour${at}.compute('${word}')\n\`\`\`\n`,
    ]),
  )
