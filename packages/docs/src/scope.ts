import { WukuError } from '@wuku/core/errors'
import { msg, type Text, type Message } from '@wuku/messages/docs'
import type { Source, Visibility } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import type { PlannedSubject } from '@wuku/kernel/base/caller'
import { signsIn } from '@wuku/kernel/query/query-signs'
import type { Library, LibraryVersion } from '@wuku/core/ports/library-store'
import type { StoreView } from '@wuku/core/ports/store'
import { commandLine } from '@wuku/text/show/shell-words'
import { findLibrary, knownLibraries, resolveLibrary, type KnownLibrary } from './libraries/known.ts'
import { type LibraryRef, libraryWord, parseLibraryId } from './names/library-id.ts'
import { findVersion } from './versions/find-version.ts'

/** One version of a library that answers, and how it was chosen. */
export interface AnsweringVersion {
  readonly known: KnownLibrary
  readonly version: LibraryVersion
  readonly source: Source
}

export interface DocsScope {
  readonly answering: readonly AnsweringVersion[]
  readonly notes: readonly Text[]
}

/** Which versions answer: never another one in silence. `version` beats what the address of the library says. */
export async function chooseScope(libraryRef: LibraryRef, version: string | undefined, view: StoreView) {
  const all = await knownLibraries(view)
  if (all.length === 0) throw new WukuError('not-indexed', msg('nothingThere'))
  if (libraryRef.by === 'all') return { answering: await answeringVersions(all, defaultOf, view), notes: [] }
  const known = findLibrary(libraryRef, all)
  const { chosen, notes } = chooseVersion(known, version ?? libraryRef.version)
  return { answering: await answeringVersions([known], () => chosen, view), notes }
}

export const defaultOf = ({ byDefault }: KnownLibrary): LibraryVersion | undefined => byDefault

/** Libraries that have the chosen version, with its source. */
export async function answeringVersions(
  libraries: readonly KnownLibrary[],
  choose: (known: KnownLibrary) => LibraryVersion | undefined,
  view: StoreView,
): Promise<readonly AnsweringVersion[]> {
  const sources = new Map((await view.sources.list()).map((source) => [source.id, source]))
  return libraries.flatMap((known) => {
    const version = choose(known)
    const source = version && sources.get(version.source)
    return source ? [{ known, version, source }] : []
  })
}

export function chooseVersion(known: KnownLibrary, requestedVersion: string | undefined) {
  const { library, versions, byDefault } = known
  const isNamed = requestedVersion !== undefined && requestedVersion.trim() !== ''
  if (byDefault && !isNamed) return { chosen: byDefault, notes: [] }
  if (!isNamed || versions.length === 0) throw noVersion(library)
  const names = versions.map(({ version }) => version)
  const found = findVersion(requestedVersion, names)
  if ('nearest' in found) throw versionMissing(known, requestedVersion, found.nearest)
  const chosen = versions.find(({ version }) => version === found.found)
  if (!chosen) throw versionMissing(known, requestedVersion, [found.found])
  const notes =
    found.by === 'range'
      ? [`"${requestedVersion}" fits several versions; ${chosen.version} is the newest of them here.`]
      : []
  return { chosen, notes }
}

/** The one library that a caller names, also an archived or deleted one. */
export async function libraryOf(written: string | number, view: StoreView): Promise<KnownLibrary> {
  const libraryRef = parseLibraryId(written)
  if (libraryRef.by === 'all') throw new WukuError('bad-input', msg('notOne'))
  return findLibrary(libraryRef, await knownLibraries(view, 'all'))
}

/** `react`, `react@18`, or both apart. */
export async function versionOfLibrary(written: string | number, version: string | undefined, view: StoreView) {
  const known = await libraryOf(written, view)
  const libraryRef = parseLibraryId(written)
  const requestedVersion = version ?? (libraryRef.by === 'all' ? undefined : libraryRef.version)
  return { library: known.library, version: chooseVersion(known, requestedVersion).chosen }
}

/** The subject of a job that names a library which may not be there yet. */
export async function subjectOf(
  { library, version, visibility }: SubjectRequest,
  { engine }: { readonly engine: Pick<Engine, 'read'> },
): Promise<PlannedSubject> {
  if (library === undefined) return { library: null, name: null, version: version ?? null, makes: { visibility } }
  const libraryRef = parseLibraryId(library)
  if (libraryRef.by === 'all') return { library: null, name: null, version: null }
  const all = await engine.read((view) => knownLibraries(view))
  // Nobody makes a library by its number.
  const known = typeof library === 'number' ? findLibrary(libraryRef, all) : resolveLibrary(libraryRef, all)
  const requestedVersion = version ?? libraryRef.version ?? known?.byDefault?.version
  return {
    library: known?.library.id ?? null,
    name: known?.library.name ?? (libraryRef.by === 'name' ? libraryRef.name : String(library)),
    version: requestedVersion ?? null,
    ...(!known && { makes: { visibility } }),
  }
}

interface SubjectRequest {
  readonly library?: string | number | undefined
  readonly version?: string | undefined
  /** A new library is shown so. */
  readonly visibility?: Visibility | undefined
}

/** The subject of a job that needs a version: fails when there is none. */
export async function knownSubject(written: string | number, version: string | undefined, view: StoreView) {
  const found = await versionOfLibrary(written, version, view)
  return { library: found.library.id, name: found.library.name, version: found.version.version }
}

const noVersion = (library: Library): WukuError =>
  new WukuError(
    'not-indexed',
    msg('noVersion', {
      name: library.name,
      command: commandLine`wuku docs import <url> --name ${libraryWord(library)}`,
    }),
  )

const versionMissing = ({ library, versions }: KnownLibrary, requestedVersion: string, nearest: readonly string[]) =>
  new WukuError(
    'not-found',
    msg('versionMissing', {
      name: library.name,
      requestedVersion,
      nearest: nearest.join(', ') || 'none',
      versions: listed(versions),
      command: commandLine`wuku docs import <url> --name ${libraryWord(library)} --version ${requestedVersion}`,
    }),
  )

function listed(all: readonly LibraryVersion[]): string | Message {
  const versions = all
    .slice(0, 12)
    .map(({ version }) => version)
    .join(', ')
  return all.length <= 12 ? versions : msg('andMoreVersions', { versions, more: all.length - 12 })
}

/** Several topics in one call, `routing, middleware`; a comma between digits, within quotes or in code separates nothing. */
export function topicsOf(topic: string): readonly string[] {
  const enclosed = [...signsIn(topic), ...topic.matchAll(CALL)].map((each) =>
    'operand' in each ? each : { start: each.index, end: each.index + each[0].length },
  )
  const isWithin = (at: number): boolean => enclosed.some(({ start, end }) => at > start && at < end)
  const ends = [...topic.matchAll(/[,，、;；](?!\d)/gu)].map(({ index }) => index).filter((at) => !isWithin(at))
  const topics = [...ends, topic.length]
    .map((end, at) => topic.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end).trim())
    .filter((each) => each !== '')
  return topics.length === 0 ? [topic.trim()] : [...new Set(topics)].slice(0, MAX_TOPICS)
}

/** Brackets right behind a name, and those of objects: `foo(a, b)`, `{ a, b }`. */
const CALL = /(?<=[\w$])\([^()\n]*\)|\{[^{}\n]*\}/g

const MAX_TOPICS = 10
