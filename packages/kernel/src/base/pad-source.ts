import { everything } from '@wuku/core/ports/access'
import { isWukuError } from '@wuku/core/errors'
import type { Source, SourceId } from '@wuku/core/core-types'
import { sharedPads, type Workflow } from '@wuku/core/ports/pads'
import type { Reader } from '@wuku/core/ports/source-reader'
import type { SourceDraft, StoreTransaction } from '@wuku/core/ports/store'
import type { WordMemory } from '@wuku/text/terms/memory'
import type { EnginePorts } from './ports.ts'

export interface PadIndexer {
  /** Source of workflows that have none of their own. */
  readonly shared: SourceId
  readonly reader: Reader
  /** Words that were analysed before: pads of one store hold mostly the same. */
  readonly memory: WordMemory
}

/**
 * All pads of the owner of the data folder are documents of one source: workflows come by the thousand, and a search looks
 * at every source. A workflow of a user has a source of its own, called by its id, since each is shared by itself.
 */
export const PAD_SOURCE = { ...sharedPads, root: 'wuku://pads' } as const

export const holdsPads = ({ kind }: Pick<Source, 'kind'>): boolean => kind === PAD_SOURCE.kind

export const isSharedPadSource = ({ kind, name }: Pick<Source, 'kind' | 'name'>): boolean =>
  kind === PAD_SOURCE.kind && name === PAD_SOURCE.name

/** The source that pads of a workflow are indexed in. */
export const sourceOfPads = ({ source }: Pick<Workflow, 'source'>, { shared }: Pick<PadIndexer, 'shared'>): SourceId =>
  source ?? shared

/** Created with the first write. If another process creates it at the same moment, the second look finds it. */
export async function padSourceOf(ports: Pick<EnginePorts, 'store' | 'clock'>): Promise<Source> {
  const { store, clock } = ports
  const { kind, name } = PAD_SOURCE
  const known = (await store.read(everything, (view) => view.sources.list({ kinds: [kind], name })))[0]
  if (known) return known
  try {
    return await store.write('all', (transaction) => addPadSource(transaction, PAD_SOURCE, clock.now()))
  } catch (error) {
    if (isWukuError(error) && error.code === 'source-exists') return padSourceOf(ports)
    throw error
  }
}

/** Nobody but its owner sees it until it is shared. */
export const addSourceForWorkflow = (
  transaction: StoreTransaction,
  { id, createdAt }: Pick<Workflow, 'id' | 'createdAt'>,
  owner: string,
): Promise<Source> => {
  const ownership = { owner, visibility: 'private', sharedWith: [] } as const
  return addPadSource(transaction, { ...PAD_SOURCE, name: id, ownership }, createdAt)
}

/** Every write is indexed as it is made: there is never anything to catch up with. */
async function addPadSource(
  transaction: StoreTransaction,
  draft: Pick<SourceDraft, 'kind' | 'name' | 'root' | 'ownership'>,
  now: number,
): Promise<Source> {
  const made = await transaction.addSource({ ...draft, options: {}, addedAt: now })
  await transaction.changeSource(made.id, { indexedAt: now })
  return made
}

export function padReaderOf({ kinds }: Pick<EnginePorts, 'kinds'>): Promise<Reader> {
  const pads = kinds.find(({ kind }) => kind === PAD_SOURCE.kind)
  if (!pads) throw new Error('There is no storehouse for pads.')
  return pads.reader()
}
