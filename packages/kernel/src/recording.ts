import { isReadOnly } from '@wuku/core/errors'
import type { Clock } from '@wuku/core/ports/clock'
import type { NewRecords } from '@wuku/core/ports/record-store'
import type { Store } from '@wuku/core/ports/store'

/**
 * Each write waits for the disk, and makes readers load pages of the file again: records are written in groups, shortly
 * after the events.
 */
const EVERY_MS = 1_000
const MAX_WAITING = 1_000
const DAY_MS = 86_400_000

export interface Recorder {
  add(records: NewRecords): void
  /** Writes what waits. */
  flush(): Promise<void>
}

/** More than this of the audit does not wait for a store that cannot be written. */
const MAX_RETAINED = 10_000

type Waiting = {
  [Name in 'activities' | 'calls' | 'counts' | 'audit' | 'samples']: NonNullable<NewRecords[Name]>[number][]
}

const nothing = (): Waiting => ({ activities: [], calls: [], counts: [], audit: [], samples: [] })

interface RecorderOptions {
  readonly recordDays: number
  /** Hears that records were lost: once, until some can be written again. */
  readonly failed?: (error: unknown) => void
}

/** A record that cannot be written is lost, but for the audit, which is tried again: no answer fails because its record did. */
export function createRecorder(store: Pick<Store, 'record'>, clock: Clock, options: RecorderOptions): Recorder {
  let waiting = nothing()
  let writing: Promise<void> = Promise.resolve()
  let stop: (() => void) | undefined
  let isLosing = false
  const write = async (records: NewRecords & Pick<Waiting, 'audit'>): Promise<void> => {
    try {
      await store.record(records)
      isLosing = false
    } catch (error) {
      // A read-only process records nothing, and misses nothing.
      if (!isLosing && !isReadOnly(error)) options.failed?.(error)
      isLosing = true
      if (records.audit.length === 0 || isReadOnly(error)) return
      waiting.audit = [...records.audit, ...waiting.audit].slice(-MAX_RETAINED)
      stop ??= clock.every(EVERY_MS, () => void flush())
    }
  }
  const flush = (): Promise<void> => {
    stop?.()
    stop = undefined
    const records = waiting
    if (sizeOf(records) === 0) return writing
    waiting = nothing()
    const forgetBefore = clock.now() - options.recordDays * DAY_MS
    return (writing = writing.then(() => write({ ...records, forgetBefore })))
  }
  return {
    add(records) {
      for (const name of kinds) waiting[name].push(...((records[name] ?? []) as never[]))
      if (sizeOf(waiting) >= MAX_WAITING) return void flush()
      stop ??= clock.every(EVERY_MS, () => void flush())
    },
    flush,
  }
}

const kinds = Object.keys(nothing()) as readonly (keyof Waiting)[]
const sizeOf = (records: Waiting): number => kinds.reduce((sum, name) => sum + records[name].length, 0)
