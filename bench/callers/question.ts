/** A definition, and the lines that use it. */
export interface CallersQuestion {
  /** As it is asked for: `Tariff.suspend`. */
  readonly name: string
  /** The file that defines it. */
  readonly path: string
  readonly uses: readonly Line[]
}

export interface Line {
  readonly path: string
  /** From 1. */
  readonly line: number
}

/** A repository with a judge that knows the uses in it. */
export interface JudgedTree {
  readonly name: string
  readonly language: string
  readonly judge: string
  readonly tree: string
  /** `paths`: files that are indexed. */
  questions(paths: readonly string[]): Promise<readonly CallersQuestion[]>
}

/** Fewer say nothing, and more would be most of the set. */
export const hasUses = ({ uses }: CallersQuestion): boolean => uses.length >= 2 && uses.length <= 150

/** Definitions in tests are not asked for; uses in tests count. */
export const isOwn = (path: string): boolean =>
  !/(?:^|\/)(?:tests?|examples?|docs?|website|scripts|dist)\/|\.d\.ts$/.test(path)
