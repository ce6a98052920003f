import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Source } from '@wuku/core/core-types'
import type { Store } from '@wuku/core/ports/store'
import { accountCases } from './cases/accounts.ts'
import { viewerCases } from './cases/access-viewers.ts'
import { accessRandomCases } from './cases/access-random.ts'
import { accessRuleCases } from './cases/access-rule.ts'
import { accessCases } from './cases/access.ts'
import { annotationCases } from './cases/annotations.ts'
import { amendCases } from './cases/amends.ts'
import { batchCases } from './cases/batches.ts'
import { crowdCases } from './cases/crowd.ts'
import { documentCases } from './cases/documents.ts'
import { jobCases } from './cases/jobs.ts'
import { leaseCases } from './cases/leases.ts'
import { besideCases } from './cases/beside.ts'
import { revisionCases } from './cases/revisions.ts'
import { manyAtOnceCases } from './cases/many-at-once.ts'
import { libraryRandomCases } from './cases/libraries-random.ts'
import { libraryCases } from './cases/libraries.ts'
import { lexicalCases } from './cases/lexical.ts'
import { padHistoryCases } from './cases/pads-history.ts'
import { padHitCases } from './cases/pads-hits.ts'
import { padRandomCases } from './cases/pads-random.ts'
import { padCases } from './cases/pads.ts'
import { pairCases } from './cases/pairs.ts'
import { randomCases } from './cases/random.ts'
import { recordCases } from './cases/records.ts'
import { callStatisticsCases } from './cases/call-statistics.ts'
import { sharingRandomCases } from './cases/sharing-random.ts'
import { sharingCases } from './cases/sharing.ts'
import { sourceCases } from './cases/sources.ts'
import { vectorRandomCases } from './cases/vectors-random.ts'
import { vectorCases } from './cases/vectors.ts'
import { writeCases } from './cases/writes.ts'
import { sourceNamed } from './samples.ts'
import { scratchFolder } from '../scratch.ts'

export interface StoreUnderTest {
  readonly name: string
  /** The same place twice is the same store. */
  open(place: string, options?: { readonly now?: () => number }): Promise<Store>
  /** What its files say against each other, once it is closed. */
  disagreements?(place: string): readonly string[]
  /** Of the contract, where another suite holds the same store to all of it. Default: all. */
  readonly topics?: readonly string[]
  readonly lacks: readonly { readonly ability: StoreAbility; readonly because: string }[]
}

/**
 * `reopen`: what is stored outlives the process. `share`: several may hold it at once. `adopt`: documents of different sources
 * may share their chunks, the ability `shares` of a store.
 */
export type StoreAbility = 'reopen' | 'share' | 'adopt'

export interface StoreCase {
  readonly says: string
  readonly needs?: StoreAbility
  run(world: StoreWorld): Promise<void>
}

/** A fresh store with one source. */
export interface StoreWorld {
  readonly store: Store
  readonly notes: Source
  /** The same store once more; closed after the case. */
  again(): Promise<Store>
  /** An empty one of the same kind; closed after the case. */
  another(): Promise<Store>
  readonly clock: { now: number }
}

const cases: Readonly<Record<string, readonly StoreCase[]>> = {
  batches: batchCases,
  'a document that is amended': amendCases,
  'a write that looks first': writeCases,
  documents: documentCases,
  'beside the text': besideCases,
  revisions: revisionCases,
  'many at once': manyAtOnceCases,
  lexical: lexicalCases,
  pads: padCases,
  'history of pads': padHistoryCases,
  'hits in pads': padHitCases,
  'documents that sources share': sharingCases,
  sources: sourceCases,
  libraries: libraryCases,
  records: recordCases,
  'statistics of calls and of the server': callStatisticsCases,
  jobs: jobCases,
  'descriptions and projects': annotationCases,
  leases: leaseCases,
  'what a caller may see': accessCases,
  'what a user may see': [...viewerCases, ...accessRuleCases],
  accounts: accountCases,
  vectors: vectorCases,
  'against the slow truth': [
    ...pairCases,
    ...randomCases,
    ...padRandomCases,
    ...libraryRandomCases,
    ...crowdCases,
    ...sharingRandomCases,
    ...accessRandomCases,
    ...vectorRandomCases,
  ],
}

export function storeContract(adapter: StoreUnderTest): void {
  const lacking = new Set(adapter.lacks.map(({ ability }) => ability))
  describe(`store contract: ${adapter.name}`, () => {
    let place = ''
    let opened: Store[] = []
    beforeEach(async () => {
      place = scratchFolder()
      opened = []
    })
    afterEach(async () => {
      for (const store of opened) await store.close()
      expect(adapter.disagreements?.(place) ?? []).toEqual([])
    })
    const makeWorld = async (): Promise<StoreWorld> => {
      const clock = { now: 1_000 }
      const openAt = async (where: string): Promise<Store> => {
        const store = await adapter.open(where, { now: () => clock.now })
        opened.push(store)
        return store
      }
      const again = () => openAt(place)
      const another = () => openAt(join(place, `another ${opened.length}`))
      const store = await again()
      return { store, notes: await store.addSource(sourceNamed('notes')), again, another, clock }
    }
    for (const [topic, rows] of Object.entries(cases)) {
      const able = rows.filter(({ needs }) => !needs || !lacking.has(needs))
      if (able.length === 0 || adapter.topics?.includes(topic) === false) continue
      describe(topic, () => {
        for (const { says, run } of able) it(says, async () => run(await makeWorld()))
      })
    }
  })
}
