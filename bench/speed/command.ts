import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { killTree } from './processes.ts'

export interface Command {
  /** Run by the Node that runs this. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Cost of a command, with all processes that it started. */
export interface Cost {
  readonly seconds: number
  /** User and system; not a number where it cannot be measured. */
  readonly cpuSeconds: number
  /** Peak memory of its largest process. */
  readonly peakBytes: number
  readonly output: string
}

/** Debian's package `time`. Node itself cannot measure the children of a child. */
const TIME = '/usr/bin/time'
const FORMAT = '%U %S %M'

/** A command that takes longer is stopped with all that it started, and throws. */
const MOST_MINUTES = 20

export async function measure(command: Command): Promise<Cost> {
  const scratch = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
  try {
    const usage = join(scratch, 'usage')
    const timed = existsSync(TIME) ? [TIME, '-f', FORMAT, '-o', usage, process.execPath] : [process.execPath]
    const started = performance.now()
    const output = await run([...timed, ...command.args], command.env)
    return { seconds: (performance.now() - started) / 1_000, ...readUsage(usage), output }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function run([file = '', ...args]: readonly string[], env: Command['env']): Promise<string> {
  const running = promisify(execFile)(file, args, { env, maxBuffer: 2 ** 28 })
  let isStopped = false
  const stop = setTimeout(() => {
    isStopped = true
    if (running.child.pid !== undefined) killTree(running.child.pid)
  }, MOST_MINUTES * 60_000)
  try {
    return (await running).stdout
  } catch (error) {
    throw isStopped ? new Error(`stopped after ${MOST_MINUTES} minutes`, { cause: error }) : error
  } finally {
    clearTimeout(stop)
  }
}

function readUsage(file: string): Pick<Cost, 'cpuSeconds' | 'peakBytes'> {
  if (!existsSync(file)) return { cpuSeconds: NaN, peakBytes: NaN }
  const [user = NaN, system = NaN, kilobytes = NaN] = readFileSync(file, 'utf8').trim().split(' ').map(Number)
  return { cpuSeconds: user + system, peakBytes: kilobytes * 1_024 }
}
