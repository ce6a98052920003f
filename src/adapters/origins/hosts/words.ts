import type { Host } from '../../../ports/origins.ts'

/** Requests to a code host of any kind: only addresses, and how to read its answers. */
export interface CodeHost {
  readonly type: Host
  readonly tokenVariable: string
  tokenHeader(token: string): Readonly<Record<string, string>>
  repository(path: string): URL
  readRepository(answer: unknown): RepositoryFacts | undefined
  releases(path: string, page: number): URL
  readRelease(each: unknown): HostRelease | undefined
  tags(path: string, page: number): URL
  readTag(each: unknown): HostRelease | undefined
  commit(path: string, ref: string): URL
  readCommit(answer: unknown): string | undefined
  archive(path: string, commit: string): URL
  /** Web addresses of all files of a commit, and of one of them. */
  treeUrl(place: Place): string
  fileUrl(place: Place, file: string): string
}

export interface Place {
  /** As the host gives it, without a slash at the end. */
  readonly webUrl: string
  readonly commit: string
}

export interface RepositoryFacts {
  /** `facebook/react`, as it is called today. */
  readonly path: string
  readonly name: string
  readonly description: string
  readonly defaultBranch: string
  readonly webUrl: string
}

export interface HostRelease {
  readonly tag: string
  readonly isDraft: boolean
  readonly isPrerelease: boolean
  readonly publishedAt?: number
}
