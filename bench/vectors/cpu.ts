import { readFileSync } from 'node:fs'

/**
 * Milliseconds that this thread has had a processor for: what others do on the machine is not in them. Linux counts them to
 * the nanosecond; what the platform tells elsewhere may be rounded to some milliseconds.
 */
export const cpuNow = (): number => scheduled() ?? told()

function scheduled(): number | undefined {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    return undefined
  }
}

function told(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
