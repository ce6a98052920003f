import { unpacked } from '@wuku/messages/message'
import { cancelled, type WukuError } from '@wuku/core/errors'
import type { Converter, ForeignFile, RefusedFile } from '@wuku/core/ports/converter'
import { claimOf, endings } from './endings.ts'
import { startReading, type Bounds, type Death, type Reading } from './process.ts'
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
  readonly milliseconds?: Timeouts
  /** After which a process that has nothing to do ends. */
  readonly idleMilliseconds?: number
}

interface Timeouts {
  readonly pdf: number
  readonly others: number
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
    const usually = timeoutFor(file, limits.milliseconds)
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

const timeoutFor = ({ path }: ForeignFile, { pdf, others }: Timeouts): number =>
  claimOf(path).format === 'pdf' ? pdf : others

/** Found out without reading, and so again. */
const refused = ({ path }: ForeignFile, { texts }: WukuError): RefusedFile => ({
  path,
  said: texts.message,
  remedy: texts.remedy,
  isLasting: false,
  wastedMilliseconds: 0,
})

function reasonOf(
  death: Death,
  { milliseconds, memoryBytes }: Pick<Bounds, 'milliseconds' | 'memoryBytes'>,
): WukuError {
  if (death === 'slow' || death === 'starved') return refusals.tooSlow(milliseconds)
  return death === 'memory' ? refusals.tooMuchMemory(memoryBytes) : refusals.brokeDown()
}
