import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SourceId } from '@wuku/core/core-types'
import { openPostgresChannel } from '@wuku/store-postgres/channel'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { everything, type Access } from '@wuku/core/ports/access'
import type { Store } from '@wuku/core/ports/store'
import { probeFor, putting, sourceNamed } from '../contract/samples.ts'
import {
  archiving,
  backupOf,
  caughtUp,
  type Postgres,
  promote,
  replicaOf,
  restorePoint,
  startPostgres,
} from '../servers/postgres.ts'
import { type Wire, wireTo } from '../servers/wire.ts'

/** Brings the database of now to where it was at `begin`, as a server that may be written to. */
interface Loss {
  readonly name: string
  begin(primary: Postgres): Promise<() => Promise<Postgres>>
}

const losses: readonly Loss[] = [
  {
    name: 'a standby without the last writes is promoted',
    begin: async (primary) => {
      const standby = await replicaOf(primary)
      await standby.stop()
      return async () => {
        await primary.kill()
        await standby.start()
        return promote(standby)
      }
    },
  },
  {
    name: 'the database is restored to an earlier point in time',
    begin: async (primary) => {
      const backup = await backupOf(primary)
      await restorePoint(primary, 'before')
      return async () => {
        await primary.kill()
        return backup.restoreTo('before')
      }
    },
  },
]

const schema = 'failover'
const ben: Access = { sources: { user: 'ben', groups: [] }, hidden: false }
const shared = { owner: 'ann', visibility: 'team', sharedWith: [] } as const
const hidden = { ...shared, visibility: 'private' } as const

let primary: Postgres
let wire: Wire
let ending: (() => Promise<unknown>)[]

beforeEach(async () => {
  primary = await startPostgres({ settings: archiving })
  wire = await wireTo(primary.port)
  ending = [() => primary.close(), () => wire.close()]
})

afterEach(async () => {
  for (const end of ending.toReversed()) await end()
})

/** An instance, which never hears of the failover but by what it asks. */
async function instance(): Promise<Store> {
  const url = Object.assign(new URL(primary.url), { port: String(wire.port) }).href
  const store = await openPostgres({ url, schema })
  ending.push(() => store.close())
  return store
}

async function fail(lose: () => Promise<Postgres>): Promise<Postgres> {
  const server = await lose()
  ending.unshift(() => server.close())
  wire.leadTo(server.port)
  return server
}

const namesSeen = (store: Store, access: Access): Promise<readonly string[]> =>
  store.read(access, async (view) => (await view.sources.list()).map(({ name }) => name))

/** Words of documents that a search finds, of those that were asked for. */
async function found(store: Store, source: SourceId, words: readonly string[]): Promise<readonly string[]> {
  return store.read(everything, async (view) => {
    const probes = words.map((word) => probeFor([word], { within: { sources: [source] } }))
    const answers = await view.chunks.lexical(probes)
    const passages = await view.chunks.passages(answers.flatMap((each) => each.map(({ chunk }) => chunk)))
    const texts = new Set(passages.map(({ text }) => text.trim()))
    return words.filter((word) => texts.has(word))
  })
}

const revisionOf = (store: Store, source: SourceId): Promise<string | undefined> =>
  store.read(everything, async (view) => (await view.sources.list()).find(({ id }) => id === source)?.revision)

const WRITES = 80
const wordsOf = (stem: string): readonly string[] => Array.from({ length: WRITES }, (_, nth) => `${stem}${nth}`)

describe.each(losses)('when $name', ({ begin }) => {
  it('what was hidden since is seen by nobody', async () => {
    const [one, other] = [await instance(), await instance()]
    const { id } = await one.addSource({ ...sourceNamed('secret'), ownership: shared })
    const lose = await begin(primary)
    await one.addSource({ ...sourceNamed('lost'), ownership: shared })
    expect(await namesSeen(other, ben)).toEqual(['secret', 'lost'])
    await fail(lose)
    await one.changeSource(id, { ownership: hidden })
    expect(await namesSeen(other, ben)).toEqual([])
  })

  it('all that is written later is found, and nothing of before', async () => {
    const [one, other] = [await instance(), await instance()]
    const { id } = await one.addSource(sourceNamed('notes'))
    const lose = await begin(primary)
    const [lost, later] = [wordsOf('ebb'), wordsOf('flood')]
    for (const word of lost) {
      await one.apply(putting(id, [{ path: `${word}.md`, text: word }]))
      await found(other, id, [word])
    }
    await fail(lose)
    for (const word of later) await one.apply(putting(id, [{ path: `${word}.md`, text: word }]))
    for (const store of [other, one]) {
      expect(await found(store, id, later)).toEqual(later)
      expect(await found(store, id, lost)).toEqual([])
    }
  })

  it('chunks that left since are not found, and those that left before the loss are', async () => {
    const [one, other] = [await instance(), await instance()]
    const { id } = await one.addSource(sourceNamed('notes'))
    const words = wordsOf('tide')
    await one.apply(
      putting(
        id,
        words.map((word) => ({ path: `${word}.md`, text: word })),
      ),
    )
    const lose = await begin(primary)
    const [early, late] = [words.slice(0, 7), words.slice(40, 47)]
    const remove = async (gone: readonly string[]): Promise<void> => {
      for (const word of gone) {
        await one.apply({ ...putting(id, []), remove: [`${word}.md`] })
        await found(other, id, words)
      }
    }
    await remove(early)
    await fail(lose)
    await remove(late)
    expect(await found(other, id, words)).toEqual(words.filter((word) => !late.includes(word)))
  })

  it('no revision of a source is one that stood for something else', async () => {
    const store = await instance()
    const { id } = await store.addSource(sourceNamed('notes'))
    const lose = await begin(primary)
    const revisions = async (stem: string): Promise<readonly (string | undefined)[]> => {
      const seen: (string | undefined)[] = []
      for (const word of wordsOf(stem).slice(0, 10)) {
        await store.apply(putting(id, [{ path: `${word}.md`, text: word }]))
        seen.push(await revisionOf(store, id))
      }
      return seen
    }
    const before = await revisions('ebb')
    await fail(lose)
    expect(new Set([...before, ...(await revisions('flood'))]).size).toBe(20)
  })
})

it('an address of several servers leads to the one that may be written to, whichever comes first, and after a failover to the other', async () => {
  const standby = await replicaOf(primary)
  ending.unshift(() => standby.close())
  const hosts = [standby, primary].map(({ port }) => `127.0.0.1:${port}`).join()
  const url = primary.url.replace(/127[^/]+/, hosts)
  const stores = await Promise.all(
    [url, `${url}?target_session_attrs=read-write`].map((each) => openPostgres({ url: each, schema })),
  )
  const channel = openPostgresChannel({ url, schema })
  for (const store of stores) ending.push(() => store.close())
  ending.push(() => channel.close())
  const sources = await Promise.all(stores.map((store, nth) => store.addSource(sourceNamed(`notes ${nth}`))))
  await caughtUp(primary, standby)
  await primary.kill()
  const writes = stores.map((store, nth) => store.apply(putting(sources[nth]!.id, [{ path: 'ebb.md', text: 'ebb' }])))
  await promote(standby)
  await Promise.all(writes)
  for (const [nth, store] of stores.entries()) expect(await found(store, sources[nth]!.id, ['ebb'])).toEqual(['ebb'])
  const heard = Promise.withResolvers<void>()
  channel.subscribe('tide', () => heard.resolve())
  const saying = setInterval(() => channel.publish('tide', ''), 50)
  await heard.promise
  clearInterval(saying)
})
