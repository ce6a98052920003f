import { everything } from '../../ports/access.ts'
import { isWukuError } from '../../core/errors.ts'
import type { Source, SourceId } from '../../core/words.ts'
import type { Reader } from '../../ports/reader.ts'
import type { WordMemory } from '../../text/terms/memory.ts'
import type { EnginePorts } from '../ports.ts'

export interface PadIndexer {
  readonly source: SourceId
  readonly reader: Reader
  /** Words that were analysed before: pads of one store hold mostly the same. */
  readonly memory: WordMemory
}

/** All pads are documents of one source: workflows come by the thousand, and a search looks at every source. */
export const PAD_SOURCE = { kind: 'pads', name: 'workflows', root: 'wuku://pads' } as const

/** Made with the first write. Where another process makes it at the same moment, the second look finds it. */
export async function padSourceOf(ports: Pick<EnginePorts, 'store' | 'clock'>): Promise<Source> {
  const { store, clock } = ports
  const known = (await store.read(everything, (view) => view.sources.list())).find(isPadSource)
  if (known) return known
  const draft = { ...PAD_SOURCE, options: {}, addedAt: clock.now() }
  const made = await store.addSource(draft).catch((error: unknown) => {
    if (isWukuError(error) && error.code === 'source-exists') return padSourceOf(ports)
    throw error
  })
  // Every write is indexed as it is made: there is never anything to catch up with.
  await store.changeSource(made.id, { indexedAt: clock.now() })
  return made
}

const isPadSource = ({ kind, name }: Source): boolean => kind === PAD_SOURCE.kind && name === PAD_SOURCE.name

export function padReaderOf({ kinds }: Pick<EnginePorts, 'kinds'>): Promise<Reader> {
  const pads = kinds.find(({ kind }) => kind === PAD_SOURCE.kind)
  if (!pads) throw new Error('There is no storehouse for pads.')
  return pads.reader()
}
