import { closeSync, fdatasyncSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { timeEach } from './timing.ts'
import { textsOf, type DraftWorkflow } from './workload.ts'

/** Lower limits for any program, on the disk that holds its data. */
export interface Limits {
  /** Milliseconds to make 4 KB durable: what a commit cannot do without. */
  readonly syncs: readonly number[]
  /** Milliseconds to read all texts from one file in the system's cache. */
  readonly reads: readonly number[]
}

export async function measureLimits(folder: string, workload: readonly DraftWorkflow[]): Promise<Limits> {
  const texts = join(folder, 'texts')
  writeFileSync(texts, workload.flatMap(textsOf).join('\n'))
  return {
    syncs: syncTimes(join(folder, 'log'), 200),
    reads: await timeEach(5, async () => readFileSync(texts)),
  }
}

function syncTimes(file: string, times: number): readonly number[] {
  const page = Buffer.alloc(4_096, 1)
  const handle = openSync(file, 'w')
  try {
    return Array.from({ length: times }, () => {
      const started = performance.now()
      writeSync(handle, page)
      fdatasyncSync(handle)
      return performance.now() - started
    })
  } finally {
    closeSync(handle)
  }
}
