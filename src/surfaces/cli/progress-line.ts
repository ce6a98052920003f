import type { Progress } from '../../engine/operation.ts'
import { grouped } from '../../engine/operations/counted.ts'
import type { Paint } from './terminal.ts'
import { cutToWidth, displayWidth } from './width.ts'

export interface LineOptions {
  /** Since the stage began. */
  readonly seconds: number
  readonly columns: number
  readonly paint: Paint
}

const BAR = 24

/** `  ━━━━━━━━━━──────────────  1,234 of 3,000   850 files/s   4.2 MB/s   2 s left` */
export function progressLine(step: Progress, { seconds, columns, paint }: LineOptions): string {
  const room = columns - 3
  if (!step.total) return `  ${cutToWidth(step.said, room)}`
  const facts = [`${grouped(step.done)} of ${grouped(step.total)}`, ...rates(step, step.total, seconds)].join('   ')
  if (displayWidth(facts) + BAR + 2 > room) return `  ${cutToWidth(facts, room)}`
  const filled = Math.round((BAR * step.done) / step.total)
  return `  ${paint.green('━'.repeat(filled))}${paint.dim('─'.repeat(BAR - filled))}  ${facts}`
}

/** A rate that is measured over less than this means nothing. */
const ENOUGH_SECONDS = 0.3

function rates({ done, bytes }: Progress, total: number, seconds: number): readonly string[] {
  if (seconds < ENOUGH_SECONDS || done === 0) return []
  const perSecond = done / seconds
  return [
    `${grouped(Math.round(perSecond))} files/s`,
    ...(bytes === undefined ? [] : [`${(bytes / seconds / 1e6).toFixed(1)} MB/s`]),
    ...(done < total ? [`${timeLeft((total - done) / perSecond)} left`] : []),
  ]
}

export function timeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`
}
