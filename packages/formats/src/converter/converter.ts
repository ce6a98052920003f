import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { isSea } from 'node:sea'
import { setImmediate as turnOfEvents, setTimeout as pause } from 'node:timers/promises'
import { unpacked } from '@wuku/messages/message'
import { cancelled, type WukuError } from '@wuku/core/errors'
import type { Converter, ForeignFile, RefusedFile } from '@wuku/core/ports/converter'
import type { Answer } from './convert.ts'
import { claimOf, endings } from './endings.ts'
import { refusals } from './format-refusals.ts'

export interface ConverterOptions {
  /** `child.ts` of this folder, or what it is built to. */
  readonly script: URL
  /** As `Converter` has it; default empty. */
  readonly version?: string
  /** The data folder, which optional parts lie in. */
  readonly home?: string
  /** Largest file that is taken. */
  readonly fileBytes?: number
  /** Memory of the process that reads. */
  readonly memoryBytes?: number
  readonly milliseconds?: { readonly pdf: number; readonly others: number }
  /** After which a process that has nothing to do ends. */
  readonly idleMilliseconds?: number
}

const defaults = {
  version: '',
  home: '',
  /** The largest manuals of chips and machines are smaller. */
  fileBytes: 100 * 1024 ** 2,
  memoryBytes: 1024 ** 3,
  milliseconds: { pdf: 60_000, others: 30_000 },
  idleMilliseconds: 30_000,
} as const

interface Bounds {
  /** The data folder, which optional parts lie in. */
  readonly home: string
  readonly milliseconds: number
  /** Limit of resident memory. */
  readonly memoryBytes: number
  readonly signal: AbortSignal
}

/** Why there is no answer; the process is gone then. `starved`: it was slow, and other processes had most of its time. */
type Death = 'slow' | 'starved' | 'memory' | 'crash' | 'aborted'

/** A process in which one file at a time is read. It has no environment, and may write nothing to disk. */
interface Reading {
  /** It is gone, or holds on to so much memory that the next file would be refused for it. */
  readonly isSpent: boolean
  convert(file: ForeignFile, bounds: Bounds): Promise<Answer | Death>
  end(): Promise<void>
}

/** Files are read one after the other in a process of their own: what they do to it, they do to nobody else. */
export function openConverter(options: ConverterOptions): Converter {
  const limits = { ...defaults, ...options }
  const closing = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  let reading: Reading | undefined
  let idle: NodeJS.Timeout | undefined

  /** Forgotten before it ends, so that nothing is asked of what is about to go. */
  const end = async (): Promise<void> => {
    const ending = reading
    reading = undefined
    await ending?.end()
  }
  const convert = async (file: ForeignFile, signal: AbortSignal): ReturnType<Converter['convert']> => {
    signal.throwIfAborted()
    clearTimeout(idle)
    if (reading?.isSpent) await end()
    const current = (reading ??= startReading(limits.script, limits.memoryBytes / 2))
    const { home, memoryBytes } = limits
    const usually = limits.milliseconds[claimOf(file.path).format === 'pdf' ? 'pdf' : 'others']
    const bounds = { home, milliseconds: Math.min(usually, file.milliseconds ?? usually), memoryBytes, signal }
    const started = performance.now()
    const answer = await current.convert(file, bounds)
    idle = setTimeout(() => void end(), limits.idleMilliseconds).unref()
    signal.throwIfAborted()
    if (typeof answer === 'string')
      return {
        ...refused(file, reasonOf(answer, bounds)),
        isLasting: answer !== 'starved',
        wastedMilliseconds: performance.now() - started,
      }
    if (!('said' in answer)) return answer
    const { said: message, remedy, isLasting } = answer
    return { path: file.path, said: unpacked(message), remedy: unpacked(remedy), isLasting, wastedMilliseconds: 0 }
  }
  return {
    endings,
    version: limits.version,
    async convert(file, signal) {
      const { length } = file.bytes
      if (length === 0) return refused(file, refusals.empty())
      if (length > limits.fileBytes) return refused(file, refusals.tooLarge(length, limits.fileBytes))
      const turn = last.then(() => convert(file, AbortSignal.any([signal, closing.signal])))
      // Its failure goes to its own caller; the next file is read all the same.
      last = turn.catch(() => undefined)
      return turn
    },
    async close() {
      closing.abort(cancelled())
      await last
      clearTimeout(idle)
      await end()
    },
  }
}

/** Found out without reading, and so again. */
const refused = ({ path }: ForeignFile, { texts }: WukuError): RefusedFile => ({
  path,
  said: texts.message,
  remedy: texts.remedy,
  isLasting: false,
  wastedMilliseconds: 0,
})

function reasonOf(death: Death, { milliseconds, memoryBytes }: Bounds): WukuError {
  if (death === 'slow' || death === 'starved') return refusals.tooSlow(milliseconds)
  return death === 'memory' ? refusals.tooMuchMemory(memoryBytes) : refusals.brokeDown()
}

function startReading(script: URL, heapBytes: number): Reading {
  const options = [`--max-old-space-size=${Math.ceil(heapBytes / 1024 ** 2)}`, ...CONFINED]
  const child = fork(script, [], {
    // A single executable takes options of Node from its environment alone.
    env: isSea() ? { NODE_OPTIONS: options.join(' ') } : {},
    execArgv: isSea() ? [] : options,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // An error of the line itself ends in `exit` or `close` all the same.
  let failure: Error | undefined
  child.on('error', (error) => void (failure ??= error))
  keepParentAlive(child, false)
  let isBloated = false
  return {
    get isSpent() {
      return isBloated || child.exitCode !== null || child.signalCode !== null || !child.connected
    },
    async convert(file, bounds) {
      await startedChild(child, () => failure)
      keepParentAlive(child, true)
      try {
        const answer = await answerOf(child, file, bounds)
        isBloated = ((await residentBytes(child.pid)) ?? 0) > bounds.memoryBytes / 2
        return answer
      } finally {
        keepParentAlive(child, false)
      }
    },
    end: () => kill(child),
  }
}

/** A process that could not be started reports it a moment later; that is no fault of the file. */
async function startedChild(child: ChildProcess, failure: () => Error | undefined): Promise<void> {
  if (child.pid !== undefined) return
  await turnOfEvents()
  throw failure() ?? new Error('The process that reads documents could not be started.')
}

/** Fonts and native code must be found; nothing else is of its business. */
const CONFINED = ['--permission', '--allow-fs-read=*', '--allow-addons', '--allow-worker']

function keepParentAlive(child: ChildProcess, doesKeep: boolean): void {
  const change = doesKeep ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
}

async function answerOf(child: ChildProcess, file: ForeignFile, bounds: Bounds): Promise<Answer | Death> {
  const over = new AbortController()
  const { signal } = over
  const before = processorMilliseconds(child.pid)
  const outcome = await new Promise<Answer | Death>((resolve) => {
    void growsBeyond(bounds.memoryBytes, child.pid, signal).then((isTooLarge) => isTooLarge && resolve('memory'))
    AbortSignal.timeout(bounds.milliseconds).addEventListener('abort', () => resolve('slow'), { signal })
    bounds.signal.addEventListener('abort', () => resolve('aborted'), { signal })
    const crashed = (): void => resolve('crash')
    once(child, 'message', { signal }).then(([answer]) => resolve(answer), crashed)
    once(child, 'exit', { signal }).then(crashed, crashed)
    child.send({ path: file.path, bytes: file.bytes, home: bounds.home }, (error) => error && crashed())
  })
  over.abort()
  const isStarved =
    outcome === 'slow' && (await processorMilliseconds(child.pid)) - (await before) < bounds.milliseconds / 2
  if (typeof outcome === 'string') await kill(child)
  return isStarved ? 'starved' : outcome
}

/** Infinite for a process that the system does not report on. Linux counts in hundredths of a second. */
async function processorMilliseconds(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')')).split(' ')
  const [user, system] = [Number(fields[12]), Number(fields[13])]
  return Number.isFinite(user + system) ? (user + system) * 10 : Infinity
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  // Referenced again, so that this process stays alive until the child has ended.
  child.ref()
  child.kill('SIGKILL')
  await gone
}

/** A page of a PDF may ask for gigabytes; so often they are noticed before they are all there. */
const INTERVAL_MS = 50

/** Watches the resident memory of a process. If the system does not report it, only its heap is limited. */
async function growsBeyond(maxBytes: number, pid: number | undefined, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const bytes = await residentBytes(pid)
    if (bytes === undefined || signal.aborted) return false
    if (bytes > maxBytes) return true
    // An aborted wait is a short one.
    await pause(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
  return false
}

/** `undefined` if the system does not report it, or the process has ended. */
async function residentBytes(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}
