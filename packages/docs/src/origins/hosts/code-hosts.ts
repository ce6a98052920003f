import type { Host } from '@wuku/core/ports/origins'
import { fieldAt, textAt } from '../../projects/fields.ts'

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

/** github.com, and GitHub Enterprise at an address of its own. */
export function createGitHub(base: string): CodeHost {
  const api = base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`
  const repository = (path: string): string => `${api}/repos/${segments(path)}`
  return {
    type: 'github',
    tokenVariable: 'GITHUB_TOKEN',
    tokenHeader: (token) => ({ authorization: `Bearer ${token}` }),
    repository: (path) => new URL(repository(path)),
    readRepository: (answer) => readRepository(answer, base),
    releases: (path, page) => new URL(`${repository(path)}/releases?per_page=100&page=${page}`),
    readRelease,
    tags: (path, page) => new URL(`${repository(path)}/tags?per_page=100&page=${page}`),
    readTag,
    commit: (path, ref) => new URL(`${repository(path)}/commits/${segments(ref)}?per_page=1`),
    readCommit: (answer) => commitOf(fieldAt(answer, 'sha')),
    archive: (path, commit) => new URL(`${repository(path)}/tarball/${commit}`),
    treeUrl: ({ webUrl, commit }) => `${webUrl}/tree/${commit}`,
    fileUrl: ({ webUrl, commit }, file) => `${webUrl}/blob/${commit}/${segments(file)}`,
  }
}

/** Gitea and Forgejo. */
export function createGitea(base: string): CodeHost {
  const repository = (path: string): string => `${base}/api/v1/repos/${segments(path)}`
  return {
    type: 'gitea',
    tokenVariable: 'GITEA_TOKEN',
    tokenHeader: (token) => ({ authorization: `token ${token}` }),
    repository: (path) => new URL(repository(path)),
    readRepository: (answer) => readRepository(answer, base),
    releases: (path, page) => new URL(`${repository(path)}/releases?limit=50&page=${page}`),
    readRelease,
    tags: (path, page) => new URL(`${repository(path)}/tags?limit=50&page=${page}`),
    readTag,
    commit: (path, ref) =>
      new URL(
        `${repository(path)}/commits?sha=${encodeURIComponent(ref)}&limit=1&stat=false&verification=false&files=false`,
      ),
    readCommit: (answer) => commitOf(fieldAt(Array.isArray(answer) ? answer[0] : undefined, 'sha')),
    archive: (path, commit) => new URL(`${repository(path)}/archive/${commit}.tar.gz`),
    treeUrl: ({ webUrl, commit }) => `${webUrl}/src/commit/${commit}`,
    fileUrl: ({ webUrl, commit }, file) => `${webUrl}/src/commit/${commit}/${segments(file)}`,
  }
}

/** gitlab.com and GitLab of one's own; groups nest. */
export function createGitLab(base: string): CodeHost {
  const project = (path: string): string => `${base}/api/v4/projects/${encodeURIComponent(path)}`
  return {
    type: 'gitlab',
    tokenVariable: 'GITLAB_TOKEN',
    tokenHeader: (token) => ({ 'private-token': token }),
    repository: (path) => new URL(project(path)),
    readRepository: (answer) => readRepository(answer, base, { path: 'path_with_namespace', name: 'path' }),
    releases: (path, page) => new URL(`${project(path)}/releases?per_page=100&page=${page}`),
    readRelease: readGitLabRelease,
    tags: (path, page) => new URL(`${project(path)}/repository/tags?per_page=100&page=${page}`),
    readTag,
    commit: (path, ref) => new URL(`${project(path)}/repository/commits/${encodeURIComponent(ref)}`),
    readCommit: (answer) => commitOf(fieldAt(answer, 'id')),
    archive: (path, commit) => new URL(`${project(path)}/repository/archive.tar.gz?sha=${commit}`),
    treeUrl: ({ webUrl, commit }) => `${webUrl}/-/tree/${commit}`,
    fileUrl: ({ webUrl, commit }, file) => `${webUrl}/-/blob/${commit}/${segments(file)}`,
  }
}

/** Gitea answers with the same fields; GitLab calls two of them otherwise. */
function readRepository(answer: unknown, base: string, fields = { path: 'full_name', name: 'name' }) {
  const path = textAt(answer, fields.path)
  if (!path) return undefined
  return {
    path,
    name: textAt(answer, fields.name) || (path.split('/').at(-1) ?? path),
    description: textAt(answer, 'description') ?? '',
    defaultBranch: textAt(answer, 'default_branch') ?? '',
    /** Not what the answer says: a server behind another often does not know how it is called. */
    webUrl: `${base}/${segments(path)}`,
  }
}

function readRelease(each: unknown): HostRelease | undefined {
  const tag = textAt(each, 'tag_name')
  if (!tag) return undefined
  const flags = { isDraft: fieldAt(each, 'draft') === true, isPrerelease: fieldAt(each, 'prerelease') === true }
  return { tag, ...flags, publishedAt: timeOf(fieldAt(each, 'published_at')) }
}

function readTag(each: unknown): HostRelease | undefined {
  const tag = textAt(each, 'name')
  return tag ? { tag, isDraft: false, isPrerelease: looksEarly(tag) } : undefined
}

/** It knows no drafts and no prereleases; one that is yet to come counts as a draft. */
function readGitLabRelease(each: unknown): HostRelease | undefined {
  const tag = textAt(each, 'tag_name')
  if (!tag) return undefined
  const flags = { isDraft: fieldAt(each, 'upcoming_release') === true, isPrerelease: looksEarly(tag) }
  return { tag, ...flags, publishedAt: timeOf(fieldAt(each, 'released_at')) }
}

const timeOf = (value: unknown): number | undefined => (typeof value === 'string' && Date.parse(value)) || undefined

/** SHA-1 or SHA-256. */
const commitOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(value) ? value : undefined

const segments = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** Whether a tag without a release is a prerelease: only its name shows it. */
const looksEarly = (tag: string): boolean =>
  /\d[-_.]?(?:alpha|beta|rc|pre|preview|dev|canary|next|nightly|snapshot|experimental|m|a|b)(?![a-z])/i.test(tag)
