import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { once } from '@wuku/core/once'
import { afterAll, expect, onTestFinished } from 'vitest'
import { wuku } from '../mcp-home.ts'
import { runCommandSync } from '../run-command.ts'
import { storeOf } from '../store.ts'

const shop = join(import.meta.dirname, '..', '..', 'fixtures', 'repositories', 'shop')

/** A machine with a repository that nobody registered, and agents that are started in it. */
export interface CodeHouse {
  /** Real path of the repository. */
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  write(path: string, text: string): void
  remove(path: string): void
  /** Changed time, same bytes. */
  touch(path: string): void
  link(path: string, target: string): void
  /** Runs `wuku` in the repository. */
  run(...args: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string }
  git(...args: readonly string[]): void
  /** Speaks MCP to a process of its own, started in the repository or in `folder`, with these flags: by default it watches nothing, so that each test says when something is taken in. */
  agent(folder?: string, flags?: readonly string[]): Promise<CodeAgent>
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers are held against what a row expects of them
export type Answer = Readonly<Record<string, any>>

export interface CodeAgent {
  /** The structured answer; the text of an answer of this storehouse must say the same. */
  call(name: string, input?: object): Promise<Answer>
  /** Text of an error. */
  refused(name: string, input?: object): Promise<string>
  readonly client: Client
}

/** `onTestFinished`, or what stands in its place. */
export type AtEnd = (work: () => void | Promise<void>) => void

export function openCodeHouse(
  { git = false }: { readonly git?: boolean } = {},
  atEnd: AtEnd = onTestFinished,
): CodeHouse {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wuku-code-')))
  const root = join(folder, 'shop')
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(shop, root, { recursive: true })
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(folder, 'user'),
    WUKU_HOME: join(folder, 'data'),
    NO_COLOR: '1',
    ...storeOf(join(folder, 'data')),
  }
  mkdirSync(env.HOME)
  const house: CodeHouse = {
    root,
    env,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    remove: (path) => rmSync(join(root, path), { recursive: true }),
    touch: (path) => utimesSync(join(root, path), 1_000_000_000, 1_000_000_000),
    link: (path, target) => symlinkSync(target, join(root, path)),
    run: (...args) => runCommandSync(args, { cwd: root, env }),
    git(...args) {
      const who = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.org', '-c', 'commit.gpgsign=false']
      const { status, stderr } = spawnSync('git', [...who, ...args], { cwd: root, env, encoding: 'utf8' })
      if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    },
    agent: (cwd = root, flags = ['--no-watch']) => openAgent(cwd, env, { flags, atEnd }),
  }
  if (git) {
    house.git('init', '-q')
    house.git('add', '-A')
    house.git('commit', '-q', '-m', 'Open the shop')
  }
  return house
}

async function openAgent(
  cwd: string,
  env: Readonly<Record<string, string>>,
  { flags, atEnd }: { readonly flags: readonly string[]; readonly atEnd: AtEnd },
): Promise<CodeAgent> {
  const client = new Client({ name: 'code-test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [wuku, 'mcp', '--tools', 'core,code', ...flags],
    cwd,
    env: { ...env },
    stderr: 'ignore',
  })
  await client.connect(transport)
  atEnd(() => client.close())
  const call = async (name: string, input: object) =>
    (await client.callTool({ name, arguments: { ...input } })) as {
      readonly isError?: boolean
      readonly content: readonly { readonly text: string }[]
      readonly structuredContent?: unknown
    }
  return {
    client,
    async call(name, input = {}) {
      const { isError, content, structuredContent } = await call(name, input)
      expect([isError ?? false, isError ? content[0]?.text : '']).toEqual([false, ''])
      if (!['open', 'recall', 'impact', 'affected', 'verify'].includes(name))
        expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent)
      return structuredContent as Answer
    },
    async refused(name, input = {}) {
      const { isError, content } = await call(name, input)
      expect([isError, content[0]?.text]).toEqual([true, expect.any(String)])
      return content[0]?.text ?? ''
    },
  }
}

/** A repository with an index, and an agent in it. */
export async function openIndexedShop(
  options: { readonly git?: boolean } = {},
  atEnd?: AtEnd,
): Promise<CodeHouse & { readonly at: CodeAgent }> {
  const house = openCodeHouse(options, atEnd)
  const at = await house.agent()
  await at.call('repo_reindex', { dry_run: false })
  return { ...house, at }
}

const ends: (() => void | Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

/** One house for all tests of a file that only ask: an agent is started and a repository read once. */
export const shared = <House>(open: (atEnd: AtEnd) => Promise<House>): (() => Promise<House>) =>
  once(() => open((end) => void ends.push(end)))

export const sharedShop = shared((atEnd) => openIndexedShop({}, atEnd))
