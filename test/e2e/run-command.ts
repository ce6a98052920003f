import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import { isWhole } from '../scale.ts'

export const launcher = join(import.meta.dirname, '..', '..', 'bin', 'wuku.js')

export interface Place {
  /** The folder of the repository by default. */
  readonly cwd?: string
  readonly env: NodeJS.ProcessEnv
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** `wuku` to its end, with nothing on standard input, while this process goes on. */
export const runCommand = (args: readonly string[], place: Place): Promise<Ended> =>
  runsInThread(args) ? runInThread({ args, cwd: process.cwd(), ...place }) : runInProcess(args, place)

/** The same, and nothing else happens here meanwhile. */
export function runCommandSync(args: readonly string[], place: Place): Ran {
  if (!runsInThread(args)) return runInProcessSync(args, place)
  const { code, ...rest } = runInThreadSync({ args, cwd: process.cwd(), ...place })
  return { status: code, ...rest }
}

/** For what only a process has: its exit code, its start, what it does to the machine. */
export async function runInProcess(args: readonly string[], place: Place): Promise<Ended> {
  const child = spawn(process.execPath, [launcher, ...args], { ...place, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, stdout, stderr }
}

export function runInProcessSync(args: readonly string[], place: Place): Ran {
  const options = { ...place, encoding: 'utf8', maxBuffer: 1 << 28 } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], options)
  return { status, stdout, stderr }
}

/** They speak with their process itself, are answered by the launcher, or read relative paths, which belong to a process. */
const needProcess = new Set([
  'console',
  'eval',
  'find',
  'mcp',
  'serve',
  'session-context',
  'start',
  'upgrade',
  'version',
])

/** A command that is run to its end and read needs no process, whose start is most of its time. */
function runsInThread(args: readonly string[]): boolean {
  const [command, action] = args.filter((word) => !word.startsWith('-'))
  const readsFolders = command === 'docs' && action === 'import'
  return !isWhole && command !== undefined && !needProcess.has(command) && !readsFolders
}

export interface CommandCall {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

interface CommandThread {
  readonly port: MessagePort
  /** How many commands have ended. */
  readonly ended: Int32Array
}

/** Each runs one command at a time. */
const idle: CommandThread[] = []

async function runInThread(call: CommandCall): Promise<Ended> {
  const thread = idle.pop() ?? startThread()
  thread.port.ref()
  send(thread, call)
  const [message] = (await once(thread.port, 'message')) as [Ended]
  thread.port.unref()
  idle.push(thread)
  return message
}

function runInThreadSync(call: CommandCall): Ended {
  const thread = idle.pop() ?? startThread()
  const before = Atomics.load(thread.ended, 0)
  send(thread, call)
  Atomics.wait(thread.ended, 0, before)
  const { message } = receiveMessageOnPort(thread.port) as { readonly message: Ended }
  idle.push(thread)
  return message
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows; a port has none
const send = ({ port }: CommandThread, call: CommandCall): void => port.postMessage(call)

function startThread(): CommandThread {
  const { port1, port2 } = new MessageChannel()
  const ended = new Int32Array(new SharedArrayBuffer(4))
  new Worker(new URL('command-thread.ts', import.meta.url), {
    workerData: { port: port2, ended },
    transferList: [port2],
  }).unref()
  port1.unref()
  return { port: port1, ended }
}
