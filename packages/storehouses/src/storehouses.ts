import type { Kind } from '@wuku/core/core-types'
import { chats } from '@wuku/chats'
import { createCode } from '@wuku/code'
import { docs } from '@wuku/docs'
import { notes } from '@wuku/notes'
import { pads } from '@wuku/pads'
import type { Reader } from '@wuku/core/ports/source-reader'
import type { Storehouse } from '@wuku/kernel/base/operation'

/** All that is known of a storehouse elsewhere is its name in `core/core-types.ts`. */
export const storehouses: readonly Storehouse[] = [
  createCode(
    async () => (await import('./code-reader.ts')).codeReader,
    () => import('@wuku/claims/judge'),
  ),
  notes,
  pads,
  chats,
  docs,
]

/** A thread reads one kind of source at a time: what the others need to be read stays out of its memory. */
export const loadReader = (kind: Kind): Promise<Reader> => storehouseOf(kind).reader()

export function storehouseOf(kind: Kind): Storehouse {
  const found = storehouses.find((each) => each.kind === kind)
  if (!found) throw new Error(`No storehouse is called "${kind}".`)
  return found
}
