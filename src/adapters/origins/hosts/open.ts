import type { Origin, RepositoryOrigin } from '../../../ports/origins.ts'
import { haulRepository, type RepositoryOptions } from './haul.ts'
import { readReleases } from './releases.ts'
import { openSession } from './session.ts'

/** A repository of GitHub, Gitea, Forgejo or GitLab, there or on a server of one's own. */
export function openRepository(spec: RepositoryOrigin, options: RepositoryOptions): Origin {
  return {
    async look(signal) {
      const { facts } = await openSession(spec, options, { signal })
      const { name, path, description, defaultBranch } = facts
      const slug = `/${path}`
      return { name, slug, description, ...(defaultBranch !== '' && { defaultRef: defaultBranch }) }
    },
    releases: async (signal) => readReleases(await openSession(spec, options, { signal })),
    haul: (request) => haulRepository(spec, options, request),
  }
}
