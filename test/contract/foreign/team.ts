import { createHash } from 'node:crypto'
import { compose } from '../../../packages/cli/src/compose.ts'
import { loadOperations } from '../../../packages/cli/src/load-operations.ts'
import { readSettings } from '@wuku/settings/app-settings'
import type { Caller } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import { invoke } from '@wuku/kernel/invoke/invoke'
import type { Store } from '@wuku/core/ports/store'

export type Call = (user: string, name: string, input: object) => Promise<Record<string, unknown>>

/** An engine over a store that many users share; each call is that of one of them. */
export interface Team {
  readonly engine: Engine
  readonly call: Call
}

export async function openTeam(folder: string, openStore: () => Promise<Store>): Promise<Team> {
  const surroundings = {
    env: { WUKU_HOME: folder, WUKU_OFFLINE: '1', PATH: process.env['PATH'] ?? '' },
    platform: 'linux' as const,
    userFolder: folder,
  }
  const engine = await compose(await readSettings(surroundings), surroundings, openStore)
  const operations = await loadOperations()
  const call: Call = async (user, name, input) => {
    const operation = operations.find((each) => each.name === name)
    if (!operation) throw new Error(`There is no operation ${name}.`)
    const caller: Caller = {
      client: 'team',
      actor: user,
      level: 'write',
      mayWrite: true,
      sees: { user, groups: ['sea'] },
      isRemote: true,
    }
    const asked = {
      surface: 'rest' as const,
      engine: async () => engine.for(caller),
      caller,
      signal: new AbortController().signal,
      progress: () => {},
    }
    return (await invoke(operation, { ...input }, asked)).output as Record<string, unknown>
  }
  return { engine, call }
}

/** What the user has who is looked at: a scratchpad, and notes that lie on another machine. */
export async function settle(call: Call, user: string): Promise<string> {
  const { workflow } = await call(user, 'create-workflow', { name: `Work of ${user}` })
  const { id: workflow_id } = workflow as { id: string }
  const content = '# Log\n\nThe ebb follows the flood.\n'
  const { scratchpad } = await call(user, 'create-scratchpad', { workflow_id, title: 'Log', content })
  await upload(call, user, 0)
  return (scratchpad as { id: string }).id
}

/** A file of one line, of which each push has another. */
export async function upload(call: Call, user: string, nth: number): Promise<void> {
  const source = { kind: 'notes', name: 'handbook' }
  const text = `The tide of day ${nth} comes in the evening.\n`
  const hash = createHash('sha256').update(text).digest('hex')
  const item = { path: 'tides.md', modified_at: 1_000 + nth, bytes: Buffer.byteLength(text), pieces: [hash] }
  const { push } = await call(user, 'push-plan', { source, page: 0, items: [item] })
  await call(user, 'push-files', { source, push, page: 0, pieces: [{ hash, text }] })
  await call(user, 'push-finish', { source, push })
}

/** What a user does all day. `nth` differs with each call, so that nothing is answered from memory. */
export const deeds: Readonly<Record<string, (call: Call, user: string, pad: string, nth: number) => Promise<unknown>>> =
  {
    recall: (call, user, _pad, nth) => call(user, 'recall', { query: `ebb and flood ${nth}` }),
    list: (call, user) => call(user, 'sources', {}),
    append: (call, user, pad, nth) =>
      call(user, 'append-scratchpad', { id: pad, content: `Line ${nth}: the tide came.` }),
    upload: (call, user, _pad, nth) => upload(call, user, nth),
    workflow: (call, user, _pad, nth) => call(user, 'create-workflow', { name: `Work ${nth}` }),
  }
