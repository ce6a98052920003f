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
import { clients } from '../../../packages/connect/src/clients.ts'
import { planConnection, writeChange } from '../../../packages/connect/src/connection.ts'
import { provisionClient } from '../../../scripts/provision-clients.ts'
import { startModel } from '../mcp-http/scripted-model.ts'
import type { Program } from './programs.ts'

export interface Run {
  readonly code: number | null
  readonly said: string
  /** What the model was sent. */
  readonly requests: readonly string[]
  /** What the hook was given. */
  readonly inputs: readonly string[]
}

interface House {
  readonly program: Program
  /** Script that stands for `wuku` in the hook: the body of a shell script. */
  readonly wuku: string
  readonly command: string
  readonly times: number
}

/** A user with the program, whose hook `wuku connect` has written, asks for something, and the model calls its tool. */
export async function runProgram({ program, wuku, command, times }: House): Promise<Run> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), `wuku-hook-${program.client}-`)))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), content)
  }
  const model = await startModel({ calls: program.tool, with: program.input(command), times, says: 'It is done.' })
  for (const [path, content] of Object.entries(program.files?.(model.address) ?? {})) write(path, content)
  write('work/package.json', JSON.stringify({ scripts: { test: 'exit 1', 'test:quick': 'exit 0' } }))
  mkdirSync(join(home, 'work/.git'))
  write('bin/wuku', `#!/bin/sh\n${wuku}\n`)
  chmodSync(join(home, 'bin/wuku'), 0o755)
  await installHook(program.client, home)
  const executable = await provisionClient(program.program)
  const args = program.args('Run the tests.')
  const [start, given] = program.isScript ? [process.execPath, [executable, ...args]] : [executable, args]
  const child = spawn(start, given, {
    cwd: join(home, 'work'),
    env: { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1', ...program.env?.(model.address) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 100_000,
  })
  const ended = new Promise<number | null>((done) => child.on('close', done))
  const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('\n')
  const log = join(home, 'hook.log')
  const inputs = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
  return { code: await ended, said, requests: model.requests, inputs }
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
