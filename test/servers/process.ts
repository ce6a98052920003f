import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chownSync, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server of a test in a folder of its own. It ends with the process of the test, however that ends. */
export interface ServerProcess {
  readonly port: number
  readonly folder: string
  /** In order, as an administrator would. */
  stop(): Promise<void>
  /** At once, with all of its children: `kill -9`. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it, and its folder goes. */
  close(): Promise<void>
  log(): string
  readonly pid: number
}

export interface ServerPlan {
  readonly name: string
  readonly program: string
  readonly args: (place: Place) => readonly string[]
  readonly isReady: (place: Place) => Promise<boolean>
  /** Before the first start. */
  readonly prepare?: (place: Place) => Promise<void> | void
  readonly stopSignal?: NodeJS.Signals
}

export interface Place {
  readonly folder: string
  readonly port: number
}

const isRoot = process.getuid?.() === 0
const nobody = 65_534
/** Enough for a machine with much else to do. */
const TRIES = 9_000

export async function startServer(plan: ServerPlan): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), `wuku-${plan.name}-`))
  if (isRoot) chownSync(folder, nobody, nobody)
  const place = { folder, port: await freePort() }
  await plan.prepare?.(place)
  let running: Running | undefined
  const start = async (): Promise<void> => {
    running = launch(plan, place)
    await ready(plan, place, running)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await running?.end(signal)
    running = undefined
  }
  const server: ServerProcess = {
    ...place,
    stop: () => end(plan.stopSignal ?? 'SIGTERM'),
    kill: () => end('SIGKILL'),
    start,
    close: async () => {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
    log: () => readFileSync(join(folder, 'log'), 'utf8'),
    get pid() {
      return running?.child.pid ?? 0
    },
  }
  try {
    await start()
  } catch (thrown) {
    await server.close()
    throw thrown
  }
  return server
}

interface Running {
  readonly child: ChildProcess
  end(signal: NodeJS.Signals): Promise<void>
}

function launch(plan: ServerPlan, place: Place): Running {
  const [program, ...args] = asNobody([plan.program, ...plan.args(place)])
  // A group of its own: Ctrl+C at the terminal is for the tests, which end it.
  const child = spawn(program, args, { cwd: place.folder, env: plain(place.folder), stdio: 'pipe', detached: true })
  const log = createWriteStream(join(place.folder, 'log'), { flags: 'a' })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.pipe(log, { end: false })
    // On a full disk: what is not read would hold the server up.
    log.on('error', () => stream?.resume())
  }
  const watchdog = watch(Number(child.pid), place.folder)
  return {
    child,
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit')
        if (signal === 'SIGKILL') killTree(Number(child.pid))
        else child.kill(signal)
        await gone
      }
      watchdog.kill('SIGKILL')
      log.end()
    },
  }
}

/** Waits at a pipe of this process, which breaks when this process is killed; then ends the server and removes its folder. */
function watch(pid: number, folder: string): ChildProcess {
  const script = 'cat; kill -QUIT "$0"; sleep 1; kill -KILL "$0"; rm -rf "$1"'
  const watchdog = spawn('sh', ['-c', script, String(pid), folder], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watchdog.stdin?.on('error', () => {})
  watchdog.unref()
  return watchdog
}

/** Its children first stand still, or they would see that it is gone and end in order. */
function killTree(pid: number): void {
  const children = childrenOf(pid)
  for (const each of [pid, ...children]) signalTo(each, 'SIGSTOP')
  for (const each of [pid, ...children]) signalTo(each, 'SIGKILL')
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already.
  }
}

async function ready(plan: ServerPlan, place: Place, { child }: Running): Promise<void> {
  for (let tries = 0; !(await plan.isReady(place)); tries++) {
    if (child.exitCode !== null || tries > TRIES)
      throw new Error(`${plan.name} does not start: ${readFileSync(join(place.folder, 'log'), 'utf8').slice(-2000)}`)
    await sleep(20)
  }
}

/** Servers refuse to run as root; in a container there is often nobody else. */
export const asNobody = (command: readonly string[]): readonly [string, ...string[]] =>
  isRoot
    ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', ...command]
    : (command as [string, ...string[]])

export const plain = (home: string): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], HOME: home, LC_ALL: 'C.UTF-8' })

/**
 * Below the ports that connections take for themselves, and so is the one 10,000 above, which some servers use as well. The
 * same port of UDP is held as long as this process lives: no other run takes it while its server is not there yet, or away.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 22_768)
    const held = createSocket('udp4').unref().bind(port, '127.0.0.1')
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await Promise.all([once(held, 'listening'), once(server, 'listening')]).catch(() => false)
    await new Promise((done) => server.close(done))
    if (isFree) return port
  }
}
