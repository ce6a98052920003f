import { localHolding, type Holding, type Source } from '../../src/core/words.ts'
import { isViewer, isVisible, type Sight } from '../../src/ports/access.ts'
import type { Library, LibraryVersion } from '../../src/ports/libraries.ts'
import { sharedPads, type Workflow } from '../../src/ports/pads.ts'
import type { State } from './state.ts'

/** As it is held: a version of a library as its library is, and of several versions the first counts. */
export function heldSource({ libraries }: Pick<State, 'libraries'>, source: Source): Source {
  const { holding: own, ...facts } = source
  const version = firstVersion(libraries, source)
  const holding = version ? libraries.libraries.get(version.library)?.holding : own
  return { ...facts, ...(holding && { holding }) }
}

const firstVersion = ({ versions }: State['libraries'], { id }: Source): LibraryVersion | undefined =>
  [...versions.values()].map(({ facts }) => facts).find(({ source }) => source === id)

export function seesSource(state: State, sight: Sight, source: Source): boolean {
  if (sight === 'all') return true
  if (!isViewer(sight)) return sight.has(source.id)
  const kind = firstVersion(state.libraries, source) ? 'docs' : source.kind
  return isVisible(heldSource(state, source).holding ?? localHolding(kind), sight)
}

/** To a list of sources a version shows with its source; to a user with its library. */
export function seesVersion(state: State, sight: Sight, { source, library }: LibraryVersion): boolean {
  if (sight === 'all' || !isViewer(sight)) return sight === 'all' || sight.has(source)
  const held = state.libraries.libraries.get(library)
  return held !== undefined && isVisible(held.holding ?? localHolding('docs'), sight)
}

export function seesLibrary(state: State, sight: Sight, { id, holding }: Library): boolean {
  if (sight !== 'all' && isViewer(sight)) return isVisible(holding ?? localHolding('docs'), sight)
  const versions = [...state.libraries.versions.values()].map(({ facts }) => facts)
  return sight === 'all' || versions.some((version) => version.library === id && seesVersion(state, sight, version))
}

export const isSharedPads = ({ kind, name }: Source): boolean => kind === sharedPads.kind && name === sharedPads.name

/** Of the source that a workflow's pads lie in. */
export function holdingOfWorkflow(
  { sources }: Pick<State, 'sources'>,
  { source: own }: Pick<Workflow, 'source'>,
): Holding | undefined {
  const all = [...sources.values()].map(({ source }) => source)
  return all.find((source) => (own === undefined ? isSharedPads(source) : source.id === own))?.holding
}

/** Sources of libraries that are held otherwise than before: their revisions change. */
export function sourcesHeldAnew(before: State['libraries'], after: State['libraries']): readonly Source['id'][] {
  const changed = [...after.libraries.values()].filter(({ id, holding }) => {
    const known = before.libraries.get(id)
    return known !== undefined && known.holding !== holding
  })
  const ids = new Set(changed.map(({ id }) => id))
  const versions = [...after.versions.values()].map(({ facts }) => facts)
  return [...new Set(versions.filter(({ library }) => ids.has(library)).map(({ source }) => source))]
}
