/** Above this a number counts milliseconds (since 1973), below it seconds (until 5138). */
const LEAST_MILLISECONDS = 1e11
/** Above this it counts microseconds. */
const LEAST_MICROSECONDS = 1e14

const WRITTEN = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?$/i

/**
 * Milliseconds since the epoch, from a number in seconds, milliseconds or microseconds, or from a date as ISO writes it.
 * A date that names no zone is taken to be in UTC: where it was written is not known, and the answer must not depend on
 * the machine that reads it.
 */
export function readMoment(value: unknown): number | undefined {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string') return undefined
  if (/^\d{9,17}(\.\d{1,9})?$/.test(value)) return fromNumber(Number(value))
  const written = WRITTEN.exec(value.slice(0, 40).trim())
  if (!written) return undefined
  const [, day = '', time = '', zone = 'Z'] = written
  const moment = Date.parse(`${day}T${time.replace(',', '.')}${zone.toUpperCase()}`)
  return Number.isNaN(moment) || moment <= 0 ? undefined : moment
}

function fromNumber(value: number): number | undefined {
  if (!(value >= 1) || value >= LEAST_MICROSECONDS * 1000) return undefined
  if (value >= LEAST_MICROSECONDS) return Math.round(value / 1000)
  return Math.round(value >= LEAST_MILLISECONDS ? value : value * 1000)
}
