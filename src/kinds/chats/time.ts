/** Further from 1970 there is no date. */
const FURTHEST = 8.64e15

/** Whole milliseconds since the epoch, or nothing when a program wrote what is no time. */
export function momentOf(at: number | undefined): number | undefined {
  return at !== undefined && Number.isFinite(at) && Math.abs(at) <= FURTHEST ? Math.round(at) : undefined
}

/** `2026-11-01 10:02`, in UTC, which every reader of a text can count with. */
export const writeMinute = (at: number): string => writeTime(at).slice(0, -3)

/** `2026-11-01 10:02:33`. */
export const writeTime = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '')

/** `2026-11-01`. */
export const writeDay = (at: number): string => writeTime(at).split(' ')[0] ?? ''
