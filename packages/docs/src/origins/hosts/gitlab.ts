import {
  type CodeHost,
  type HostRelease,
  commitOf,
  isFields,
  looksEarly,
  segments,
  textOf,
  timeOf,
} from './host-types.ts'
import { readRepository, readTag } from './github.ts'

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
    readRelease,
    tags: (path, page) => new URL(`${project(path)}/repository/tags?per_page=100&page=${page}`),
    readTag,
    commit: (path, ref) => new URL(`${project(path)}/repository/commits/${encodeURIComponent(ref)}`),
    readCommit: (answer) => (isFields(answer) ? commitOf(answer.id) : undefined),
    archive: (path, commit) => new URL(`${project(path)}/repository/archive.tar.gz?sha=${commit}`),
    treeUrl: ({ webUrl, commit }) => `${webUrl}/-/tree/${commit}`,
    fileUrl: ({ webUrl, commit }, file) => `${webUrl}/-/blob/${commit}/${segments(file)}`,
  }
}

/** It knows no drafts and no prereleases; one that is yet to come counts as a draft. */
function readRelease(each: unknown): HostRelease | undefined {
  const tag = isFields(each) ? textOf(each.tag_name) : ''
  if (!isFields(each) || tag === '') return undefined
  const flags = { isDraft: each.upcoming_release === true, isPrerelease: looksEarly(tag) }
  return { tag, ...flags, ...timeOf(each.released_at) }
}
