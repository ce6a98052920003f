import type { Kind } from '../../core/words.ts'
import type { Readable } from '../../ports/store.ts'

/** A storehouse that holds something, or notes that may be written. */
export type Held = Kind | 'writable'

/** Which storehouses hold something, as they were when somebody looked last. */
export interface Inside {
  readonly kinds: ReadonlySet<Held>
  /** Looks again, and tells the listeners when it is otherwise than before. A store that cannot be read stays as it was. */
  look(): Promise<void>
  /** While anybody listens it looks every few seconds, since other processes add sources too. */
  listen(changed: () => void): () => void
}

/** Milliseconds between two looks: one short read of a table with a row for each source. */
const LOOK_EVERY = 3_000

export function lookInside(store: Readable): Inside {
  let kinds: ReadonlySet<Held> = new Set()
  let timer: NodeJS.Timeout | undefined
  const listeners = new Set<() => void>()
  const look = async (): Promise<void> => {
    const now = await kindsIn(store).catch(() => kinds)
    const isSame = now.size === kinds.size && [...now].every((kind) => kinds.has(kind))
    kinds = now
    if (!isSame) for (const changed of listeners) changed()
  }
  return {
    get kinds() {
      return kinds
    },
    look,
    listen(changed) {
      listeners.add(changed)
      timer ??= setInterval(() => void look(), LOOK_EVERY).unref()
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

/** Scratchpads lie in workflows, and the first workflow is there before any of them. */
const kindsIn = (store: Readable): Promise<ReadonlySet<Held>> =>
  store.read(async (view) => {
    const sources = await view.sources()
    const { total } = await view.pads.workflows({ limit: 1, offset: 0 })
    const kinds = sources.map(({ kind }) => kind).filter((kind) => kind !== 'pads')
    const isWritable = sources.some(({ options }) => options.writable)
    return new Set<Held>([
      ...kinds,
      ...(isWritable ? ['writable' as const] : []),
      ...(total > 0 ? ['pads' as const] : []),
    ])
  })
