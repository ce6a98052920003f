import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Source, SourceId } from '@wuku/core/core-types'
import { everything } from '@wuku/core/ports/access'
import type { SourceChange, SourceDraft, Store } from '@wuku/core/ports/store'
import { userOf } from '../base/access.ts'
import { ownershipOf } from '../accounts/ownership-rules.ts'
import type { EnginePushes } from '../base/parts/engine-sources.ts'
import type { EngineCaller } from '../base/ports.ts'

/** Writes sources of one folder of pushed texts: those of the caller alone, whatever else it may do. */
export function pushedWriters(
  store: Pick<Store, 'read' | 'write' | 'removeSource'>,
  caller: EngineCaller,
): EnginePushes {
  const owner = ownerOf(caller)
  const requireOwn = (folder: string, source: Pick<SourceDraft, 'kind' | 'options' | 'ownership'> | undefined) => {
    if (source?.options.pushed?.folder !== folder || ownershipOf(source).owner !== owner)
      throw new WukuError('not-found', msg('notPushed'))
  }
  const of = (folder: string): Promise<readonly Source[]> =>
    store.read(everything, async (view) =>
      (await view.sources.list({ root: rootOfPush(folder) })).filter(
        ({ options }) => options.pushed?.folder === folder,
      ),
    )
  return {
    of,
    write: (folder, work) =>
      store.write('all', (transaction) =>
        work({
          sources: (filter) => transaction.sources.list(filter),
          async add(draft) {
            requireOwn(folder, draft)
            return transaction.addSource(draft)
          },
          async change(id: SourceId, change: SourceChange) {
            requireOwn(folder, (await transaction.sources.list({ ids: [id] }))[0])
            await transaction.changeSource(id, change)
          },
        }),
      ),
    async drop(folder, id) {
      requireOwn(
        folder,
        (await of(folder)).find((each) => each.id === id),
      )
      await store.removeSource(id)
    },
  }
}

/** Root of pushed sources. */
export const rootOfPush = (folder: string): string => `wuku://${folder.slice(0, -1)}`

/** As `Ownership.owner` has it. */
export const ownerOf = (caller: Pick<EngineCaller, 'sees' | 'actor'>): string => userOf(caller) ?? 'local'
