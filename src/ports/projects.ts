/** Projects that people named, and what they say belongs to each. */
export interface Projects {
  /** In the order of the settings file; none without members. */
  list(): Promise<readonly NamedProject[]>
  /**
   * Replaces the members of a project by what `work` makes of them, while no other process writes: of two that add, none
   * loses what the other added. A project that is new has no members before, one that has none after is gone. Of names,
   * case does not count.
   */
  change(name: string, work: (members: readonly string[]) => Promise<readonly string[]>): Promise<NamedProject>
}

export interface NamedProject {
  readonly name: string
  /** Folders and sources, as they were written. */
  readonly members: readonly string[]
}
