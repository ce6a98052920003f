import type { LineSpan } from '../written-lines.ts'

/** History of a repository. Read without running anything that the repository itself asks to be run. */
export interface History {
  /** `undefined` when the folder is in no repository, or no git is there to ask; `why` says which. */
  repository(): Promise<Repository | NoRepository>
  /** Newest first, of what `HEAD` reaches. */
  commits(request: CommitsRequest): AsyncIterable<Commit>
  /** The commits that wrote the lines of a file as it is now (`git blame`). */
  blame(path: string, lines: LineSpan): Promise<readonly BlamedLines[]>
  /** The commits that changed some lines, newest first, through renames (`git log -L`). */
  changesOf(path: string, lines: LineSpan, limit: number): Promise<readonly Commit[]>
  /** The commits that touched a file, newest first, through renames (`git log --follow`). */
  changesOfFile(path: string, limit: number): Promise<readonly Commit[]>
  /** Whether a file of the work tree differs from what `HEAD` has of it, or only one of them has it. */
  isModified(path: string): Promise<boolean>
  /** The changes of a commit or a range `a..b` as a patch without context; commits are named by hash or from `HEAD`. */
  patch(revision: string): Promise<string>
}

export interface NoRepository {
  readonly why: string
  /** Set if a repository's history could be read after this was done. */
  readonly remedy?: string
}

export interface Repository {
  /** Absolute path of the work tree's top. */
  readonly top: string
  /** Full hash of `HEAD`; `null` before the first commit. */
  readonly head: string | null
  /** Absolute path of what all work trees of the repository share. */
  readonly common: string
  readonly branch: string | null
  /** Its remote, as `host/owner/name` in lower case; without names and passwords. */
  readonly remotes: readonly string[]
  readonly isShallow: boolean
}

export interface CommitsRequest {
  /** Only commits that this one does not reach. */
  readonly after?: string
  /** Exactly these, in this order. */
  readonly only?: readonly string[]
  readonly limit?: number
  readonly signal?: AbortSignal
}

export interface Commit {
  readonly sha: string
  readonly parents: readonly string[]
  readonly author: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly subject: string
  readonly body: string
  /** From the top of the work tree, `/`-separated; at most `maxCommitFiles` of them. */
  readonly files: readonly TouchedFile[]
}

export interface TouchedFile {
  readonly path: string
  readonly how: 'added' | 'changed' | 'removed' | 'renamed'
  /** The name that it had before, when it was renamed. */
  readonly from?: string
}

export interface BlamedLines extends LineSpan {
  /** `null` for lines that are not committed. */
  readonly commit: Pick<Commit, 'sha' | 'author' | 'at' | 'subject'> | null
}

/** A commit that touches more says nothing about any one of them. */
export const maxCommitFiles = 300
