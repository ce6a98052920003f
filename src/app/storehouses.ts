import type { Kind } from '../core/words.ts'
import { chats } from '../kinds/chats/index.ts'
import { createCode } from '../kinds/code/index.ts'
import { docs } from '../kinds/docs/index.ts'
import { notes } from '../kinds/notes/index.ts'
import { pads } from '../kinds/pads/index.ts'
import type { Reader } from '../ports/reader.ts'
import type { Storehouse } from '../engine/operation.ts'

/** All that is known of a storehouse elsewhere is its name in `core/words.ts`. */
export const storehouses: readonly Storehouse[] = [
  createCode(async () => (await import('./code-reader.ts')).codeReader),
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
