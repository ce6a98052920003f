import { cancelled, WukuError, messageOf } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { DocumentName } from '@wuku/core/ports/index-view'
import type { Library, FileDraft, LibraryVersion, VersionCounts } from '@wuku/core/ports/library-store'
import type { OriginFacts } from '@wuku/core/ports/origins'
import { freeName, sourceNameOf } from '@wuku/kernel/library-names'
import type { GuardedTransaction } from '@wuku/kernel/base/parts/engine-stores'
import type { StoreView } from '@wuku/core/ports/store'
import { requireActive } from '../libraries/active.ts'
import { updateDefaults } from '../libraries/defaults.ts'
import { displayAddress } from '../libraries/known.ts'
import { describe, dissect } from '../reading/describe.ts'
import { versionsToDrop } from '../versions/retention.ts'
import type { ImportContext } from './library-lock.ts'
import { countImported } from './count.ts'
import { discardVersion } from './staging.ts'

export interface Activation {
  readonly library: Library
  readonly staged: LibraryVersion
  readonly facts: Omit<OriginFacts, 'leftOut' | 'skipped'>
  readonly files: readonly FileDraft[]
  readonly counts: VersionCounts
  /** The version that is replaced. */
  readonly before: LibraryVersion | undefined
}

/** One transaction: a search sees what was before it or what is after it. Only then anything old is taken away. */
export async function activate(activation: Activation, { engine, task }: ImportContext) {
  const { before } = activation
  if (task.signal.aborted) throw cancelled()
  task.step('switching', msg('switchingTo', { version: activation.staged.version }))
  const { version, dropped } = await engine.libraries.add({ library: activation.library.id }, async (transaction) => {
    const now = engine.now()
    const library = await libraryNow(transaction, activation.library.id)
    if (before) await hide(transaction, before, now)
    const active = await show(transaction, library, { ...activation, now })
    const gone = await applyRetention(transaction, library, active, now)
    // Files that were handed in say nothing of where the next version comes from.
    await transaction.libraries.changeLibrary(library.id, {
      updatedAt: now,
      origin: active.origin ?? library.origin,
      ...(library.description === '' && { description: await describeByPages(active, transaction) }),
    })
    await updateDefaults(transaction, library.id)
    return { version: active, dropped: gone }
  })
  countImported(activation.files, activation.library.id, engine)
  const event = before ? 'version.refresh' : 'version.create'
  task.record(event, 'success', msg('isActiveNow', { version: version.version }), { facts: { ...version.counts } })
  if (before) await discardPrevious(before, { engine, task })
  for (const { version: name } of dropped)
    task.record('version.delete', 'info', msg('deletedByPolicy', { version: name }))
  return { version, dropped: dropped.map(({ version: name }) => name) }
}

/**
 * Reads the library again, since the fetch may have taken long: nothing is activated in a library that was deleted
 * meanwhile.
 */
async function libraryNow(transaction: GuardedTransaction, id: number): Promise<Library> {
  const library = (await transaction.libraries.libraries()).find((each) => each.id === id)
  if (!library) throw new WukuError('conflict', msg('libraryWasPurgedMeanwhile2'))
  requireActive(library)
  return library
}

/** The new version answers already, whatever becomes of this one: the rest of it goes with the next import or purge. */
export const discardPrevious = (before: LibraryVersion, { engine, task }: ImportContext): Promise<void> =>
  discardVersion(before, engine).catch((error: unknown) =>
    task.record('version.delete', 'warning', msg('beforeNotRemoved', { reason: messageOf(error) })),
  )

async function show(
  transaction: GuardedTransaction,
  library: Library,
  { staged, facts, files, counts, before, now }: Activation & { readonly now: number },
): Promise<LibraryVersion> {
  const { ref = null, commit = null } = facts
  const url = facts.url === undefined ? null : displayAddress(facts.url)
  await reveal(transaction, library, staged, before)
  await transaction.libraries.putFiles(staged.id, files)
  return transaction.libraries.changeVersion(staged.id, { status: 'active', ref, commit, url, counts, indexedAt: now })
}

type Placed = Pick<LibraryVersion, 'source' | 'version'>

/** Searches meet it from now on, under the name of its version; `before`: what it takes the place of. */
export async function reveal(
  transaction: GuardedTransaction,
  library: Library,
  { source: id, version }: Placed,
  before?: Placed,
): Promise<void> {
  const [source] = await transaction.sources.list({ ids: [id] })
  const { hidden: _, ...options } = source?.options ?? {}
  const name = await freeName(transaction, sourceNameOf(library, version))
  await transaction.changeSource(id, { name, options, ...(before && { follows: before.source }) })
}

/** Its name becomes free, and no search meets it again. */
export async function conceal(transaction: GuardedTransaction, version: LibraryVersion): Promise<void> {
  const [source] = await transaction.sources.list({ ids: [version.source] })
  const options = { ...source?.options, hidden: true }
  if (source) await transaction.changeSource(source.id, { name: `~${version.originals}`, options })
}

export async function hide(transaction: GuardedTransaction, version: LibraryVersion, now: number): Promise<void> {
  await conceal(transaction, version)
  await transaction.libraries.changeVersion(version.id, { status: 'deleted', deletedAt: now })
}

async function applyRetention(transaction: GuardedTransaction, library: Library, active: LibraryVersion, now: number) {
  const versions = (await transaction.libraries.versions(library.id)).filter(({ status }) => status === 'active')
  const names = versions.map(({ version }) => version)
  const { keep, defaultVersion } = library
  const drop = new Set(versionsToDrop(keep, { known: names, newOne: active.version, defaultVersion }))
  const dropped = versions.filter(({ id, version }) => id !== active.id && drop.has(version))
  for (const version of dropped) await hide(transaction, version, now)
  return dropped
}

/** Pages that say what a library is, where they lie at the top of all: further down such a page is that of a chapter. */
const FIRST_PAGES = [
  /^readme\.[^/.]+$/i,
  /^(?:llms(?:-full)?\.txt|index\.[^/.]+|introduction\.[^/.]+|overview\.[^/.]+)$/i,
]
const MAX_PAGES_READ = 4
/** As much of a page as may hold its summary. */
const TOP_CHARS = 4_000

/**
 * The description of a library from the first page of a version; empty when there is none. Any other sentence would mislead.
 */
export async function describeByPages({ source }: Pick<LibraryVersion, 'source'>, view: Pick<StoreView, 'documents'>) {
  const names = await view.documents.names({ sources: [source] })
  const top = topOf(names.map(({ path }) => path))
  for (const { id } of FIRST_PAGES.flatMap((page) => pagesAt(top, page, names)).slice(0, MAX_PAGES_READ)) {
    const description = summaryOf((await view.documents.bodies([id])).get(id) ?? '')
    if (description !== '') return description
  }
  return ''
}

const pagesAt = (top: string, page: RegExp, names: readonly DocumentName[]): readonly DocumentName[] =>
  names
    .filter(({ path }) => path.startsWith(top) && page.test(path.slice(top.length)))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))

/** The folder that holds everything: of `src/guide/a.md` and `src/api/b.md` it is `src/`. */
function topOf([first = '', ...others]: readonly string[]): string {
  let top = first.slice(0, first.lastIndexOf('/') + 1)
  for (const path of others) while (!path.startsWith(top)) top = top.slice(0, top.slice(0, -1).lastIndexOf('/') + 1)
  return top
}

/** The first sentence below its first heading, before the next one. */
function summaryOf(text: string): string {
  const body = text.slice(0, TOP_CHARS).replace(/^\s*#{1,6}[^\n]*\n/, '')
  const next = body.search(/^#{1,6}\s/m)
  const { prose } = dissect(next < 0 ? body : body.slice(0, next))
  const description = describe({ fences: [], tableHeads: [], prose: withoutMarks(prose), lead: 0 })
  return /^[\p{L}\p{N}"“「『《]/u.test(description) ? description : ''
}

/** Badges, pictures and rows of links say nothing. */
const withoutMarks = (prose: string): string =>
  prose
    .split('\n')
    .filter((line) => !/^\s*(?:\[?!\[|\[[^\]]*\]\([^)]*\)\s*(?:[|·•]|$)|<[^>]*>\s*$|[-*_]{3,}\s*$)/.test(line))
    .join('\n')
