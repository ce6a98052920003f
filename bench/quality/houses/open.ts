import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../../src/engine/engine.ts'
import { openEngine } from '../../pads/engine.ts'

export interface ScratchHouse {
  readonly engine: Engine
  /** For what it takes in. */
  readonly scratch: string
  close(): Promise<void>
}

/** The product with a data folder that goes with it. */
export async function openScratchHouse(): Promise<ScratchHouse> {
  const scratch = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
  const engine = await openEngine(join(scratch, 'wuku'))
  return {
    engine,
    scratch,
    async close() {
      await engine.close()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
