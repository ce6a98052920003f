import type { PathContext, Source } from '@wuku/core/core-types'
import type {
  AnnotationTransaction,
  AnnotationView,
  ContextPlace,
  NamedProject,
  StoredContext,
} from '@wuku/core/ports/annotation-store'
import { byBytes } from './pages.ts'
import { requireSource } from './sources.ts'
import type { State } from './state.ts'

/** Never changed in place. */
export interface AnnotationsState {
  /** In the order in which a view lists them. */
  readonly contexts: readonly StoredContext[]
  readonly projects: readonly NamedProject[]
}

export const emptyAnnotations: AnnotationsState = { contexts: [], projects: [] }

/** Of whatever `now` answers when it is asked. */
export const createAnnotationView = (now: () => AnnotationsState): AnnotationView => ({
  contexts: async () => now().contexts,
  projects: async () => now().projects,
})

export function createAnnotationTransaction(now: () => State, set: (state: State) => void): AnnotationTransaction {
  const change = (next: Partial<AnnotationsState>): void => {
    const state = now()
    set({ ...state, annotations: { ...state.annotations, ...next } })
  }
  const without = (places: readonly ContextPlace[]): readonly StoredContext[] =>
    now().annotations.contexts.filter((each) => !places.some(isAt(each)))
  return {
    ...createAnnotationView(() => now().annotations),
    putContexts: async (contexts) => {
      for (const { source } of contexts) if (source !== null) requireSource(now(), source)
      for (const { source, prefix, text } of contexts)
        change({ contexts: [...without([{ source, prefix }]), { source, prefix, text }].toSorted(inOrder) })
    },
    removeContexts: async (places) => change({ contexts: without(places) }),
    putProjects: async (projects) => {
      for (const project of projects) change({ projects: withProject(now().annotations.projects, project) })
    },
  }
}

const isAt =
  ({ source, prefix }: ContextPlace) =>
  (place: ContextPlace): boolean =>
    place.source === source && place.prefix === prefix

const inOrder = (one: StoredContext, other: StoredContext): number =>
  (one.source ?? 0) - (other.source ?? 0) || byBytes(one.prefix, other.prefix)

function withProject(projects: readonly NamedProject[], { name, members }: NamedProject): readonly NamedProject[] {
  const isSame = (other: NamedProject): boolean => other.name.toLowerCase() === name.toLowerCase()
  const put = projects.some(isSame)
    ? projects.map((other) => (isSame(other) ? { ...other, members } : other))
    : [...projects, { name, members }]
  return put.filter((project) => project.members.length > 0)
}

/** As a view lists it. */
export function withContexts(source: Source, { contexts }: AnnotationsState): Source {
  const own: readonly PathContext[] = contexts
    .filter((each) => each.source === null || each.source === source.id)
    .map(({ source: of, prefix, text }) => ({ collection: of === null ? '' : source.name, prefix, text }))
  return own.length === 0 ? source : { ...source, contexts: own }
}
