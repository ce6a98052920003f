import { cancelled, isWukuError, messageOf } from '@wuku/core/errors'
import { isRecord } from '@wuku/core/lenient-parsing'
import { append } from '@wuku/core/list-helpers'
import { everything } from '@wuku/core/ports/access'
import {
  LOOKS,
  type ConnectedState,
  type Connection,
  type PassSlice,
  type ReadItem,
} from '@wuku/core/services/service-connection'
import type { Feed, ListedItem } from '@wuku/core/ports/feed'
import type { Json, Source } from '@wuku/core/core-types'
import type { Store } from '@wuku/core/ports/store'
import { stateIn } from '../base/connected-state.ts'
import { writePushed } from '../base/pushed-item.ts'
import type { EnginePorts } from '../base/ports.ts'
import { analyserOf } from './analyse.ts'
import { addPart, alignParts, partsOf, type PartOfSource } from './connected-parts.ts'
import type { RunRequest } from './request.ts'
import { newRunCounts, type RunCounts } from './run-counts.ts'
import { runSource } from './run.ts'

export interface ConnectedRequest extends RunRequest {
  readonly census: boolean
}

/** Items of an older analyser cost a request each; more than these are listed again, all together. */
const FEW_OUTDATED = 100

/**
 * One pass over a service. Each slice is stored in the source, or in that part of it which its readers see, and then the
 * state after it; who may read is looked at first, and without an answer nothing becomes visible to anybody.
 */
export async function runConnected(request: ConnectedRequest, ports: EnginePorts): Promise<RunCounts> {
  const { source, folders, signal, census, force, dryRun } = request
  const run = await openRun(request, ports)
  try {
    const connection = openConnection(source, ports)
    const moved = dryRun ? 0 : await readReaders(run, connection, signal)
    const isOfReaders = folders !== undefined && folders.every((each) => each === LOOKS.readers)
    if (isOfReaders && moved === 0) return endOf(run)
    const { outdated, state: before } = run
    const isCensus = census || (folders?.includes(LOOKS.census) === true && isCensusDue(before, ports.clock.now()))
    const slices = connection.pass({
      state: { ...run.state, again: [...(run.state.again ?? []), ...(outdated.length > FEW_OUTDATED ? [] : outdated)] },
      known: stampsIn(run),
      changes: !isOfReaders,
      census: isCensus,
      force: force || outdated.length > FEW_OUTDATED,
      dryRun,
      signal,
      said: (done, said) => request.progress({ stage: 'read', done, total: undefined, said }),
    })
    for await (const slice of slices) {
      if (signal.aborted) throw cancelled()
      await storeSlice(slice, run)
    }
    // Some container could not be listed: the problems say why.
    const { lastChange, lastCensus } = run.state
    const isWhole = isOfReaders || lastChange !== before.lastChange
    if (!dryRun && (!isWhole || (isCensus && lastCensus === before.lastCensus))) run.counts.complete = false
  } catch (error) {
    if (signal.aborted || !isWukuError(error) || ['lease-lost', 'cancelled'].includes(error.code)) throw error
    run.counts.complete = false
    run.counts.problems.push({ path: '.', said: error.texts.message, remedy: error.texts.remedy })
  }
  return endOf(run)
}

const stampsIn = ({ known }: Run): ReadonlyMap<string, string> =>
  new Map([...known].map(([item, { stamp }]) => [item, stamp]))

function endOf(run: Run): RunCounts {
  const { counts, total } = run
  counts.unchanged = Math.max(0, total - counts.changed - counts.removed - counts.moved)
  counts.connected = run.state
  return counts
}

const CENSUS_EVERY_MS = 24 * 60 * 60_000

const isCensusDue = ({ lastCensus = 0 }: ConnectedState, now: number): boolean => now - lastCensus > CENSUS_EVERY_MS

export function openConnection(source: Source, { connections }: Pick<EnginePorts, 'connections'>): Connection {
  if (!connections) throw new Error('This process reads no services.')
  return connections.open(source)
}

interface Run {
  readonly request: ConnectedRequest
  readonly ports: EnginePorts
  readonly counts: RunCounts
  /** Number of items at its beginning. */
  readonly total: number
  /** All items, with the audience that they lie with. */
  readonly known: Map<string, KnownItem>
  /** Items by the paths of their documents, in all parts. */
  readonly paths: Map<string, string>
  /** Items of the service that an older version analysed. */
  readonly outdated: readonly string[]
  parts: readonly PartOfSource[]
  state: ConnectedState
  report: { readonly [key: string]: Json }
}

interface KnownItem {
  readonly stamp: string
  readonly audience: string
}

async function openRun(request: ConnectedRequest, ports: EnginePorts): Promise<Run> {
  const { source, reader } = request
  const parts = await partsOf(source, ports.store)
  const known = new Map<string, KnownItem>()
  const paths = new Map<string, string>()
  const outdated = new Set<string>()
  await ports.store.read(everything, async (view) => {
    for (const { audience, source: part } of parts)
      for (const [path, { item, stamp, analyser }] of await view.sources.manifest(part.id)) {
        paths.set(path, item)
        known.set(item, { stamp, audience })
        if (analyser !== analyserOf(reader, item)) outdated.add(item.split('/', 2).join('/'))
      }
  })
  const report = await reportOf(source, ports.store)
  const state = stateIn(report)
  const before = { known, paths, outdated: [...outdated], parts, state, report }
  return { request, ports, counts: newRunCounts(), total: known.size, ...before }
}

async function reportOf({ id }: Source, store: Pick<Store, 'read'>): Promise<Run['report']> {
  const facts = await store.read(everything, (view) => view.sources.facts())
  const report = facts.find(({ source }) => source.id === id)?.report
  return isRecord(report) ? (report as Run['report']) : {}
}

async function keepState(run: Run, state: ConnectedState): Promise<void> {
  run.state = { ...state, ...(run.state.readers && { readers: run.state.readers }) }
  run.report = { ...run.report, connected: run.state as unknown as Json }
  await run.ports.store.changeSource(run.request.source.id, { report: run.report })
}

/**
 * Without accounts nothing has to be hidden from anybody, and no readers are requested. Returns how many items fewer people
 * may read now.
 */
async function readReaders(run: Run, connection: Connection, signal: AbortSignal): Promise<number> {
  const { store } = run.ports
  const users = await store.accounts.read((view) => view.users())
  const isPrivate = run.request.source.options.connected?.share === 'private'
  let count = 0
  if ((users.length > 0 || run.state.readers) && !isPrivate) {
    const audiences = new Map([...run.known].map(([item, { audience }]) => [item, audience]))
    const request = { state: run.state, known: stampsIn(run), audiences, signal }
    const { readers, moved, problems } = await connection.readers(request)
    append(run.counts.problems, problems)
    const again = [...new Set([...(run.state.again ?? []), ...moved])]
    run.state = { ...run.state, again, readers }
    await keepState(run, run.state)
    count = moved.length
  }
  await alignParts(run.parts, isPrivate ? { at: 0, of: {} } : run.state.readers, store)
  return count
}

/** Parts that lose something come first: for a moment nobody sees it, rather than those who may no longer. */
async function storeSlice(slice: PassSlice, run: Run): Promise<void> {
  const { gone, planned, problems, skipped, state } = slice
  const { counts, known, request } = run
  append(counts.problems, problems)
  append(counts.skipped, skipped)
  if (request.dryRun) {
    counts.added += planned.filter((item) => !known.has(item)).length
    counts.changed += planned.filter((item) => known.has(item)).length
    return
  }
  const items = slice.items.map((item) => underOwnPaths(item, run))
  const touched = new Set([...items.map(({ item }) => item), ...gone])
  const losing = new Set([...touched].flatMap((item) => known.get(item)?.audience ?? []))
  const gaining = new Set(items.map(({ audience }) => audience))
  for (const audience of new Set([...losing, ...gaining])) {
    const own = items.filter((each) => each.audience === audience)
    await storeInPart(await partFor(audience, run), own, touched, run)
  }
  for (const item of gone) known.delete(item)
  for (const [path, item] of run.paths) if (!known.has(item) && !touched.has(item)) run.paths.delete(path)
  for (const { item, stamp, audience } of items) known.set(item, { stamp, audience })
  await keepState(run, state)
}

/** Two pages may have one title: the one that comes later has its id behind it. */
function underOwnPaths(read: ReadItem, { paths }: Run): ReadItem {
  const documents = read.documents.map((document) => {
    const holder = paths.get(document.path)
    const id = read.item.slice(read.item.indexOf('/') + 1)
    const path = holder === undefined || holder === read.item ? document.path : `${document.path} (${id})`
    paths.set(path, read.item)
    return { ...document, path }
  })
  return { ...read, documents }
}

async function partFor(audience: string, run: Run): Promise<PartOfSource> {
  const found = run.parts.find((part) => part.audience === audience)
  if (found) return found
  const { ports, request, state } = run
  const main = request.source
  const made = await addPart(audience, { main, readers: state.readers, now: ports.clock.now() }, ports.store)
  run.parts = [...run.parts, made]
  return made
}

async function storeInPart(
  { source }: PartOfSource,
  items: readonly ReadItem[],
  touched: ReadonlySet<string>,
  { request, counts, ports }: Run,
): Promise<void> {
  const { census: _, folders: __, ...rest } = request
  const own = await runSource({ ...rest, source, feed: feedOf(items, touched) }, ports)
  for (const key of ['added', 'changed', 'moved', 'removed', 'bytes'] as const) counts[key] += own[key]
  append(counts.problems, own.problems)
  append(counts.masked, own.masked)
}

/** Everything in the part, updated by the slice. */
function feedOf(items: readonly ReadItem[], touched: ReadonlySet<string>): Feed {
  const byItem = new Map(items.map((each) => [each.item, each]))
  return {
    async list({ known = new Map() }) {
      const kept = [...known].filter(([path]) => !touched.has(path)).map(([path, stamp]) => keptItem(path, stamp))
      return { items: [...kept, ...items.map(listedItem)], skipped: [], problems: [], complete: true }
    },
    async read({ path, stamp }) {
      const found = byItem.get(path)
      if (!found) throw new Error(`${messageOf(path)} is not in the slice that is stored.`)
      return { path, stamp, modifiedAt: found.modifiedAt, bytes: Buffer.from(writePushed(found.documents)) }
    },
    stamp: async (path, stamp) => byItem.get(path)?.stamp ?? stamp,
    isThere: async () => true,
  }
}

const keptItem = (path: string, stamp: string): ListedItem => ({ path, stamp, bytes: 0, modifiedAt: 0, isKept: true })

const listedItem = ({ item, stamp, modifiedAt, documents }: ReadItem): ListedItem => ({
  path: item,
  stamp,
  modifiedAt,
  bytes: documents.reduce((sum, { text }) => sum + text.length, 0),
})
