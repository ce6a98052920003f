import type { Clock } from '../ports/clock.ts'
import type { NewRecords } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'

/**
 * Each write waits for the disk, and readers read the pages of the file anew after it: records are written many at once,
 * soon after what they tell of.
 */
const EVERY_MS = 2_000
const MOST_WAITING = 1_000
const DAY_MS = 86_400_000

export interface Recorder {
  add(records: NewRecords): void
  /** Writes what waits. */
  flush(): Promise<void>
}

interface Waiting {
  activities: NonNullable<NewRecords['activities']>[number][]
  calls: NonNullable<NewRecords['calls']>[number][]
  counts: NonNullable<NewRecords['counts']>[number][]
}

/** What cannot be written down is lost: no answer fails because its record did. */
export function createRecorder(
  store: Pick<Store, 'record'>,
  clock: Clock,
  { recordDays }: { readonly recordDays: number },
): Recorder {
  let waiting: Waiting = { activities: [], calls: [], counts: [] }
  let writing: Promise<void> = Promise.resolve()
  let stop: (() => void) | undefined
  const flush = (): Promise<void> => {
    stop?.()
    stop = undefined
    const records = waiting
    if (sizeOf(records) === 0) return writing
    waiting = { activities: [], calls: [], counts: [] }
    const forgetBefore = clock.now() - recordDays * DAY_MS
    return (writing = writing.then(() => store.record({ ...records, forgetBefore })).catch(() => {}))
  }
  return {
    add({ activities = [], calls = [], counts = [] }) {
      waiting.activities.push(...activities)
      waiting.calls.push(...calls)
      waiting.counts.push(...counts)
      if (sizeOf(waiting) >= MOST_WAITING) return void flush()
      stop ??= clock.every(EVERY_MS, () => void flush())
    },
    flush,
  }
}

const sizeOf = ({ activities, calls, counts }: Waiting): number => activities.length + calls.length + counts.length
