import { everything } from '@wuku/core/ports/access'
import { createHash } from 'node:crypto'
import { openTestStore } from '../../../test/test-store.ts'
import type { WukuError } from '@wuku/core/errors'
import type { Source } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { analyseSlice } from '@wuku/kernel/index/analyse'
import type { Operation } from '@wuku/kernel/base/operation'
import { emptyReport } from '@wuku/kernel/operations/report'
import { createSourceCache } from '@wuku/kernel/base/source-cache'
import type { DraftConversation } from '../src/conversation.ts'
import { createChatsReader } from '../src/chats-reader.ts'
import type { Store } from '@wuku/core/ports/store'
import { contextOf, refusalOf, runAccepted } from '../../kernel/test/run-accepted.ts'
import { plainFormat } from './drafts.ts'

export type Answer = Readonly<Record<string, unknown>>

/** Conversations in a store, with an operation as a caller meets it. */
export interface ChatsHouse {
  readonly store: Store
  /** Each under the path of its file; `x.jsonl@2` is a later part. */
  add(
    drafts: Readonly<Record<string, DraftConversation>>,
    more?: { readonly source?: string; readonly stamp?: string },
  ): Promise<void>
  call<T = Answer>(operation: Operation, given: Answer): Promise<T>
  refusal(operation: Operation, given: Answer): Promise<WukuError>
}

const reader = createChatsReader([plainFormat])
const MODIFIED = Date.UTC(2026, 10, 1)

export function openChats(store: Store = openTestStore()): ChatsHouse {
  const engine = {
    read: (work) => store.read(everything, work),
    search: {
      freshness: async (documents) =>
        new Map(documents.map(({ id, item }) => [id, item.startsWith('gone') ? 'missing' : 'fresh'])),
    },
    now: () => MODIFIED,
    kinds: [],
    index: {
      update: async () => emptyReport,
    },
    sources: {
      cache: createSourceCache(),
      isOwn: () => true,
    },
  } satisfies Pick<Engine, 'read' | 'now' | 'kinds'> & {
    readonly search: Pick<Engine['search'], 'freshness'>
    readonly index: Pick<Engine['index'], 'update'>
    readonly sources: Pick<Engine['sources'], 'cache' | 'isOwn'>
  }
  // What reads conversations asks no more of the engine than this.
  const context = contextOf(engine as unknown as Engine)
  const call = async <T>(operation: Operation, given: Answer): Promise<T> =>
    (await runAccepted(operation, given, context)).output as T
  return {
    store,
    call,
    refusal: (operation, given) => refusalOf(call(operation, given)),
    async add(drafts, { source = 'agents', stamp = 's' } = {}) {
      const { id } = await sourceCalled(source, store)
      const items = Object.entries(drafts).map(([path, draft]) => ({
        path,
        stamp,
        hash: createHash('sha256').update(JSON.stringify(draft)).digest('hex'),
        modifiedAt: MODIFIED,
        bytes: Buffer.from(JSON.stringify(draft)),
      }))
      const { slice } = analyseSlice([reader], { kind: 'chats', items })
      await store.apply({ source: id, remove: [], move: [], touch: [], put: slice })
    },
  }
}

async function sourceCalled(name: string, store: Store): Promise<Source> {
  const known = await store.read(everything, (view) => view.sources.list())
  const found = known.find((source) => source.name === name)
  return found ?? store.addSource({ kind: 'chats', name, root: `/${name}`, options: {}, addedAt: 0 })
}
