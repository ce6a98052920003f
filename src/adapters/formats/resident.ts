import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

export interface MemoryWatch {
  /** Bytes. */
  readonly most: number
  readonly exceeded: () => void
  readonly signal: AbortSignal
}

/** A page of a PDF may ask for gigabytes; so often they are noticed before they are all there. */
const INTERVAL_MS = 50

/** Looks at the memory that a process has in hand. Where the system does not tell, only its heap is bounded. */
export function watchMemory(pid: number | undefined, { most, exceeded, signal }: MemoryWatch): void {
  void (async () => {
    while (!signal.aborted) {
      const bytes = await residentBytes(pid)
      if (bytes === undefined || signal.aborted) return
      if (bytes > most) return exceeded()
      // An aborted wait is a short one.
      await pause(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  })()
}

/** `undefined` where the system does not tell, and of what is gone. */
export async function residentBytes(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}
