import { WukuError } from '../../core/errors.ts'
import { dayOf } from '../../engine/day.ts'
import { NAME } from '../../engine/sources.ts'
import { settleDefaults } from '../../kinds/docs/libraries/defaults.ts'
import { freeName } from '../../kinds/docs/importing/activate.ts'
import { originalsOf, sourceNameOf } from '../../kinds/docs/originals.ts'
import type { Source, SourceId, SourceOptions } from '../../core/words.ts'
import { everything } from '../../ports/access.ts'
import type { FileDraft, Library, LibraryVersion } from '../../ports/libraries.ts'
import type { Store, StoreTransaction } from '../../ports/store.ts'
import { hasEnded, newOwner } from '../this-process.ts'
import { misplaced } from './take-source.ts'
import type { CarriedSource } from './carried.ts'

/** The place of the documents of a carried source: a hidden source until it is whole, or one that is there. */
export interface PlacedSource {
  readonly source: Source
  /** It was there before, and its documents stay. */
  readonly isMerged: boolean
  putFiles(files: readonly FileDraft[]): Promise<void>
  /** Shows it, and answers its name. */
  show(transaction: StoreTransaction): Promise<string>
  /** Leaves nothing of it. */
  abandon(): Promise<void>
}

export interface PlaceWish {
  readonly store: Store
  readonly carried: CarriedSource
  /** As `SourceOptions.sealed`. Absent: its files may be found where it is taken in, as those of conversations. */
  readonly sealed?: string
  /** A source of its name is not added to: it stays as it is. */
  readonly isWhole: boolean
  readonly now: number
}

/** `undefined`: it is there already, and stays as it is. */
export async function placeSource(wish: PlaceWish): Promise<PlacedSource | undefined> {
  const { library, version } = wish.carried
  if (wish.carried.kind !== 'docs') return placeFolder(wish)
  if (!library || !version) throw misplaced('A library without a version')
  return placeVersion(wish, library, version)
}

const STAGED = '~carried-'

/** Removes what a killed run left. */
export async function sweepCarried(store: Store): Promise<void> {
  const left = await store.read(everything, async (view) =>
    (await view.sources.list()).filter(({ name, options }) => options.hidden && isLeft(name)),
  )
  if (left.length === 0) return
  const versions = await store.read(everything, (view) => view.libraries.versions())
  for (const { id } of left) await discard(store, id, versions.find(({ source }) => source === id)?.id)
}

async function discard(store: Store, source: SourceId, version?: number): Promise<void> {
  if (version !== undefined) await store.write('all', ({ libraries }) => libraries.removeVersion(version))
  await store.removeSource(source)
}

async function placeFolder({ store, carried, sealed, isWhole, now }: PlaceWish): Promise<PlacedSource | undefined> {
  const { kind, name, indexedAt } = carried
  const sources = await store.read(everything, (view) => view.sources.list())
  const there = sources.find((each) => each.kind === kind && each.name.toLowerCase() === name.toLowerCase())
  if (!NAME.test(name)) throw misplaced('A name that no source can have')
  if (there && isWhole) return undefined
  if (there)
    return { source: there, isMerged: true, putFiles: noFiles, show: async () => there.name, abandon: async () => {} }
  const source = await store.addSource({
    kind,
    name: stagedName(),
    root: rootFor(carried, sealed),
    options: optionsOf(carried, sealed),
    addedAt: now,
  })
  return {
    source,
    isMerged: false,
    putFiles: noFiles,
    async show(transaction) {
      const others = await transaction.sources.list()
      if (others.some((each) => each.kind === kind && each.name === name)) throw meanwhile(`${kind}/${name}`)
      await transaction.changeSource(source.id, { name, ...shown(source, indexedAt ?? now, now) })
      return name
    },
    abandon: () => discard(store, source.id),
  }
}

const noFiles = (): Promise<void> => Promise.reject(misplaced('A file of a library'))

/** A sealed source has no files here: its root is never a folder of this machine. */
const rootFor = ({ kind, root }: CarriedSource, sealed: string | undefined): string =>
  sealed === undefined || /^https?:\/\//i.test(root) ? root : `wuku://sealed/${kind}`

/** A name with its process: so the half of a killed one can be recognised. */
const stagedName = (): string => `${STAGED}${Buffer.from(newOwner()).toString('base64url')}`

const isLeft = (name: string): boolean =>
  name.startsWith(STAGED) && hasEnded(Buffer.from(name.slice(STAGED.length), 'base64url').toString())

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
  { store, carried, sealed, now }: PlaceWish,
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
    const draft = { kind: 'docs' as const, name: stagedName(), root: rootFor(carried, sealed), options, addedAt: now }
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
      store.write({ library: library.id }, ({ libraries }) => libraries.putFiles(placed.version.id, files)),
    show: (transaction) =>
      showVersion(transaction, { library, source, version: placed.version, counts, indexedAt: indexedAt ?? now, now }),
    async abandon() {
      await discard(store, source.id, placed.version.id)
      if (isNew) await store.write('all', ({ libraries }) => libraries.removeLibrary(library.id))
    },
  }
}

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
  const name = await freeName(transaction, sourceNameOf(library.name, version.version))
  await transaction.changeSource(source.id, { name, ...shown(source, indexedAt, now) })
  await transaction.libraries.changeVersion(version.id, { status: 'active', counts, indexedAt })
  await settleDefaults(transaction, library.id)
  return name
}

const meanwhile = (name: string): WukuError =>
  new WukuError(
    'conflict',
    `${name} was taken in by another process meanwhile. Nothing was changed.`,
    'Run the same command again: what is there stays as it is.',
  )
