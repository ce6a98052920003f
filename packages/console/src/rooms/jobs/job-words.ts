import type { Job } from '../../jobs/jobs.ts'
import type { Formats } from '../../text/format.ts'

/** The library and version that a job is about; of other work, nothing. */
export const aboutOf = ({ library, version }: Pick<Job, 'library' | 'version'>): string =>
  [library, version].filter((each) => each !== null && each !== '').join(' ')

type Times = Pick<Job, 'started_at' | 'finished_at'>

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** How long a job ran, or has run until now. */
export function tookOf({ started_at: from, finished_at: to }: Times, formats: Formats, now = Date.now()): string {
  if (from === null) return ''
  const took = Math.max(0, (to === null ? now : Date.parse(to)) - Date.parse(from))
  if (took < SECOND) return formats.milliseconds(took)
  if (took < MINUTE) return `${formats.number(Math.round(took / 100) / 10)} s`
  return `${formats.number(Math.floor(took / MINUTE))} min ${Math.floor((took % MINUTE) / SECOND)} s`
}
