import { isReadOnly, isWukuError } from '@wuku/core/errors'
import { everything } from '@wuku/core/ports/access'
import type { SourceDay, SourceFacts } from '@wuku/core/ports/index-view'
import { dayOf } from '../day.ts'
import type { EnginePorts } from '../base/ports.ts'

/** A server answers its client first. */
const STARTUP_DELAY_MS = 5_000
/** A machine that slept wakes up on another day. */
const CHECK_INTERVAL_MS = 60 * 60_000
/** Longest time after which a source that stays as it is gets a day again, so that older ones can go. */
const AGAIN_AFTER_MS = 30 * 86_400_000

type CountingPorts = Pick<EnginePorts, 'store' | 'clock'>

/** Background work of a server: counts once a day what no index run counted, such as pads, until the signal. */
export async function keepCounting(signal: AbortSignal, ports: CountingPorts, failed: (error: unknown) => void) {
  let counted = ''
  await ports.clock.sleep(STARTUP_DELAY_MS, signal)
  while (!signal.aborted) {
    const day = dayOf(ports.clock.now())
    try {
      if (day !== counted) await countSources(ports)
      counted = day
    } catch (error) {
      if (isReadOnly(error)) return
      if (!signal.aborted) failed(error)
    }
    await ports.clock.sleep(CHECK_INTERVAL_MS, signal)
  }
}

/** It is looked first, so that nearly all sources cost a read; each of the others is a short write of its own. */
export async function countSources({ store, clock }: CountingPorts): Promise<void> {
  const now = clock.now()
  const to = dayOf(now)
  const [facts, days] = await store.read(everything, (view) =>
    Promise.all([view.sources.facts(), view.sources.days({ from: dayOf(now - AGAIN_AFTER_MS), to })]),
  )
  const last = new Map(days.map((day) => [day.source, day]))
  const uncounted = facts.filter((each) => !isCounted(each, last.get(each.source.id), dayOf(now - AGAIN_AFTER_MS)))
  await Promise.all(
    uncounted.map(({ source: { id } }) => store.changeSource(id, { countedOn: to }).catch(passWhenGone)),
  )
}

const isCounted = (facts: SourceFacts, last: SourceDay | undefined, from: string): boolean =>
  last !== undefined &&
  last.day >= from &&
  last.documents === facts.documents &&
  last.chunks === facts.chunks &&
  last.bytes === facts.bytes

/** It was removed meanwhile. */
function passWhenGone(error: unknown): void {
  if (!isWukuError(error) || error.code !== 'unknown-source') throw error
}
