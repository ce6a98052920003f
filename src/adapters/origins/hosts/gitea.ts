import { commitOf, isFields, segments } from './fields.ts'
import { readRelease, readRepository, readTag } from './github.ts'
import type { CodeHost } from './words.ts'

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
    readCommit: (answer) => {
      const [first]: readonly unknown[] = Array.isArray(answer) ? answer : []
      return isFields(first) ? commitOf(first.sha) : undefined
    },
    archive: (path, commit) => new URL(`${repository(path)}/archive/${commit}.tar.gz`),
    treeUrl: ({ webUrl, commit }) => `${webUrl}/src/commit/${commit}`,
    fileUrl: ({ webUrl, commit }, file) => `${webUrl}/src/commit/${commit}/${segments(file)}`,
  }
}
