import type { Host } from '@wuku/core/ports/origins'

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

/** Answers are of strangers: each field is looked at before it is believed. */
type Fields = { readonly [name: string]: unknown }

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function timeOf(value: unknown): { readonly publishedAt?: number } {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? {} : { publishedAt: time }
}

/** SHA-1 or SHA-256. */
export const commitOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(value) ? value : undefined

export const segments = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** Whether a tag without a release is a prerelease: only its name shows it. */
export const looksEarly = (tag: string): boolean =>
  /\d[-_.]?(?:alpha|beta|rc|pre|preview|dev|canary|next|nightly|snapshot|experimental|m|a|b)(?![a-z])/i.test(tag)
