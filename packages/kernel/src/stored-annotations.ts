import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { PathContext, Source, SourceId } from '@wuku/core/core-types'
import type { Access } from '@wuku/core/ports/access'
import { membersShown, type Declared, type NamedProject, type StoredContext } from '@wuku/core/ports/annotation-store'
import type { Readable, Store } from '@wuku/core/ports/store'
import { isAtPlaceOf, trimSlashes } from './contexts.ts'

/** Descriptions of folders that a caller sees: those of the store, and those that the settings file declares. */
export interface Contexts {
  list(): Promise<readonly ListedContext[]>
  /** Contexts of the settings file only; stored ones come with their source. */
  declared(): Promise<readonly PathContext[]>
  /** Stores all or none; refused where the settings file declares another text for the same place. */
  set(contexts: readonly PathContext[]): Promise<void>
  /** `false` when there was none; refused where the settings file declares it. */
  remove(place: Omit<PathContext, 'text'>): Promise<boolean>
}

export interface ListedContext extends PathContext {
  readonly isDeclared: boolean
}

export interface Projects {
  /** The settings file, for remedies. */
  readonly file: string
  /** In the order of the settings file, then of the store; none without members. */
  list(): Promise<readonly ListedProject[]>
  /** Replaces the stored members by the answer of `work`, which may be called again; a project without members is removed. */
  change(name: string, work: (stored: readonly string[]) => readonly string[]): Promise<void>
}

export interface ListedProject extends NamedProject {
  /** Members that stand in the settings file. */
  readonly declared: readonly string[]
}

interface AnnotationPorts {
  readonly access: Access
  readonly declared: Declared
  readonly store: Store
}

export function createContexts(ports: AnnotationPorts, seen: Readable): Contexts {
  const { store, declared } = ports
  const readContexts = async () => {
    const [sources, stored] = await seen.read((view) => Promise.all([view.sources.list(), view.annotations.contexts()]))
    return { sources, stored: nameContexts(stored, sources), ...(await declaredFor(sources, ports)) }
  }
  return {
    list: async () => {
      const { stored, contexts } = await readContexts()
      return [
        ...contexts.map((each) => ({ ...each, isDeclared: true })),
        ...stored.filter((each) => !contexts.some(isAtPlaceOf(each))).map((each) => ({ ...each, isDeclared: false })),
      ]
    },
    declared: () => declared.contexts(),
    set: async (requested) => {
      const { sources, contexts } = await readContexts()
      const others = requested.filter(
        (each) => !contexts.some((known) => isAtPlaceOf(each)(known) && known.text === each.text),
      )
      const declaredPlace = others.find((each) => contexts.some(isAtPlaceOf(each)))
      if (declaredPlace) throw declaredIn(declared.file, `The description of ${keyOf(declaredPlace)} is`, 'contexts')
      const stored = others.flatMap(({ text, ...place }) => placesOf(place, sources).map((each) => ({ ...each, text })))
      await store.write('annotations', ({ annotations }) => annotations.putContexts(stored))
    },
    remove: async (place) => {
      const { sources, stored, contexts } = await readContexts()
      if (contexts.some(isAtPlaceOf(place)))
        throw declaredIn(declared.file, `The description of ${keyOf(place)} is`, 'contexts')
      if (!stored.some(isAtPlaceOf(place))) return false
      await store.write('annotations', ({ annotations }) => annotations.removeContexts(placesOf(place, sources)))
      return true
    },
  }
}

/** Under the names that their sources have now; those of other sources are left out. */
export const nameContexts = (stored: readonly StoredContext[], sources: readonly Source[]): readonly PathContext[] =>
  stored.flatMap(({ source, prefix, text }) => {
    if (source === null) return [{ collection: '', prefix, text }]
    const named = sources.find(({ id }) => id === source)
    return named ? [{ collection: named.name, prefix, text }] : []
  })

/** Two storehouses may each have a source of one name, and then a name means both. */
const placesOf = ({ collection, prefix }: Omit<PathContext, 'text'>, sources: readonly Source[]) => {
  const ids: readonly (SourceId | null)[] =
    collection === '' ? [null] : sources.filter(({ name }) => name === collection).map(({ id }) => id)
  return ids.map((source) => ({ source, prefix: trimSlashes(prefix) }))
}

/** As it is written in the settings file. */
const keyOf = ({ collection, prefix }: Omit<PathContext, 'text'>): string =>
  trimSlashes(`${collection}/${prefix}`) || '/'

export const createProjects = (ports: AnnotationPorts, seen: Readable): Projects => ({
  file: ports.declared.file,
  list: async () => (await readProjects(ports, seen)).projects,
  change: (name, work) =>
    ports.store.write('annotations', async ({ annotations }) => {
      const before = (await annotations.projects()).find(isProject(name))
      const members = work(before?.members ?? [])
      if (before || members.length > 0) await annotations.putProjects([{ name: before?.name ?? name, members }])
    }),
})

/** With the sources of the same moment, by which members are read. */
export async function readProjects(ports: Pick<AnnotationPorts, 'access' | 'declared'>, seen: Readable) {
  const [sources, stored] = await seen.read((view) => Promise.all([view.sources.list(), view.annotations.projects()]))
  const { projects } = await declaredFor(sources, ports)
  return { sources, projects: joinProjects(projects, stored) }
}

/** Members of both count: a project is a list that one may go on with on the command line, wherever it was begun. */
function joinProjects(declared: readonly NamedProject[], stored: readonly NamedProject[]): readonly ListedProject[] {
  const isNew = ({ name }: NamedProject): boolean => !declared.some(isProject(name))
  return [
    ...declared.map(({ name, members }) => {
      const more = stored.find(isProject(name))?.members ?? []
      return { name, members: [...new Set([...members, ...more])], declared: members }
    }),
    ...stored.filter(isNew).map((project) => ({ ...project, declared: [] })),
  ]
}

/** Case does not count. */
export const isProject =
  (called: string) =>
  ({ name }: Pick<NamedProject, 'name'>): boolean =>
    name.toLowerCase() === called.toLowerCase()

/** The settings file names sources: a caller is shown entries that name sources that it sees. Stored ones are narrowed by the view. */
async function declaredFor(
  sources: readonly Source[],
  { access, declared }: Pick<AnnotationPorts, 'access' | 'declared'>,
): Promise<{ readonly contexts: readonly PathContext[]; readonly projects: readonly NamedProject[] }> {
  const [contexts, projects] = await Promise.all([declared.contexts(), declared.projects()])
  if (access.sources === 'all') return { contexts, projects }
  const names = new Set(['', ...sources.map(({ name }) => name)])
  return {
    contexts: contexts.filter(({ collection }) => names.has(collection)),
    projects: projects
      .map(({ name, members }) => ({ name, members: membersShown(members, sources) }))
      .filter(({ members }) => members.length > 0),
  }
}

/** The file is its author's: a program that rewrote it would lose what it does not understand. */
export const declaredIn = (file: string, what: string, section: 'contexts' | 'projects'): WukuError =>
  new WukuError('conflict', msg('declaredIn', { what, file, section }))
