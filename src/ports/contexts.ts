/** Descriptions of folders of a collection, so that a hit can say what it belongs to. */
export interface Contexts {
  list(): Promise<readonly PathContext[]>
  /** An empty `prefix` speaks of the whole collection; an empty `collection` of everything. */
  set(context: PathContext): Promise<void>
  /** `false` when there was none. */
  remove(collection: string, prefix: string): Promise<boolean>
}

export interface PathContext {
  readonly collection: string
  readonly prefix: string
  readonly text: string
}
