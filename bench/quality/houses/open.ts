import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '@wuku/kernel/base/engine'
import { buildAt, type Product } from '../../house/build.ts'

export interface ScratchHouse {
  readonly engine: Engine
  readonly product: Product
  /** For what it takes in. */
  readonly scratch: string
  close(): Promise<void>
}

/** The product with a data folder that goes with it. */
export async function openScratchHouse(env?: Readonly<Record<string, string | undefined>>): Promise<ScratchHouse> {
  const scratch = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
  const product = await buildAt().open(join(scratch, 'wuku'), env)
  return {
    engine: product.engine,
    product,
    scratch,
    async close() {
      await product.close()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
