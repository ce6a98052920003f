import { unpacked } from '@wuku/messages/message'
import { everything } from '@wuku/core/ports/access'
import { describe, expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import type { Source } from '@wuku/core/core-types'
import type { Engine } from '../../src/base/engine.ts'
import type { NotFresh } from '../../src/base/parts/index-runs.ts'
import { LEASE_MS } from '../../src/index/lease.ts'
import type { Feed } from '@wuku/core/ports/feed'
import { openSharing, type Sharing } from './two-engines.ts'

interface Watching {
  readonly engine: Engine
  readonly failures: string[]
  readonly open: Set<AbortSignal>
  stop(): Promise<void>
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** A process that keeps its sources fresh; `fails` says of each watch that begins why it breaks. */
function startWatching(sharing: Sharing, fails: (times: number) => string | undefined = () => undefined): Watching {
  const open = new Set<AbortSignal>()
  const failures: string[] = []
  let times = 0
  const watch: Feed['watch'] = async (_, signal) => {
    const said = fails(++times)
    if (said !== undefined) throw new Error(said)
    open.add(signal)
    await untilAborted(signal)
    open.delete(signal)
  }
  const ending = new AbortController()
  const engine = sharing.engineWith({ 'tides.md': 'ebb' }, { watch })
  const told = ({ source, error }: NotFresh): void => void failures.push(`${source}: ${(error as Error).message}`)
  const done = engine.index.keepFresh(ending.signal, told)
  return {
    engine,
    failures,
    open,
    async stop() {
      ending.abort()
      await done
    },
  }
}

const MINUTE = 60_000
const problemsOf = async ({ store }: Sharing): Promise<readonly string[]> => {
  const [facts] = await store.read(everything, (view) => view.sources.facts())
  const { problems = [] } = (facts?.report ?? {}) as { readonly problems?: readonly { readonly said: string }[] }
  return problems.map(({ said }) => String(unpacked(said)))
}

describe('a watch that fails', () => {
  it('a failed watch is reported, releases its lease, and shows with its source', async () => {
    const sharing = openSharing()
    const { id } = await sharing.addNotes('log')
    const watching = startWatching(sharing, () => 'no more watches')
    await sharing.clock.advance(5_000)
    expect(watching.failures).toEqual(['notes/log: no more watches'])
    expect(await sharing.store.lease(`watch:${id}`, 'another', LEASE_MS)).toBe('another')
    await sharing.clock.advance(LEASE_MS - 1_000)
    expect(await sharing.store.lease(`watch:${id}`, 'third', LEASE_MS), 'nobody renews it').toBe('another')
    expect(await problemsOf(sharing)).toEqual(['It is not watched for changes: no more watches'])
    await watching.stop()
  })

  it('is taken over by another process', async () => {
    const sharing = openSharing()
    await sharing.addNotes('log')
    const broken = startWatching(sharing, () => 'no more watches')
    await sharing.clock.advance(1)
    const whole = startWatching(sharing)
    await sharing.clock.advance(MINUTE / 2)
    expect([broken.open.size, whole.open.size]).toEqual([0, 1])
    expect(await problemsOf(sharing), 'its first run writes another report').toEqual([])
    await Promise.all([broken.stop(), whole.stop()])
  })

  it('is tried again later, less often each time', async () => {
    const sharing = openSharing()
    await sharing.addNotes('log')
    const watching = startWatching(sharing, (times) => (times <= 4 ? `failure ${times}` : undefined))
    await sharing.clock.advance(MINUTE)
    expect(watching.failures).toEqual(['notes/log: failure 1', 'notes/log: failure 2'])
    await sharing.clock.advance(15 * MINUTE)
    expect(watching.failures).toHaveLength(4)
    expect(watching.open.size).toBe(1)
    await watching.stop()
  })

  it('ends no other watch', async () => {
    const sharing = openSharing()
    await sharing.addNotes('log')
    await sharing.addNotes('plans')
    const watching = startWatching(sharing, (times) => (times === 1 ? 'broken' : undefined))
    await sharing.clock.advance(15_000)
    expect(watching.failures).toHaveLength(1)
    expect(watching.open.size).toBe(1)
    await sharing.addNotes('later')
    await sharing.clock.advance(15_000)
    expect(watching.open.size).toBeGreaterThanOrEqual(2)
    await watching.stop()
  })
})

describe('a watch ends', () => {
  const check = async (end: (sharing: Sharing, id: never) => Promise<unknown>): Promise<void> => {
    const sharing = openSharing()
    const { id } = await sharing.addNotes('log')
    const watching = startWatching(sharing)
    await sharing.clock.advance(5_000)
    expect(watching.open.size).toBe(1)
    await end(sharing, id as never)
    await sharing.clock.advance(11_000)
    expect(watching.open.size).toBe(0)
    expect(await sharing.store.lease(`watch:${id}`, 'another', LEASE_MS)).toBe('another')
    expect(watching.failures).toEqual([])
    await watching.stop()
  }
  it('when its source is removed', () => check(({ store }, id) => store.removeSource(id)))
  it('when its source is not to be watched any more', () =>
    check(({ store }, id) => store.changeSource(id, { options: { watch: false } })))
})

it('a watch begins again when its source asks for it again', async () => {
  const sharing = openSharing()
  const { id } = await sharing.addNotes('log')
  const watching = startWatching(sharing)
  await sharing.clock.advance(5_000)
  await sharing.store.changeSource(id, { options: { watch: false } })
  await sharing.clock.advance(11_000)
  await sharing.store.changeSource(id, { options: {} })
  await sharing.clock.advance(11_000)
  expect(watching.open.size).toBe(1)
  await watching.stop()
})

it('a process that stood still leaves the watch to who took it over', async () => {
  const sharing = openSharing()
  const { id } = await sharing.addNotes('log')
  const watching = startWatching(sharing)
  await sharing.clock.advance(5_000)
  sharing.clock.standStill(LEASE_MS)
  expect(await sharing.store.lease(`watch:${id}`, 'another', LEASE_MS * 4)).toBe('another')
  await sharing.clock.advance(LEASE_MS / 2)
  expect(watching.open.size).toBe(0)
  await sharing.clock.advance(LEASE_MS * 5)
  expect(watching.open.size, 'and takes it back when that one is gone').toBe(1)
  await watching.stop()
})

describe('what is watched', () => {
  const check = async (options: Source['options'], expected: number): Promise<void> => {
    const sharing = openSharing()
    await sharing.addNotes('log', options)
    const watching = startWatching(sharing)
    await sharing.clock.advance(5_000)
    expect(watching.open.size).toBe(expected)
    await watching.stop()
  }
  it('every folder of a source is watched', () => check({}, 1))
  it('and one for which somebody asked', () => check({ watch: true }, 1))
  it('but none that somebody left out', () => check({ watch: false }, 0))
})

it('a source that lies elsewhere now is watched there', async () => {
  const sharing = openSharing()
  const { id } = await sharing.addNotes('log')
  const watching = startWatching(sharing)
  await sharing.clock.advance(5_000)
  const [before] = watching.open
  await sharing.store.changeSource(id, { root: '/elsewhere' })
  await sharing.clock.advance(5_000)
  expect(before?.aborted).toBe(true)
  expect(watching.open.size).toBe(1)
  await watching.stop()
})

it('a data folder that may only be read is left alone, without a word', async () => {
  const sharing = openSharing()
  await sharing.addNotes('log')
  const refuse = () => Promise.reject(new WukuError('read-only', 'It may only be read.', 'Look.'))
  const watching = startWatching({
    ...sharing,
    engineWith: (files, feed) => sharing.engineWith(files, feed, { store: { ...sharing.store, lease: refuse } }),
  })
  await sharing.clock.advance(MINUTE)
  expect(watching.failures).toEqual([])
  await watching.stop()
})

it('a question, where a source cannot be watched, finds what was written since, and costs nothing where it can', async () => {
  const sharing = openSharing()
  await sharing.addNotes('log')
  const files: Record<string, string> = { 'tides.md': 'ebb' }
  let looked = 0
  const watch: Feed['watch'] = async (changed, signal, looks) => {
    const withdraw = looks?.offer(async () => {
      looked++
      changed([''])
      return true
    })
    await untilAborted(signal)
    withdraw?.()
  }
  const ending = new AbortController()
  const engine = sharing.engineWith(files, { watch })
  await engine.index.pollChanges()
  expect(looked).toBe(0)
  const done = engine.index.keepFresh(ending.signal)
  await sharing.clock.advance(5_000)
  files['moon.md'] = 'full'
  await engine.index.pollChanges()
  expect([looked, await sharing.texts()]).toEqual([1, ['moon.md: full', 'tides.md: ebb']])
  ending.abort()
  await done
  await engine.index.pollChanges()
  expect(looked, 'nothing is asked of what is watched no more').toBe(1)
})

it('folders that are written to while a run is under way wait together for one more', async () => {
  const sharing = openSharing()
  await sharing.addNotes('log')
  const told = Promise.withResolvers<(folders: readonly string[]) => void>()
  const lists: (readonly string[] | undefined)[] = []
  const list: Feed['list'] = async ({ folders }) => {
    lists.push(folders)
    return { items: [], skipped: [], problems: [], complete: true }
  }
  const watch: Feed['watch'] = (changed, signal) => {
    told.resolve(changed)
    return untilAborted(signal)
  }
  const ending = new AbortController()
  const done = sharing.engineWith({}, { list, watch }).index.keepFresh(ending.signal)
  await sharing.clock.advance(1_000)
  const changed = await told.promise
  for (const folder of ['a', 'b', 'a', 'c']) changed([folder])
  await sharing.clock.advance(1_000)
  expect(lists).toEqual([undefined, ['a', 'b', 'c']])
  ending.abort()
  await done
})
