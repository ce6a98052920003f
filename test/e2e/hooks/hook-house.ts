import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeSessions, type Step } from '../../../bench/handoff/sessions.ts'
import { writeSession } from '../../../bench/handoff/write.ts'
import { clients } from '../../../packages/connect/src/clients.ts'
import { type ConnectionRequest, planConnection, writeChange } from '../../../packages/connect/src/connection.ts'
import { provisionClient } from '../../../scripts/provision-clients.ts'
import { startModel } from '../mcp-http/scripted-model.ts'
import { launcher, runCommand } from '../run-command.ts'
import { storeOf } from '../store.ts'
import type { Program } from './programs.ts'
import { scratchFolder, writeFiles } from '../../scratch.ts'

/** What answers in the hooks: the body of a shell script called `wuku`, and what it has to know before. */
export interface Answering {
  readonly wuku: string
  seed?(home: string): Promise<void>
  /** Takes in what the program has written. */
  refresh?(home: string, client: string): Promise<void>
}

const run = (script: string): string => `exec '${process.execPath}' '${script}' "$@"`

/** wuku itself, for a user who had a session in which `npm test` failed and `npm run test:quick` worked. */
export const installed: Answering = {
  wuku: run(launcher),
  async seed(home) {
    const [made] = makeSessions(1)
    if (!made) throw new Error('One session was asked for.')
    const failing = { kind: 'run', command: 'npm test', exit: 1, output: 'Error: the harbour is closed' } as const
    const steps: readonly Step[] = [
      { kind: 'user', text: 'Run the tests. From now on, answer in short sentences.' },
      failing,
      failing,
      failing,
      { kind: 'run', command: 'npm run test:quick', exit: 0, output: '12 passed' },
      { kind: 'say', text: 'The quick tests pass.' },
    ]
    writeSession({ ...made, project: join(home, 'work'), steps }, 'claude-code', join(home, '.claude'))
    await addChats(home, 'claude-code')
  },
  refresh: addChats,
}

async function addChats(home: string, client: string): Promise<void> {
  const ended = await runCommand(['add', '--agent', client], { cwd: home, env: environmentOf(home) })
  if (ended.code !== 0) throw new Error(ended.stderr)
}

export const environmentOf = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  WUKU_HOME: join(home, 'data'),
  NO_COLOR: '1',
  ...storeOf(join(home, 'data')),
})

interface Case {
  readonly program: Program
  readonly answering: Answering
  /** What the model calls, and how often. */
  readonly command: string
  readonly times: number
  readonly tokens?: number
  /** The program has the MCP server, and asks it by its hooks where it can. */
  readonly isServed?: boolean
}

interface Ended {
  readonly code: number | null
  readonly said: string
}

export interface Place {
  /** Starts the program, and waits for its end. */
  run(args: readonly string[]): Promise<Ended>
  requests(): readonly string[]
  /** How often a test of the user ran. */
  ran(): number
  refresh(): Promise<void>
}

/** A user with the program, whose hooks `wuku connect` has written. Whatever they ask, the model calls its tool. */
export async function openPlace({ program, answering, command, isServed = false, ...script }: Case): Promise<Place> {
  const home = scratchFolder()
  const write = (path: string, content: string): void => writeFiles(home, { [path]: content })
  const wish = { calls: program.tool, with: program.input(command), says: 'It is done.' }
  const model = await startModel({ ...wish, ...script })
  for (const [path, content] of Object.entries(program.files?.(model.address) ?? {})) write(path, content)
  const scripts = { test: 'echo ran >> ../ran.log; exit 1', 'test:quick': 'echo ran >> ../ran.log' }
  write('work/package.json', JSON.stringify({ scripts }))
  mkdirSync(join(home, 'work/.git'))
  await answering.seed?.(home)
  await connect(program.client, home, isServed ? { server: 'set', hook: 'set' } : { hook: 'set' })
  write('bin/wuku', `#!/bin/sh\n${answering.wuku}\n`)
  chmodSync(join(home, 'bin/wuku'), 0o755)
  const log = join(home, 'ran.log')
  return {
    run: (args) => start(program, { home, args, env: program.env?.(model.address) ?? {} }),
    // A program may also have a title written, without any tools.
    requests: () => model.requests.filter((request) => request.includes('"tools":')),
    ran: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0),
    refresh: async () => answering.refresh?.(home, program.client),
  }
}

interface Start {
  readonly home: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

async function start({ program, isScript }: Program, { home, args, env }: Start): Promise<Ended> {
  const executable = await provisionClient(program)
  const [command, given] = isScript ? [process.execPath, [executable, ...args]] : [executable, args]
  const child = spawn(command, given, {
    cwd: join(home, 'work'),
    env: { ...environmentOf(home), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 100_000,
  })
  const ended = new Promise<number | null>((done) => child.on('close', done))
  const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('\n')
  return { code: await ended, said }
}

/** As `wuku connect <client> --guide` does, for a wuku that is called by its path. */
async function connect(name: string, home: string, wishes: ConnectionRequest['wishes']): Promise<void> {
  const client = clients.find((each) => each.name === name)
  if (!client) throw new Error(`There is no client ${name}.`)
  const changes = await planConnection({
    client,
    // A program may keep its own variables from its servers.
    server: { command: join(home, 'bin/wuku'), args: ['mcp'], env: { WUKU_HOME: join(home, 'data') } },
    places: { env: {}, platform: process.platform, userFolder: home },
    folder: join(home, 'work'),
    isProject: false,
    wishes,
    language: 'en',
    force: false,
  })
  for (const change of changes) await writeChange(change)
}
