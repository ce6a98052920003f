import { createCatalogue } from '@wuku/chats/catalogue'
import type { MinedFailure } from '@wuku/chats/outcomes/mine-runs'
import type { MinedOrder } from '@wuku/chats/outcomes/standing-orders'
import type { Source, StoredDocument } from '@wuku/core/core-types'
import { createMemory, type Memory } from '../src/memory.ts'

export const AT = Date.UTC(2026, 10, 20, 10)
export const SHOP = '/home/ada/shop'

export interface Mined {
  readonly chat?: string
  readonly project?: string
  readonly at?: number
  readonly isShared?: boolean
  readonly failures?: readonly Partial<MinedFailure>[]
  readonly orders?: readonly Partial<MinedOrder>[]
  readonly worked?: readonly string[]
}

const failure = {
  signature: 'npm test',
  count: 1,
  exitCode: 1,
  message: 'm1',
  line: 'npm error Missing script: "test"',
}
export const solved = { ...failure, fix: { command: 'npm run test:quick', message: 'm2' } }

/** What is known from conversations with these facts. */
export function memoryWith(...conversations: readonly Mined[]): Memory {
  const sources = [1, 2].map((id) => ({ id, kind: 'chats', name: `s${id}`, root: '/x' }) as unknown as Source)
  const documents = conversations.map(({ chat = 'c', project = SHOP, at = AT, isShared, ...mined }, nth) => {
    const own = {
      ...(mined.failures && { failures: mined.failures.map((each) => ({ ...failure, at, ...each })) }),
      ...(mined.orders && { orders: mined.orders.map((each) => ({ message: 'm', at, scope: 'project', ...each })) }),
      ...(mined.worked && { worked: mined.worked }),
    }
    const meta = {
      agent: 'codex',
      chat: `${chat}${nth}`,
      project,
      startedAt: at,
      endedAt: at,
      messages: 1,
      turns: 1,
      models: [],
      ...own,
    }
    return {
      id: nth + 1,
      source: isShared ? 2 : 1,
      path: `${chat}${nth}`,
      title: 't',
      modifiedAt: at,
      meta,
    } as unknown as StoredDocument
  })
  return createMemory(createCatalogue(sources, documents).entries, ({ id }) => Number(id) === 1)
}
