import { everything } from '@wuku/core/ports/access'
import { describe, expect, it } from 'vitest'
import { openTestStore } from '../../../../test/test-store.ts'
import { keepRenewing, LEASE_MS, withLease, type LeaseContext } from '../../src/index/lease.ts'
import type { Store } from '@wuku/core/ports/store'
import { sourceNamed } from '../../../../test/contract/samples.ts'
import { createHandClock, settle, type HandClock } from '../hand-clock.ts'

const request = {
  name: 'index:1',
  owner: 'ann',
  signal: new AbortController().signal,
  hasEnded: () => false,
  waiting: () => {},
}

interface World {
  readonly clock: HandClock
  readonly store: Store
  /** What a second process does with the lease. */
  readonly bob: { takes(): Promise<string>; gives(): Promise<void> }
}

function openWorld(): World {
  const clock = createHandClock()
  const store = openTestStore({ now: clock.now })
  const bob = {
    takes: () => store.lease(request.name, 'bob', LEASE_MS),
    gives: () => store.release(request.name, 'bob'),
  }
  return { clock, store, bob }
}

interface Row {
  readonly says: string
  /** While the work of the holder is under way. */
  meanwhile(world: World): Promise<unknown>
  readonly isLost: boolean
}

const rows: readonly Row[] = [
  {
    says: 'a holder that renews keeps it for as long as it works',
    isLost: false,
    meanwhile: ({ clock }) => clock.advance(10 * LEASE_MS),
  },
  {
    says: 'a holder that stood still goes on when nobody took it',
    isLost: false,
    meanwhile: async ({ clock }) => {
      clock.standStill(LEASE_MS * 100)
      await clock.advance(LEASE_MS)
    },
  },
  {
    says: 'a holder that stood still for less than it lasts keeps it',
    isLost: false,
    meanwhile: async ({ clock, bob }) => {
      clock.standStill(LEASE_MS - 1)
      expect(await bob.takes()).toBe('ann')
      await clock.advance(LEASE_MS)
    },
  },
  {
    says: 'a holder that stood still is told that another took it',
    isLost: true,
    meanwhile: async ({ clock, bob }) => {
      clock.standStill(LEASE_MS)
      expect(await bob.takes()).toBe('bob')
      await clock.advance(LEASE_MS / 2)
    },
  },
  {
    says: 'a holder that stood still does not take it back from who came and went meanwhile',
    isLost: true,
    meanwhile: async ({ clock, bob }) => {
      clock.standStill(LEASE_MS)
      await bob.takes()
      await bob.gives()
      await clock.advance(LEASE_MS / 2)
    },
  },
]

describe('work under a lease', () => {
  for (const { says, meanwhile, isLost } of rows)
    it(`${says}`, async () => {
      const world = openWorld()
      const work = async ({ store, signal }: LeaseContext): Promise<string> => {
        await meanwhile(world)
        expect(signal.aborted).toBe(isLost)
        await store.addSource(sourceNamed('written'))
        return 'done'
      }
      const done = withLease(world.store, world.clock, request, work)
      if (isLost) await expect(done).rejects.toMatchObject({ code: 'lease-lost' })
      else expect(await done).toBe('done')
      expect(await world.store.read(everything, (view) => view.sources.list())).toHaveLength(isLost ? 0 : 1)
    })

  it('a lost lease refuses the next write before any renewal notices', async () => {
    const { store, clock, bob } = openWorld()
    const done = withLease(store, clock, request, async (held) => {
      clock.standStill(LEASE_MS)
      await bob.takes()
      await held.store.addSource(sourceNamed('written'))
    })
    await expect(done).rejects.toMatchObject({ code: 'lease-lost' })
    expect(await store.read(everything, (view) => view.sources.list())).toEqual([])
    expect(await bob.takes(), 'what another holds is not given back').toBe('bob')
  })

  it('fails with the loss, and not with what it broke off with', async () => {
    const { store, clock, bob } = openWorld()
    const done = withLease(store, clock, request, async ({ signal }) => {
      clock.standStill(LEASE_MS)
      await bob.takes()
      await clock.advance(LEASE_MS / 2)
      if (signal.aborted) throw new Error('Stopped halfway.')
    })
    await expect(done).rejects.toMatchObject({ code: 'lease-lost' })
  })

  it('confirms before it writes a file that nobody took it', async () => {
    const { store, clock, bob } = openWorld()
    const done = withLease(store, clock, request, async ({ confirm }) => {
      await confirm()
      clock.standStill(LEASE_MS)
      await bob.takes()
      await confirm()
    })
    await expect(done).rejects.toMatchObject({ code: 'lease-lost' })
  })
})

describe('a store that cannot be asked', () => {
  const check = async (milliseconds: number, isLost: boolean): Promise<void> => {
    const { store, clock } = openWorld()
    await store.lease(request.name, request.owner, LEASE_MS)
    const broken = { under: () => ({ ...store, lease: () => Promise.reject(new Error('The disk is full.')) }) }
    const renewal = keepRenewing(broken, clock, request)
    await clock.advance(milliseconds)
    await renewal.stop()
    expect(renewal.lost.aborted).toBe(isLost)
  }
  it('is asked again for as long as the lease lasts', () => check(LEASE_MS - 1_000, false))
  it('means that the lease is lost once it has run out', () => check(LEASE_MS + 5_000, true))
})

it('stops renewing only when no renewal is under way', async () => {
  const { store, clock } = openWorld()
  await store.lease(request.name, request.owner, LEASE_MS)
  const renewed = Promise.withResolvers<string>()
  const renewal = keepRenewing({ under: () => ({ ...store, lease: () => renewed.promise }) }, clock, request)
  await clock.advance(LEASE_MS / 2)
  let stopped = false
  const stopping = renewal.stop().then(() => (stopped = true))
  await settle()
  expect(stopped).toBe(false)
  renewed.resolve('ann')
  await stopping
})
