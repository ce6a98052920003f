import type { Job } from './jobs.ts'

const KEPT_IN_MIND = 14 * 86_400_000

/** Those that failed lately, unless the same was done since; the newest first, as `all` is. */
export function unmended(all: readonly Job[], now = Date.now()): readonly Job[] {
  const done = new Set<string>()
  return all.filter((job) => {
    const about = [job.kind, job.library_id, job.version].join(' ')
    const isOpen = job.status === 'failed' && !done.has(about) && Date.parse(job.created_at) > now - KEPT_IN_MIND
    // A failure that was tried again is told once.
    if (job.status !== 'cancelled') done.add(about)
    return isOpen
  })
}
