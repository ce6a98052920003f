import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { folderToEnd, shared } from '../at-end.ts'
import { runCommandSync } from '../run-command.ts'
import { type Agent, type Answer, openAgent, type Starting } from '../open-agent.ts'
import { envOf } from '../store.ts'
import { writeFiles } from '../../scratch.ts'

const shop = join(import.meta.dirname, '..', '..', 'fixtures', 'repositories', 'shop')

/** A machine with a repository that nobody registered, and agents that are started in it. */
export interface CodeHouse {
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  write(path: string, text: string): void
  remove(path: string): void
  /** Changed time, same bytes. */
  touch(path: string): void
  link(path: string, target: string): void
  run(...args: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string }
  git(...args: readonly string[]): void
  /** Speaks MCP to a process of its own, started in the repository or in `folder`, with these flags: by default it watches nothing, so that each test says when something is taken in. */
  agent(folder?: string, flags?: readonly string[]): Promise<CodeAgent>
}

export type { Answer }
export interface CodeAgent extends Pick<Agent, 'client' | 'refused'> {
  /** The structured answer; the text of an answer of this storehouse must say the same. */
  call(name: string, input?: object): Promise<Answer>
}

export function openCodeHouse({ git = false }: { readonly git?: boolean } = {}) {
  const folder = folderToEnd()
  const root = join(folder, 'shop')
  cpSync(shop, root, { recursive: true })
  const env = envOf(join(folder, 'user'), join(folder, 'data'))
  mkdirSync(join(folder, 'user'))
  const house: CodeHouse = {
    root,
    env,
    write: (path, text) => writeFiles(root, { [path]: text }),
    remove: (path) => rmSync(join(root, path), { recursive: true }),
    touch: (path) => utimesSync(join(root, path), 1_000_000_000, 1_000_000_000),
    link: (path, target) => symlinkSync(target, join(root, path)),
    run: (...args) => runCommandSync(args, { cwd: root, env }),
    git(...args) {
      const who = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.org', '-c', 'commit.gpgsign=false']
      const { status, stderr } = spawnSync('git', [...who, ...args], { cwd: root, env, encoding: 'utf8' })
      if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    },
    agent: (cwd = root, flags = ['--no-watch']) => openCodeAgent({ flags, cwd, env }),
  }
  if (git) {
    house.git('init', '-q')
    house.git('add', '-A')
    house.git('commit', '-q', '-m', 'Open the shop')
  }
  return house
}

async function openCodeAgent(starting: Omit<Starting, 'tools'>): Promise<CodeAgent> {
  const agent = await openAgent({ tools: 'core,code', ...starting })
  return {
    client: agent.client,
    refused: agent.refused,
    async call(name, input) {
      const { isError, text, structuredContent } = await agent.ask(name, input)
      expect([isError ?? false, isError ? text : '']).toEqual([false, ''])
      if (!['open', 'recall', 'impact', 'affected', 'verify'].includes(name))
        expect(JSON.parse(text)).toEqual(structuredContent)
      return structuredContent as Answer
    },
  }
}

/** A repository with an index, and an agent in it. */
export async function openIndexedShop(options: { readonly git?: boolean } = {}) {
  const house = openCodeHouse(options)
  const at = await house.agent()
  await at.call('repo_reindex', { dry_run: false })
  return { ...house, at }
}

export const sharedShop = shared(() => openIndexedShop())
