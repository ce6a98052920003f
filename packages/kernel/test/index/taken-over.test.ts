import { everything } from '@wuku/core/ports/access'
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../src/base/engine.ts'
import { LEASE_MS } from '../../src/index/lease.ts'
import { settle } from '../hand-clock.ts'
import { openSharing, type Sharing } from './two-engines.ts'

/** What one process begins, up to the moment at which it stands still, and goes on with later. */
interface Halted {
  readonly done: Promise<unknown>
  goOn(): void
}

const halt = (begin: (reached: Promise<void>) => Promise<unknown>): Halted => {
  const gate = Promise.withResolvers<void>()
  return { done: begin(gate.promise), goOn: gate.resolve }
}

const index = (engine: Engine): Promise<unknown> => engine.index.update({ sources: [] })

interface Work {
  readonly says: string
  begin(sharing: Sharing, reached: Promise<void>): Promise<unknown>
}

const works: readonly Work[] = [
  {
    says: 'an index run that stood still while it listed',
    begin: (sharing, reached) =>
      index(
        sharing.engineWith(
          {},
          {
            async list() {
              await reached
              const item = { path: 'late.md', stamp: 'late', bytes: 4, modifiedAt: 1 }
              return { items: [item], skipped: [], problems: [], complete: true }
            },
            read: async ({ path, stamp }) => ({ path, stamp, modifiedAt: 1, bytes: Buffer.from('late') }),
          },
        ),
      ),
  },
  {
    says: 'an index run that stood still while it read',
    begin: (sharing, reached) =>
      index(
        sharing.engineWith(
          { 'late.md': 'late' },
          {
            async read({ path, stamp }) {
              await reached
              return { path, stamp, modifiedAt: 1, bytes: Buffer.from('late') }
            },
          },
        ),
      ),
  },
  {
    says: 'work on a library that stood still before its write',
    begin: (sharing, reached) =>
      sharing
        .engineWith({})
        .runExclusive('index:1', { signal: new AbortController().signal, waiting: () => {} }, async ({ engine }) => {
          await reached
          await engine.libraries.write('all', (transaction) => transaction.changeSource(1 as never, { name: 'other' }))
        }),
  },
  {
    says: 'work on a library that stood still before it indexed',
    begin: (sharing, reached) => {
      const outer = sharing.engineWith({ 'late.md': 'late' })
      const request = { signal: new AbortController().signal, waiting: () => {} }
      return outer.runExclusive('docs:1', request, async ({ engine, signal }) => {
        await reached
        await engine.index.updateOne(await outer.sources.named('log'), { signal })
      })
    },
  },
]

describe('a process that stood still for longer than its lease', () => {
  for (const { says, begin } of works)
    it(`stops with a clear message and writes nothing that another would not have: ${says}`, async () => {
      const sharing = openSharing()
      const source = await sharing.addNotes('log')
      const first = halt((reached) => begin(sharing, reached))
      first.done.catch(() => {})
      await settle()
      sharing.clock.standStill(LEASE_MS)
      for (const name of [`index:${source.id}`, 'docs:1']) {
        expect(await sharing.store.lease(name, 'second', LEASE_MS)).toBe('second')
        await sharing.store.release(name, 'second')
      }
      await index(sharing.engineWith({ 'tides.md': 'ebb' }))
      first.goOn()
      await expect(first.done).rejects.toMatchObject({
        code: 'lease-lost',
        message: expect.stringContaining('stood still'),
        remedy: expect.stringContaining('again'),
      })
      expect(await sharing.texts()).toEqual(['tides.md: ebb'])
      expect(await sharing.store.read(everything, (view) => view.sources.list())).toMatchObject([{ name: 'log' }])
    })

  it('goes on properly when nobody came meanwhile', async () => {
    const sharing = openSharing()
    await sharing.addNotes('log')
    const first = halt((reached) => (works[1] as Work).begin(sharing, reached))
    await settle()
    sharing.clock.standStill(LEASE_MS * 10)
    first.goOn()
    expect(await first.done).toMatchObject({ added: 1 })
    expect(await sharing.texts()).toEqual(['late.md: late'])
  })

  it('can index again at once, and finds what the other did', async () => {
    const sharing = openSharing()
    await sharing.addNotes('log')
    const gate = Promise.withResolvers<void>()
    const files = { 'tides.md': 'ebb', 'moon.md': 'full' }
    const first = sharing.engineWith(files, {
      async read({ path, stamp }) {
        await gate.promise
        return { path, stamp, modifiedAt: 1, bytes: Buffer.from(stamp) }
      },
    })
    const lost = index(first)
    lost.catch(() => {})
    await settle()
    sharing.clock.standStill(LEASE_MS)
    await index(sharing.engineWith({ 'tides.md': 'ebb' }))
    gate.resolve()
    await expect(lost).rejects.toMatchObject({ code: 'lease-lost' })
    expect(await index(first)).toMatchObject({ added: 1, unchanged: 1 })
  })
})
