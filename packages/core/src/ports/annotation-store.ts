import type { PathContext, Source, SourceId } from '../core-types.ts'

/** Notes of people on sources: descriptions of folders, and which folders and sources make a project. */
export interface AnnotationView {
  /** Descriptions of everything first, then by source and prefix. `Source.contexts` are the same ones. */
  contexts(): Promise<readonly StoredContext[]>
  /** In the order in which they were named, none without members. Members are shown as `membersShown` says. */
  projects(): Promise<readonly NamedProject[]>
}

/** In the scope `annotations`. */
export interface AnnotationTransaction extends AnnotationView {
  /** Replaces descriptions of the same place. */
  putContexts(contexts: readonly StoredContext[]): Promise<void>
  /** A place without a description is passed over. */
  removeContexts(places: readonly ContextPlace[]): Promise<void>
  /**
   * Replaces projects of the same name, which keep the case of their first name; a project without members is removed. Case
   * does not count in names.
   */
  putProjects(projects: readonly NamedProject[]): Promise<void>
}

/** A folder of a source; removed with the source. */
export interface ContextPlace {
  /** `null`: everything. */
  readonly source: SourceId | null
  /** Empty: the whole source. */
  readonly prefix: string
}

export interface StoredContext extends ContextPlace {
  readonly text: string
}

export interface NamedProject {
  readonly name: string
  /** Folders and sources, as they were written. */
  readonly members: readonly string[]
}

/** The same things as a person declares them in the settings file. */
export interface Declared {
  /** Its path, for remedies. */
  readonly file: string
  /** In the order of the file, as the projects are. */
  contexts(): Promise<readonly PathContext[]>
  projects(): Promise<readonly NamedProject[]>
}

/**
 * Members that a caller who sees only some sources is shown: names of these sources, and of a library of which it sees a
 * version. A folder is not shown, since it may hold anything.
 */
export function membersShown(members: readonly string[], sources: readonly Pick<Source, 'kind' | 'name'>[]) {
  const names = new Set(
    sources.flatMap(({ kind, name }) => {
      const own = kind === 'docs' ? [name, name.replace(/@.*$/s, '')] : [name]
      return own.flatMap((each) => [each, `${kind}/${each}`])
    }),
  )
  return members.filter((member) => names.has(member))
}
