import { readFileSync } from 'node:fs'

/**
 * Milliseconds of processor time of this thread, without those of other work on the machine. Linux counts them to the
 * nanosecond; other platforms may round to some milliseconds.
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
