import type { BlamedLines, Commit, History } from '@wuku/core/ports/history'
import { masked } from '@wuku/text/secrets/secrets'

/** For answers that git gives by itself: what people commit, and call a branch, holds secrets as files do. */
export const maskHistory = (history: History): History => ({
  repository: async () => {
    const found = await history.repository()
    return 'branch' in found && found.branch !== null ? { ...found, branch: masked(found.branch) } : found
  },
  async *commits(request) {
    for await (const commit of history.commits(request)) yield maskCommit(commit)
  },
  blame: async (path, lines) => (await history.blame(path, lines)).map(maskBlamed),
  changesOf: async (path, lines, limit) => (await history.changesOf(path, lines, limit)).map(maskCommit),
  changesOfFile: async (path, limit) => (await history.changesOfFile(path, limit)).map(maskCommit),
  isModified: (path) => history.isModified(path),
  patch: async (revision) => masked(await history.patch(revision)),
})

const maskCommit = (commit: Commit): Commit => ({
  ...commit,
  author: masked(commit.author),
  subject: masked(commit.subject),
  body: masked(commit.body),
  files: commit.files.map(({ path, from, ...file }) => ({
    ...file,
    path: masked(path),
    ...(from !== undefined && { from: masked(from) }),
  })),
})

const maskBlamed = ({ commit, ...span }: BlamedLines): BlamedLines => ({
  ...span,
  commit: commit && { ...commit, author: masked(commit.author), subject: masked(commit.subject) },
})
