import type { Source, SourceId } from '@wuku/core/core-types'
import { isViewer, visibilitiesFor, type Access, type VisibleSources } from '@wuku/core/ports/access'
import type { CallRecord } from '@wuku/core/ports/record-store'
import { membersShown } from '@wuku/core/ports/annotation-store'
import { isSharedPads, seesLibrary, seesSource, seesVersion } from './holdings.ts'
import type { PadsState } from './pads.ts'
import type { State } from './state.ts'

/** The same state, as if what the access leaves out had never been there. */
export function shownState(state: State, access: Access): State {
  if (access.sources === 'all' && access.hidden) return state
  const all = [...state.sources.values()].map(({ source }) => source)
  const isOwned = (source: Source): boolean => seesSource(state, access.sources, source)
  const shown = new Set(
    all.filter((source) => isOwned(source) && (access.hidden || source.options.hidden !== true)).map(({ id }) => id),
  )
  const indexed = {
    ...state,
    sources: new Map([...state.sources].filter(([id]) => shown.has(id))),
    documents: new Map([...state.documents].filter(([, { document }]) => shown.has(document.source))),
    pads: shownPads(state, shown, access.sources),
    annotations: {
      ...state.annotations,
      contexts: state.annotations.contexts.filter(({ source }) => source === null || shown.has(source)),
    },
  }
  return access.sources === 'all' ? indexed : withOwned(indexed, state, access.sources)
}

/** Those whose source is shown. Before the first workflow is kept there is no source of them to be shown. */
function shownPads({ pads, sources }: State, shown: ReadonlySet<SourceId>, sight: VisibleSources): PadsState {
  const common = [...sources.values()].map(({ source }) => source).find(isSharedPads)
  const showsCommon = common ? shown.has(common.id) : sight === 'all'
  const workflows = new Map(
    [...pads.workflows].filter(([, { source }]) => (source === undefined ? showsCommon : shown.has(source))),
  )
  return { ...pads, workflows, pads: new Map([...pads.pads].filter(([, { workflow }]) => workflows.has(workflow))) }
}

/** Libraries, and what was recorded of them. */
function withOwned(shown: State, state: State, sight: Exclude<VisibleSources, 'all'>): State {
  const { sources, libraries } = state
  const versions = [...libraries.versions].filter(([, { facts }]) => seesVersion(state, sight, facts))
  /** A user sees a library with all of its versions, also those that are no longer there. */
  const isVersion = (library: number, version: string | null): boolean =>
    isViewer(sight) || versions.some(([, { facts }]) => facts.library === library && facts.version === version)
  const owned = new Map(
    [...libraries.libraries]
      .filter(([, library]) => seesLibrary(state, sight, library))
      .map(([id, { defaultVersion, ...library }]) => [
        id,
        { ...library, defaultVersion: isVersion(id, defaultVersion) ? defaultVersion : null },
      ]),
  )
  const has = (library: number | null): boolean => owned.has(library ?? 0)
  const named = [
    ...[...sources.values()].map(({ source }) => ({
      name: source.name,
      isShown: seesSource(state, sight, source),
    })),
    ...[...libraries.libraries.values()].map(({ id, name }) => ({ name, isShown: owned.has(id) })),
  ].map(({ name, isShown }) => ({ name: name.toLowerCase(), isShown }))
  const shownNames = new Set(named.filter(({ isShown }) => isShown).map(({ name }) => name))
  const names = named.map(({ name }) => name).filter((name) => !shownNames.has(name))
  const isNamed = (input: unknown): boolean =>
    names.some((name) => JSON.stringify(input).toLowerCase().includes(JSON.stringify(name).slice(1, -1)))
  const { activities, calls, counts } = shown.records
  /** Users know what they asked. */
  const isOwn = ({ actor }: CallRecord): boolean => isViewer(sight) && actor === sight.user
  const sourcesShown = [...shown.sources.values()].map(({ source }) => source)
  return {
    ...shown,
    jobs: {
      ...shown.jobs,
      shows: { libraries: new Set(owned.keys()), visibilities: isViewer(sight) ? visibilitiesFor(sight) : [] },
    },
    annotations: {
      ...shown.annotations,
      projects: shown.annotations.projects
        .map(({ name, members }) => ({ name, members: membersShown(members, sourcesShown) }))
        .filter(({ members }) => members.length > 0),
    },
    libraries: { ...libraries, libraries: owned, versions: new Map(versions) },
    records: {
      forgottenAt: -Infinity,
      audit: [],
      activities: activities.filter(
        ({ library, version }) => has(library) && (version === null || isVersion(library ?? 0, version)),
      ),
      calls: calls
        .filter((call) => has(call.library) || isOwn(call))
        .map((call) => (!isOwn(call) && isNamed(call.input) ? { ...call, input: null } : call)),
      counts: new Map([...counts].filter(([, { library }]) => has(library))),
    },
  }
}
