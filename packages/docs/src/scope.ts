import { WukuError } from '@wuku/core/errors'
import { msg, type Text, type Message } from '@wuku/messages/docs'
import type { Source } from '@wuku/core/core-types'
import { signsIn } from '@wuku/kernel/query/query-signs'
import type { Library, LibraryVersion } from '@wuku/core/ports/library-store'
import type { StoreView } from '@wuku/core/ports/store'
import { commandLine } from '@wuku/text/show/shell-words'
import { findLibrary } from './libraries/find-library.ts'
import { knownLibraries, type KnownLibrary } from './libraries/known.ts'
import { type LibraryRef, libraryWord } from './names/library-id.ts'
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
export async function chooseScope(
  libraryRef: LibraryRef,
  version: string | undefined,
  view: StoreView,
): Promise<DocsScope> {
  const all = await knownLibraries(view)
  if (all.length === 0) throw nothingThere()
  if (libraryRef.by === 'all')
    return scopeOfVersions(
      all.flatMap((known) => (known.byDefault ? [{ known, version: known.byDefault }] : [])),
      [],
      view,
    )
  const known = findLibrary(libraryRef, all)
  const requestedVersion = version ?? libraryRef.version
  const { chosen, notes } = chooseVersion(known, requestedVersion)
  return scopeOfVersions([{ known, version: chosen }], notes, view)
}

export async function scopeOfVersions(
  chosen: readonly Pick<AnsweringVersion, 'known' | 'version'>[],
  notes: readonly Text[],
  view: StoreView,
): Promise<DocsScope> {
  const sources = new Map((await view.sources.list()).map((source) => [source.id, source]))
  const answering = chosen.flatMap((each) => {
    const source = sources.get(each.version.source)
    return source ? [{ ...each, source }] : []
  })
  return { answering, notes }
}

export function chooseVersion(
  known: KnownLibrary,
  requestedVersion: string | undefined,
): { readonly chosen: LibraryVersion; readonly notes: readonly Text[] } {
  const { library, versions, byDefault } = known
  const isNamed = requestedVersion !== undefined && requestedVersion.trim() !== ''
  if (byDefault && !isNamed) return { chosen: byDefault, notes: [] }
  if (!isNamed || versions.length === 0) throw noVersion(library)
  const found = findVersion(
    requestedVersion,
    versions.map(({ version }) => version),
  )
  if ('nearest' in found) throw versionMissing(known, requestedVersion, found.nearest)
  const chosen = versions.find(({ version }) => version === found.found)
  if (!chosen) throw versionMissing(known, requestedVersion, [found.found])
  const notes =
    found.by === 'range'
      ? [`"${requestedVersion}" fits several versions; ${chosen.version} is the newest of them here.`]
      : []
  return { chosen, notes }
}

const nothingThere = (): WukuError => new WukuError('not-indexed', msg('nothingThere'))

const noVersion = (library: Library): WukuError =>
  new WukuError(
    'not-indexed',
    msg('noVersion', {
      name: library.name,
      command: commandLine`wuku docs import <url> --name ${libraryWord(library)}`,
    }),
  )

const versionMissing = (
  { library, versions }: KnownLibrary,
  requestedVersion: string,
  nearest: readonly string[],
): WukuError =>
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
