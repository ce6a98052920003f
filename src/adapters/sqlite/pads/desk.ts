import type { PadDesk } from '../../../ports/pads.ts'
import type { Connection } from '../driver.ts'

/** Stands on the writer within a transaction. `settle` writes down what was only counted so far; then it may be committed. */
export function createPadDesk(_db: Connection): { readonly pads: PadDesk; settle(): void } {
  throw new Error('not written yet')
}
