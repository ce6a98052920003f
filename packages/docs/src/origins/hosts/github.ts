import {
  type CodeHost,
  type HostRelease,
  type RepositoryFacts,
  commitOf,
  isFields,
  looksEarly,
  segments,
  textOf,
  timeOf,
} from './host-types.ts'

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
    readCommit: (answer) => (isFields(answer) ? commitOf(answer.sha) : undefined),
    archive: (path, commit) => new URL(`${repository(path)}/tarball/${commit}`),
    treeUrl: ({ webUrl, commit }) => `${webUrl}/tree/${commit}`,
    fileUrl: ({ webUrl, commit }, file) => `${webUrl}/blob/${commit}/${segments(file)}`,
  }
}

/** Gitea answers with the same fields; GitLab calls two of them otherwise. */
export function readRepository(
  answer: unknown,
  base: string,
  fields = { path: 'full_name', name: 'name' },
): RepositoryFacts | undefined {
  const path = isFields(answer) ? textOf(answer[fields.path]) : ''
  if (!isFields(answer) || path === '') return undefined
  return {
    path,
    name: textOf(answer[fields.name]) || (path.split('/').at(-1) ?? path),
    description: textOf(answer.description),
    defaultBranch: textOf(answer.default_branch),
    /** Not what the answer says: a server behind another often does not know how it is called. */
    webUrl: `${base}/${segments(path)}`,
  }
}

export function readRelease(each: unknown): HostRelease | undefined {
  if (!isFields(each) || textOf(each.tag_name) === '') return undefined
  const flags = { isDraft: each.draft === true, isPrerelease: each.prerelease === true }
  return { tag: textOf(each.tag_name), ...flags, ...timeOf(each.published_at) }
}

export function readTag(each: unknown): HostRelease | undefined {
  const tag = isFields(each) ? textOf(each.name) : ''
  return tag === '' ? undefined : { tag, isDraft: false, isPrerelease: looksEarly(tag) }
}
