import type { Host } from '../../../ports/origins.ts'

/** What is asked of a code host, whichever it is. Addresses only, and how its answers are read. */
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
  /** Where a reader sees all files of a commit, and one of them. */
  treeUrl(place: Place): string
  fileUrl(place: Place, file: string): string
}

export interface Place {
  /** As the host tells it, without a slash at the end. */
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
