import type { Source } from '../../src/core/words.ts'
import { isViewer, type Access } from '../../src/ports/access.ts'
import { membersShown } from '../../src/ports/annotations.ts'
import { emptyPads } from './pads.ts'
import type { State } from './state.ts'

/** The same state, as if what the access leaves out had never been there. */
export function shownState(state: State, access: Access): State {
  if (access.sources === 'all' && access.hidden) return state
  const all = [...state.sources.values()].map(({ source }) => source)
  const isOwned = ({ id }: Pick<Source, 'id'>): boolean =>
    access.sources === 'all' || (!isViewer(access.sources) && access.sources.has(id))
  const shown = new Set(
    all.filter((source) => isOwned(source) && (access.hidden || source.options.hidden !== true)).map(({ id }) => id),
  )
  const pads = all.filter(({ kind }) => kind === 'pads')
  const hasPads =
    access.sources === 'all' ? pads.every(({ id }) => shown.has(id)) : pads.some(({ id }) => shown.has(id))
  const indexed = {
    ...state,
    sources: new Map([...state.sources].filter(([id]) => shown.has(id))),
    documents: new Map([...state.documents].filter(([, { document }]) => shown.has(document.source))),
    pads: hasPads ? state.pads : emptyPads,
    annotations: {
      ...state.annotations,
      contexts: state.annotations.contexts.filter(({ source }) => source === null || shown.has(source)),
    },
  }
  return access.sources === 'all' ? indexed : withOwned(indexed, state, isOwned)
}

/** Libraries, and what was recorded of them. */
function withOwned(
  shown: State,
  { sources, libraries }: State,
  isOwned: (source: Pick<Source, 'id'>) => boolean,
): State {
  const versions = [...libraries.versions].filter(([, { facts }]) => isOwned({ id: facts.source }))
  const isVersion = (library: number, version: string | null): boolean =>
    versions.some(([, { facts }]) => facts.library === library && facts.version === version)
  const owned = new Map(
    [...libraries.libraries]
      .filter(([id]) => versions.some(([, { facts }]) => facts.library === id))
      .map(([id, { defaultVersion, ...library }]) => [
        id,
        { ...library, defaultVersion: isVersion(id, defaultVersion) ? defaultVersion : null },
      ]),
  )
  const has = (library: number | null): boolean => owned.has(library ?? 0)
  const names = [
    ...[...sources.values()].filter(({ source }) => !isOwned(source)).map(({ source }) => source.name),
    ...[...libraries.libraries.values()].filter(({ id }) => !owned.has(id)).map(({ name }) => name),
  ]
  const isNamed = (input: unknown): boolean =>
    names.some((name) => JSON.stringify(input).toLowerCase().includes(JSON.stringify(name).slice(1, -1).toLowerCase()))
  const { activities, calls, counts } = shown.records
  const sourcesShown = [...shown.sources.values()].map(({ source }) => source)
  return {
    ...shown,
    jobs: { ...shown.jobs, shows: new Set(owned.keys()) },
    annotations: {
      ...shown.annotations,
      projects: shown.annotations.projects
        .map(({ name, members }) => ({ name, members: membersShown(members, sourcesShown) }))
        .filter(({ members }) => members.length > 0),
    },
    libraries: { ...libraries, libraries: owned, versions: new Map(versions) },
    records: {
      audit: [],
      activities: activities.filter(
        ({ library, version }) => has(library) && (version === null || isVersion(library ?? 0, version)),
      ),
      calls: calls
        .filter(({ library }) => has(library))
        .map((call) => (isNamed(call.input) ? { ...call, input: null } : call)),
      counts: new Map([...counts].filter(([, { library }]) => has(library))),
    },
  }
}
