import { expect } from 'vitest'
import { openTestStore } from '../../../../test/test-store.ts'
import type { WukuError } from '@wuku/core/errors'
import { createEngine } from '@wuku/kernel/create'
import type { Engine, StorehouseKind } from '@wuku/kernel/base/engine'
import type { Operation } from '@wuku/kernel/base/operation'
import type { ChatFormat, DraftConversation, DraftMessage, DraftBlock, Role } from '../../src/conversation.ts'
import { chats } from '../../src/index.ts'
import { createChatsReader } from '../../src/chats-reader.ts'
import type { Feed, RawItem } from '@wuku/core/ports/feed'
import type { Models } from '@wuku/core/ports/models'
import type { Store } from '@wuku/core/ports/store'
import { modelsOf } from '../../../kernel/test/models-ports.ts'
import { modelsOutsideViews } from '../../../kernel/test/models-outside-views.ts'
import { plainPorts } from '../../../kernel/test/plain-ports.ts'
import { contextOf, refusalOf, runAccepted } from '../../../kernel/test/run-accepted.ts'

/** Noon of 1 November 2026. */
export const NOW = Date.UTC(2026, 10, 1, 12)
export const DAY = 86_400_000

/** `user: words`, `tool: words` for the result of a tool, each a minute after the one before; or a whole message. */
export type Said =
  | `${Role}: ${string}`
  | `tool result: ${string}`
  | (Partial<DraftMessage> & Pick<DraftMessage, 'role' | 'pieces'>)

export interface Told extends Partial<Omit<DraftConversation, 'messages' | 'title'>> {
  readonly id: string
  readonly title?: string
  readonly said: readonly Said[]
  /** Days before `NOW` of its first message; 10 when absent. */
  readonly age?: number
}

export interface ChatsHouse {
  readonly engine: Engine
  call<T>(name: string, given: Readonly<Record<string, unknown>>): Promise<T>
  refusal(name: string, given: Readonly<Record<string, unknown>>): Promise<WukuError>
  text(name: string, given: Readonly<Record<string, unknown>>): Promise<string>
  /** The source of a conversation goes, as far as its feed tells. */
  lose(id: string): void
}

/** A real engine with the real reader; only the format and the feed are the simplest that there can be. */
export async function openChats(
  told: readonly Told[],
  more: { readonly store?: Store; readonly currentChat?: string; readonly models?: Partial<Models> } = {},
): Promise<ChatsHouse> {
  const items = new Map(told.map((each) => [`${each.id}.json`, itemOf(each)]))
  const reader = createChatsReader([plainFormat])
  const house: StorehouseKind = { ...chats, reader: async () => reader }
  const store = more.store ?? openTestStore({ now: () => NOW })
  const engine = createEngine(
    plainPorts([house], [reader], {
      ...modelsOutsideViews(store, modelsOf(more.models)),
      clock: { now: () => NOW, sleep: untilWoken, every: () => () => {} },
      open: { feed: () => feedOf(items) },
      workspace: more.currentChat === undefined ? {} : { chat: more.currentChat },
    }),
  )
  await engine.sources.add({ root: '/archive', kind: 'chats', name: 'archive', options: {} })
  const { problems } = await engine.index.update({ sources: [] })
  expect(problems).toEqual([])
  const run = async (name: string, given: Readonly<Record<string, unknown>>) => {
    const operation: Operation = (await chats.operations()).find((each) => each.name === name) ?? none(name)
    return { operation, ...(await runAccepted(operation, given, contextOf(engine))) }
  }
  return {
    engine,
    call: async <T>(name: string, given: Readonly<Record<string, unknown>>) => (await run(name, given)).output as T,
    refusal: (name, given) => refusalOf(run(name, given)),
    text: async (name, given) => {
      const { operation, input, output } = await run(name, given)
      return operation
        .render(output, input)
        .map(({ text }) => text)
        .join('\n')
    },
    lose: (id) => void items.delete(`${id}.json`),
  }
}

/** Time stands still: whoever waits for a while waits until somebody ends it. */
const untilWoken = (_: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }))

const plainFormat: ChatFormat = {
  agent: 'codex',
  recognises: () => true,
  read: ({ text }) => ({ conversation: JSON.parse(text) as DraftConversation, problems: [] }),
}

function itemOf({ said, age = 10, title, ...rest }: Told): RawItem {
  const start = NOW - age * DAY
  const conversation: DraftConversation = {
    agent: 'codex',
    ...rest,
    ...(title !== undefined && { title: { text: title, given: 'person' } }),
    messages: said.map((each, at) => messageOf(each, { id: `${rest.id}-message-${at + 1}`, at: start + at * 60_000 })),
  }
  const bytes = Buffer.from(JSON.stringify(conversation))
  return { path: `${rest.id}.json`, stamp: 'written', modifiedAt: NOW, bytes }
}

function messageOf(said: Said, usual: { readonly id: string; readonly at: number }): DraftMessage {
  if (typeof said !== 'string') return { ...usual, ...said }
  const border = said.indexOf(': ')
  const [who, text] = [said.slice(0, border), said.slice(border + 2)]
  const isResult = who === 'tool result'
  const piece: DraftBlock = isResult ? { kind: 'result', tool: 'shell', text } : { kind: 'text', text }
  return { ...usual, role: isResult ? 'assistant' : (who as Role), pieces: [piece] }
}

const feedOf = (items: ReadonlyMap<string, RawItem>): Feed => ({
  list: async () => ({
    items: [...items.values()].map(({ bytes, ...item }) => ({ ...item, bytes: bytes.length })),
    skipped: [],
    problems: [],
    complete: true,
  }),
  read: async ({ path }) => items.get(path) ?? none(path),
  stamp: async (path) => items.get(path)?.stamp,
  isThere: async () => true,
})

function none(what: string): never {
  throw new Error(`There is no ${what} here.`)
}
