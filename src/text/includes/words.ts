/** A place in a document where its builder puts a part of another file. */
export interface Include {
  readonly start: number
  readonly end: number
  /** As written. */
  readonly target: string
  /** Paths that it may mean, surest first: `/`-separated, relative to the root, without `..`. */
  readonly candidates: readonly string[]
  /** What of it, and how it is shown. */
  readonly take: IncludeTake
}

export interface IncludeTake {
  /** `code`: in a fence; `text`: as it is. */
  readonly as: 'code' | 'text'
  readonly language?: string
  /** From 1, both with the lines themselves; all when absent. */
  readonly lines?: readonly (readonly [from: number, to: number])[]
  /** A named part, between the marks of the builder's own kind. */
  readonly region?: string
  /** Behind the first line that holds this. */
  readonly after?: string
  /** Before the first line, from there on, that holds this. */
  readonly before?: string
  /** A class or function of Python, `Class.method`. */
  readonly symbol?: string
  readonly indent?: string
}
