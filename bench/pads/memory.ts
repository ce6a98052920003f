import { existsSync, readFileSync } from 'node:fs'

export interface Memory {
  readonly residentBytes: number
  /** The most that it ever was. */
  readonly peakBytes: number
}

/** Memory of a running process, as Linux reports it; not a number elsewhere. */
export function memoryOf(pid: number): Memory {
  const file = `/proc/${pid}/status`
  const status = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? NaN) * 1_024
  return { residentBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM') }
}
