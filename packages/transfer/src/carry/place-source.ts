import { msg } from '@wuku/messages/transfer'
import { stampOf } from '@wuku/docs/feed/feed'
import { WukuError } from '@wuku/core/errors'
import { dayOf } from '@wuku/kernel/day'
import { NAME } from '@wuku/kernel/source-registry'
import { updateDefaults } from '@wuku/docs/libraries/defaults'
import { freeName, sourceNameOf } from '@wuku/kernel/library-names'
import { CARRIED, originalsOf } from '@wuku/docs/originals'
import type { Source, SourceId, SourceOptions } from '@wuku/core/core-types'
import { everything } from '@wuku/core/ports/access'
import type { FileDraft, Library, LibraryVersion } from '@wuku/core/ports/library-store'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { Store, StoreTransaction } from '@wuku/core/ports/store'
import { isLeft, ownedName } from '@wuku/settings/this-process'
import { misplaced, type CarriedSource } from './carried-lines.ts'

/** The place of the documents of a carried source: a hidden source until it is whole, or one that is there. */
export interface PlacedSource {
  readonly source: Source
  /** It was there before, and its documents stay. */
  readonly isMerged: boolean
  putFiles(files: readonly FileDraft[]): Promise<void>
  /** An original file of documentation, by its path. Answers the key of its blob. */
  putOriginal(path: string, bytes: Uint8Array): Promise<string>
  /** Stamp that an index run will see of an original that was put. Absent: those of the documents count. */
  stampOf?(item: string): Promise<string | undefined>
  /** Shows it, and answers its name. */
  show(transaction: StoreTransaction): Promise<string>
  /** Leaves nothing of it. */
  abandon(): Promise<void>
}

export interface PlaceRequest {
  readonly store: Store
  /** For originals of documentation. */
  readonly blobs: Blobs
  readonly carried: CarriedSource
  /** As `SourceOptions.sealed`. Absent: its files may be found where it is taken in, or come along. */
  readonly sealed?: string
  /** A source of its name is not added to: it stays as it is. */
  readonly isExclusive: boolean
  readonly now: number
}

/** `undefined`: it is there already, and stays as it is. */
export async function placeSource(request: PlaceRequest): Promise<PlacedSource | undefined> {
  const { library, version } = request.carried
  if (request.carried.kind !== 'docs') return placeFolder(request)
  if (!library || !version) throw misplaced('A library without a version')
  return placeVersion(request, library, version)
}

/** Removes what a killed run left. */
export async function sweepCarried(store: Store, blobs: Blobs): Promise<void> {
  const left = await store.read(everything, async (view) =>
    (await view.sources.list()).filter(({ name, options }) => options.hidden && isLeft(name, CARRIED)),
  )
  if (left.length === 0) return
  const versions = await store.read(everything, (view) => view.libraries.versions())
  for (const { id } of left) {
    const version = versions.find(({ source }) => source === id)
    await discard(id, version, { store, blobs })
  }
}

/** The record of the version goes last: by it the next sweep finds what is left. */
async function discard(
  source: SourceId,
  version: LibraryVersion | undefined,
  { store, blobs }: Pick<PlaceRequest, 'store' | 'blobs'>,
): Promise<void> {
  if (version) await blobs.deleteUnder(version.originals)
  if (version) await store.write('all', ({ libraries }) => libraries.removeVersion(version.id))
  await store.removeSource(source)
}

async function placeFolder(request: PlaceRequest): Promise<PlacedSource | undefined> {
  const { store, blobs, carried, sealed, isExclusive, now } = request
  const { kind, name, indexedAt } = carried
  const sources = await store.read(everything, (view) => view.sources.list())
  const there = sources.find((each) => each.kind === kind && each.name.toLowerCase() === name.toLowerCase())
  if (!NAME.test(name)) throw misplaced('A name that no source can have')
  if (there && isExclusive) return undefined
  if (there) return { source: there, isMerged: true, ...noFiles, show: async () => there.name, abandon: async () => {} }
  const source = await store.addSource({
    kind,
    name: ownedName(CARRIED),
    root: rootFor(carried, sealed),
    options: optionsOf(carried, sealed),
    addedAt: now,
  })
  return {
    source,
    isMerged: false,
    ...noFiles,
    async show(transaction) {
      const others = await transaction.sources.list()
      if (others.some((each) => each.kind === kind && each.name === name)) throw meanwhile(`${kind}/${name}`)
      await transaction.changeSource(source.id, { name, ...shown(source, indexedAt ?? now, now) })
      return name
    },
    abandon: () => discard(source.id, undefined, { store, blobs }),
  }
}

const refuseFile = (): Promise<never> => Promise.reject(misplaced('A file of a library'))
const noFiles = { putFiles: refuseFile, putOriginal: refuseFile }

/** A sealed source has no files here: its root is never a folder of this machine. */
const rootFor = ({ kind, root }: CarriedSource, sealed: string | undefined): string =>
  sealed === undefined || /^https?:\/\//i.test(root) ? root : `wuku://sealed/${kind}`

const optionsOf = ({ options }: CarriedSource, sealed: string | undefined): SourceOptions => ({
  ...options,
  hidden: true,
  ...(sealed !== undefined && { sealed }),
})

const shown = ({ options: { hidden: _hidden, ...options } }: Source, indexedAt: number, now: number) => ({
  options,
  indexedAt,
  countedOn: dayOf(now),
})

type Versioned = Required<Pick<CarriedSource, 'library' | 'version'>>

async function placeVersion(
  { store, blobs, carried, sealed, now }: PlaceRequest,
  about: Versioned['library'],
  { counts, indexedAt, ...version }: Versioned['version'],
): Promise<PlacedSource | undefined> {
  const placed = await store.write('all', async (transaction) => {
    const { libraries } = transaction
    const known = (await libraries.libraries()).find(({ slug, status }) => slug === about.slug && status !== 'deleted')
    const versions = known ? await libraries.versions(known.id) : []
    const isThere = versions.some(
      (each) => each.version === version.version && (each.status === 'active' || each.status === 'archived'),
    )
    if (isThere) return undefined
    const library = known ?? (await libraries.addLibrary(newLibrary(about, now)))
    const originals = originalsOf(library, version.version, new Set(versions.map((each) => each.originals)))
    const options = { ...optionsOf(carried, sealed), originals }
    // Files that came along lie below no folder of this machine.
    const root = sealed === undefined ? 'wuku://docs' : rootFor(carried, sealed)
    const draft = { kind: 'docs' as const, name: ownedName(CARRIED), root, options, addedAt: now }
    const source = await transaction.addSource(draft)
    const staged = { ...version, library: library.id, source: source.id, originals, status: 'staged' as const }
    return { library, source, isNew: !known, version: await libraries.addVersion(staged) }
  })
  if (!placed) return undefined
  const { library, source, isNew } = placed
  return {
    source,
    isMerged: false,
    putFiles: (files) =>
      store.write({ library: library.id }, ({ libraries }) =>
        libraries.putFiles(placed.version.id, sealed === undefined ? files.map(handedIn) : files),
      ),
    async putOriginal(path, bytes) {
      const key = placed.version.originals + path
      await blobs.put(key, bytes)
      return key
    },
    ...(sealed === undefined && {
      stampOf: (item: string) => stampOf(item, { blobs, originals: placed.version.originals }),
    }),
    show: (transaction) =>
      showVersion(transaction, { library, source, version: placed.version, counts, indexedAt: indexedAt ?? now, now }),
    async abandon() {
      await discard(source.id, placed.version, { store, blobs })
      if (isNew) await store.write('all', ({ libraries }) => libraries.removeLibrary(library.id))
    },
  }
}

/** There is no other place to fetch it from. */
const handedIn = (file: FileDraft): FileDraft => ({ ...file, facts: { handedIn: true } })

const newLibrary = ({ slug, name, description, origin }: Versioned['library'], now: number) => ({
  slug,
  name,
  description,
  origin,
  defaultVersion: null,
  keep: { keep: 'all' as const },
  /** It is fetched when somebody says so. */
  refreshEvery: 0,
  scheduledAt: null,
  createdAt: now,
  updatedAt: now,
})

interface Showing {
  readonly library: Library
  readonly source: Source
  readonly version: LibraryVersion
  readonly counts: LibraryVersion['counts']
  readonly indexedAt: number
  readonly now: number
}

async function showVersion(
  transaction: StoreTransaction,
  { library, source, version, counts, indexedAt, now }: Showing,
): Promise<string> {
  const others = await transaction.libraries.versions(library.id)
  if (others.some((each) => each.version === version.version && each.status === 'active'))
    throw meanwhile(`${library.name}@${version.version}`)
  const name = await freeName(transaction, sourceNameOf(library, version.version))
  await transaction.changeSource(source.id, { name, ...shown(source, indexedAt, now) })
  await transaction.libraries.changeVersion(version.id, { status: 'active', counts, indexedAt })
  await updateDefaults(transaction, library.id)
  return name
}

const meanwhile = (name: string) => new WukuError('conflict', msg('takenAnotherProcessMeanwhileNothing', { name }))
