import { localOwnership, type Ownership, type Source } from '@wuku/core/core-types'
import { isViewer, isVisible, type VisibleSources } from '@wuku/core/ports/access'
import type { Library, LibraryVersion } from '@wuku/core/ports/library-store'
import { sharedPads, type Workflow } from '@wuku/core/ports/pads'
import type { State } from './state.ts'

/** As it is held: a version of a library as its library is, and of several versions the first counts. */
export function heldSource({ libraries }: Pick<State, 'libraries'>, source: Source): Source {
  const { ownership: own, ...facts } = source
  const version = firstVersion(libraries, source)
  const holding = version ? libraries.libraries.get(version.library)?.ownership : own
  return { ...facts, ...(holding && { ownership: holding }) }
}

const firstVersion = ({ versions }: State['libraries'], { id }: Source): LibraryVersion | undefined =>
  [...versions.values()].map(({ facts }) => facts).find(({ source }) => source === id)

export function seesSource(state: State, sight: VisibleSources, source: Source): boolean {
  if (sight === 'all') return true
  if (!isViewer(sight)) return sight.has(source.id)
  const kind = firstVersion(state.libraries, source) ? 'docs' : source.kind
  return isVisible(heldSource(state, source).ownership ?? localOwnership(kind), sight)
}

/** To a list of sources a version shows with its source; to a user with its library. */
export function seesVersion(state: State, sight: VisibleSources, { source, library }: LibraryVersion): boolean {
  if (sight === 'all' || !isViewer(sight)) return sight === 'all' || sight.has(source)
  const held = state.libraries.libraries.get(library)
  return held !== undefined && isVisible(held.ownership ?? localOwnership('docs'), sight)
}

export function seesLibrary(state: State, sight: VisibleSources, { id, ownership: holding }: Library): boolean {
  if (sight !== 'all' && isViewer(sight)) return isVisible(holding ?? localOwnership('docs'), sight)
  const versions = [...state.libraries.versions.values()].map(({ facts }) => facts)
  return sight === 'all' || versions.some((version) => version.library === id && seesVersion(state, sight, version))
}

export const isSharedPads = ({ kind, name }: Source): boolean => kind === sharedPads.kind && name === sharedPads.name

/** Of the source that a workflow's pads lie in. */
export function holdingOfWorkflow(
  { sources }: Pick<State, 'sources'>,
  { source: own }: Pick<Workflow, 'source'>,
): Ownership | undefined {
  const all = [...sources.values()].map(({ source }) => source)
  return all.find((source) => (own === undefined ? isSharedPads(source) : source.id === own))?.ownership
}

/** Sources of libraries that are held otherwise than before: their revisions change. */
export function sourcesHeldAnew(before: State['libraries'], after: State['libraries']): readonly Source['id'][] {
  const changed = [...after.libraries.values()].filter(({ id, ownership: holding }) => {
    const known = before.libraries.get(id)
    return known !== undefined && known.ownership !== holding
  })
  const ids = new Set(changed.map(({ id }) => id))
  const versions = [...after.versions.values()].map(({ facts }) => facts)
  return [...new Set(versions.filter(({ library }) => ids.has(library)).map(({ source }) => source))]
}
