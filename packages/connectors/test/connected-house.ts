import type { ConnectedPlace, Source } from '@wuku/core/core-types'
import { everything, type Access } from '@wuku/core/ports/access'
import { stateIn } from '../../kernel/src/base/connected-state.ts'
import type { ConnectedState } from '@wuku/core/services/service-connection'
import type { Store } from '@wuku/core/ports/store'
import type { SliceJob } from '@wuku/core/ports/worker-pool'
import { openHttp } from '@wuku/guarded-fetch/http-client'
import { analyseSlice } from '@wuku/kernel/index/analyse'
import { groupsOf } from '@wuku/kernel/accounts/email-groups'
import { addUser } from '@wuku/kernel/accounts/users'
import type { Engine } from '@wuku/kernel/base/engine'
import type { EnginePorts } from '@wuku/kernel/base/ports'
import type { IndexReport } from '@wuku/kernel/base/parts/index-runs'
import { createEngine } from '@wuku/kernel/create'
import { notes } from '@wuku/notes'
import { notesReader } from '../../notes/src/note-reader.ts'
import { hasEnded, newOwner } from '../../settings/src/this-process.ts'
import { nothingDeclared, withoutDocs } from '../../kernel/test/docs-ports.ts'
import { modelsOf } from '../../kernel/test/models-ports.ts'
import { openTestStore } from '../../../test/test-store.ts'
import { openConnectedFeed } from '../src/connected-feed.ts'
import { openConnections } from '../src/open-connections.ts'

export interface ConnectedHouse {
  readonly store: Store
  readonly engine: Engine
  /** Milliseconds that our clock is ahead. */
  ahead: number
  /** Registers an address as `wuku add` does, and reads it. */
  add(address: string, api: string, given?: Partial<ConnectedPlace> & { readonly host?: string }): Promise<Source>
  index(how?: { readonly census?: boolean; readonly force?: boolean; readonly readers?: boolean }): Promise<IndexReport>
  state(): Promise<ConnectedState>
  /** Texts of all documents that somebody sees, by `source/path`; by default the owner. */
  texts(email?: string): Promise<ReadonlyMap<string, string>>
  addPerson(email: string): Promise<void>
}

/** A whole engine over a store of its own that reads services through real requests. */
export function openConnectedHouse({
  token = 'good',
  store = openTestStore(),
  people = [] as readonly string[],
  isPatient = false,
  pause = async (milliseconds: number): Promise<void> => void milliseconds,
} = {}): ConnectedHouse {
  const clock = { now: () => Date.now() + house.ahead, sleep: async () => {}, every: () => () => {} }
  const connections = openConnections({
    http: (allowed) => openHttp({ allowPrivate: allowed === undefined ? [] : [allowed], pause: async () => {} }),
    credentialOf: () => token,
    files: {
      takes: (name) => /\.(?:md|txt|html|pdf)$/.test(name),
      read: async (path, bytes) => {
        await notesReader.prepare?.([path])
        return notesReader.parse({ path, bytes, stamp: '', modifiedAt: 0 })
      },
    },
    people,
    ...(!isPatient && { pause }),
    now: clock.now,
  })
  const ports = {
    ...withoutDocs,
    store,
    clock,
    connections,
    kinds: [notes],
    declared: nothingDeclared,
    models: modelsOf(),
    workerPool: {
      width: 1,
      analyse: async (job: SliceJob) => analyseSlice([notesReader], structuredClone(job)),
      close: async () => {},
    },
    open: { feed: () => openConnectedFeed() },
    process: { newOwner, hasEnded },
  } as unknown as EnginePorts
  const engine = createEngine(ports)
  const accessOf = async (email: string | undefined): Promise<Access> => {
    if (email === undefined) return everything
    const users = await store.accounts.read((view) => view.users())
    const user = users.find((each) => each.email === email)
    if (!user) throw new Error(`Nobody has ${email}.`)
    return { hidden: false, sources: { user: user.id, groups: groupsOf(user) } }
  }
  const house: ConnectedHouse = {
    store,
    engine,
    ahead: 0,
    async add(address, api, { host, ...given } = {}) {
      const found = await engine.sources.recognise(address, { api, ...(host !== undefined && { host }) })
      if (!found) throw new Error(`Nobody knows ${address}.`)
      const options = { connected: { ...found.place, isTrusted: true as const, ...given } }
      const request = { root: found.root, kind: 'notes' as const, called: found.name, options }
      await engine.sources.check(request, new AbortController().signal)
      const source = await engine.sources.add(request)
      await house.index()
      return source
    },
    async index({ readers = false, ...how } = {}) {
      if (!readers) return engine.index.update({ sources: [], ...how })
      const [source] = await store.read(everything, (view) => view.sources.list())
      return engine.index.updateOne(source as Source, { folders: ['readers'] })
    },
    async state() {
      const [facts] = await store.read(everything, (view) => view.sources.facts())
      return stateIn(facts?.report ?? null)
    },
    texts: async (email) =>
      store.read(await accessOf(email), async (view) => {
        const documents = await view.documents.list()
        const bodies = await view.documents.bodies(documents.map(({ id }) => id))
        return new Map(documents.map(({ id, path }) => [path, bodies.get(id) ?? '']))
      }),
    addPerson: (email) =>
      store.accounts.write(async (transaction) => {
        const isFirst = (await transaction.users()).length === 0
        if (isFirst) await addUser({ name: 'root', role: 'admin' }, transaction, 1)
        await addUser({ name: email.replace(/@.*/, ''), email, role: 'reader' }, transaction, clock.now())
      }),
  }
  return house
}
