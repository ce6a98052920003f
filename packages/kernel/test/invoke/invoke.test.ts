import { owner, type Caller } from '../../src/base/caller.ts'
import { describe, expect, it } from 'vitest'
import { loadOperations } from '../../../cli/src/load-operations.ts'
import { WukuError } from '@wuku/core/errors'
import type { Engine } from '../../src/base/engine.ts'
import type { Operation } from '../../src/base/operation.ts'
import type { NewRecords } from '@wuku/core/ports/record-store'
import { invoke, type Call } from '../../src/invoke/invoke.ts'
import { count, broken } from './fixtures.ts'

interface Door {
  readonly call: Call
  readonly records: NewRecords[]
  /** How often an engine was asked for. */
  opened: number
}

function openDoor(more: Partial<Call> = {}): Door {
  const records: NewRecords[] = []
  const record = (each: NewRecords): void => void records.push(each)
  const engine = {
    now: () => 0,
    record,
    index: { pollChanges: async () => {} },
    for: () => engine,
  } as unknown as Engine
  const door: Door = {
    records,
    opened: 0,
    call: {
      surface: 'cli',
      caller: owner('tester'),
      signal: new AbortController().signal,
      progress: () => {},
      engine: async () => {
        door.opened++
        return engine
      },
      ...more,
    },
  }
  return door
}

const reader: Caller = { ...owner('reader'), mayWrite: false }
const operations = await loadOperations()

describe('a caller who may not write', () => {
  it.each(operations.filter(({ effect }) => effect !== 'read').map(({ name }) => name))(
    'is refused %s by name, before its arguments are looked at and before anything is opened',
    async (name) => {
      const operation = operations.find((each) => each.name === name) as Operation
      const door = openDoor({ caller: reader })
      await expect(invoke(operation, {}, door.call)).rejects.toMatchObject({ code: 'read-only', remedy: /read-only/ })
      expect([door.opened, door.records]).toEqual([0, []])
    },
  )

  it('a caller who may not write may read', async () => {
    const look: Operation = { ...broken, run: async () => ({}) }
    expect(await invoke(look, {}, openDoor({ caller: reader }).call)).toEqual({ input: {}, output: {} })
  })
})

describe('a call', () => {
  it.each<Call['surface']>(['cli', 'mcp'])(
    'of %s stands in the log with its surface, its arguments and its client',
    async (surface) => {
      const { call, records } = openDoor({ surface })
      await invoke(count, { wait: '0' }, call)
      expect(records.flatMap(({ calls = [] }) => calls)).toMatchObject([
        { operation: 'count', surface, client: 'tester', input: { wait: 0 }, error: null },
      ])
    },
  )

  it('a failed call is in the log too', async () => {
    const { call, records } = openDoor()
    await expect(invoke(broken, {}, call)).rejects.toThrow(TypeError)
    expect(records.flatMap(({ calls = [] }) => calls)).toMatchObject([{ operation: 'broken', error: /secret/ }])
  })

  it('with wrong arguments opens nothing and says what is wrong', async () => {
    const door = openDoor()
    await expect(invoke(count, { waiting: 1 }, door.call)).rejects.toMatchObject({ code: 'bad-input' })
    expect([door.opened, door.records]).toEqual([0, []])
  })

  it('is refused in the words of its surface, which mends nothing', async () => {
    const { call } = openDoor({ refuse: (issues) => new WukuError('usage', `${issues.length} wrong`, 'See help.') })
    await expect(invoke(count, { wait: '0' }, call)).rejects.toMatchObject({ code: 'usage', message: '1 wrong' })
    expect((await invoke(count, {}, call)).input).toEqual({ wait: 0 })
  })

  it('a stopped call ends as stopped, whatever error it raised', async () => {
    const stop = new AbortController()
    const { call } = openDoor({ signal: stop.signal })
    const invoked = invoke(count, { wait: 60_000 }, call)
    setImmediate(() => stop.abort(new Error('socket hang up')))
    await expect(invoked).rejects.toMatchObject({ code: 'cancelled' })
  })
})
