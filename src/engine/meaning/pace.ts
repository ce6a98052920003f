import type { Clock } from '../../ports/clock.ts'
import type { Progress } from '../operation.ts'

export type Pace = (done: number) => Progress

/** How far a run is, how fast, and how long the rest will take at that. */
export function paceOf(clock: Pick<Clock, 'now'>, total: number): Pace {
  const began = clock.now()
  return (done) => {
    const seconds = Math.max(0.001, (clock.now() - began) / 1000)
    const rate = done / seconds
    const left = rate > 0 ? Math.max(0, total - done) / rate : 0
    const said = `Making vectors: ${Math.round(rate)} chunks/s, ${duration(left)} left`
    return { stage: 'embed', done, total, said }
  }
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5_400) return `${Math.ceil(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}
