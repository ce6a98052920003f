import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { makeSessions, type Step } from '../../../bench/handoff/sessions.ts'
import { writeSession } from '../../../bench/handoff/write.ts'
import { clients } from '../../../packages/connect/src/clients.ts'
import { planConnection, writeChange } from '../../../packages/connect/src/connection.ts'
import { provisionClient } from '../../../scripts/provision-clients.ts'
import { startModel } from '../mcp-http/scripted-model.ts'
import { launcher, runCommand } from '../run-command.ts'
import { storeOf } from '../store.ts'
import type { Program } from './programs.ts'

/** What answers in the hooks: the body of a shell script called `wuku`, and what it has to know before. */
export interface Answering {
  readonly wuku: string
  readonly seed?: (home: string) => Promise<void>
  /** What else the model must be told, and what after a failure. */
  readonly also: readonly string[]
  readonly afterFailure: readonly string[]
}

const run = (script: string): string => `exec '${process.execPath}' '${script}' "$@"`

export const standIn: Answering = {
  wuku: run(join(import.meta.dirname, 'stand-in.ts')),
  also: ['Of this prompt: use the tests of the harbour.'],
  afterFailure: ['Solved before by: npm install --offline.'],
}

/** wuku itself, for a user who had a session in which `npm test` failed and `npm run test:quick` worked. */
export const installed: Answering = {
  wuku: run(launcher),
  also: [],
  afterFailure: [],
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
    const ended = await runCommand(['add', '--agent', 'claude-code'], { cwd: home, env: environmentOf(home) })
    if (ended.code !== 0) throw new Error(ended.stderr)
  },
}

const environmentOf = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  WUKU_HOME: join(home, 'data'),
  NO_COLOR: '1',
  ...storeOf(join(home, 'data')),
})

interface Case {
  readonly program: Program
  readonly answering: Answering
  /** How often the model calls the failing command. */
  readonly times: number
}

export interface Run {
  readonly code: number | null
  readonly said: string
  /** What the model was sent. */
  readonly requests: readonly string[]
  /** How often the command ran. */
  readonly ran: number
}

/** A user with the program, whose hooks `wuku connect` has written, asks for something, and the model calls its tool. */
export async function runProgram({ program, answering, times }: Case): Promise<Run> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), `wuku-hook-${program.client}-`)))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), content)
  }
  const model = await startModel({
    calls: program.tool,
    with: program.input('npm test'),
    times,
    says: 'It is done.',
  })
  for (const [path, content] of Object.entries(program.files?.(model.address) ?? {})) write(path, content)
  const scripts = { test: 'echo ran >> ../ran.log; exit 1', 'test:quick': 'exit 0' }
  write('work/package.json', JSON.stringify({ scripts }))
  mkdirSync(join(home, 'work/.git'))
  await answering.seed?.(home)
  await installHook(program.client, home)
  write('bin/wuku', `#!/bin/sh\n${answering.wuku}\n`)
  chmodSync(join(home, 'bin/wuku'), 0o755)
  const ended = await start(program, home, program.env?.(model.address) ?? {})
  const log = join(home, 'ran.log')
  const ran = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0
  // A program may also have a title written, without any tools.
  return { ...ended, requests: model.requests.filter((request) => request.includes('"tools":')), ran }
}

async function start(program: Program, home: string, env: NodeJS.ProcessEnv): Promise<Pick<Run, 'code' | 'said'>> {
  const executable = await provisionClient(program.program)
  const args = program.args('Run the tests.')
  const [command, given] = program.isScript ? [process.execPath, [executable, ...args]] : [executable, args]
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
async function installHook(name: string, home: string): Promise<void> {
  const client = clients.find((each) => each.name === name)
  if (!client) throw new Error(`There is no client ${name}.`)
  const changes = await planConnection({
    client,
    server: { command: join(home, 'bin/wuku'), args: ['mcp'], env: {} },
    places: { env: {}, platform: process.platform, userFolder: home },
    folder: join(home, 'work'),
    isProject: false,
    wishes: { hook: 'set' },
    language: 'en',
    force: false,
  })
  for (const change of changes) await writeChange(change)
}
