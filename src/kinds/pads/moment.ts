import { WukuError } from '../../core/errors.ts'

/** Milliseconds since the epoch of an ISO time, UTC unless it says otherwise, or of a time so long before `now`. */
export function parseMoment(text: string, now: number): number {
  const moment = agoFrom(text.trim(), now) ?? isoMoment(text.trim())
  if (moment !== undefined) return moment
  throw new WukuError(
    'bad-input',
    `"${text.slice(0, 40)}" is not a time.`,
    'Write an ISO time such as "2026-03-01T09:30:00Z", or an age: "45m", "2h", "3d", "1w".',
  )
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

function agoFrom(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,6}(?:\.\d{1,3})?) ?([smhdw])(?: ago)?$/i.exec(text) ?? []
  const length = unit && MILLISECONDS[unit.toLowerCase()]
  return length ? now - Number(count) * length : undefined
}

function isoMoment(text: string): number | undefined {
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/i.exec(text) ?? []
  if (!day) return undefined
  const moment = Date.parse(time ? `${day}T${time}${zone ?? 'Z'}` : day)
  return Number.isNaN(moment) ? undefined : moment
}
