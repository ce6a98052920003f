import type { Origin, OriginSpec, RepositoryOrigin } from '@wuku/core/ports/origins'
import { openFolder } from './folder/open-folder-origin.ts'
import { type RepositoryOptions, downloadRepository } from './hosts/download-repository.ts'
import { openPage, openWebsite } from './web/open-web-origin.ts'
import { readReleases } from './hosts/releases.ts'
import { openSession } from './hosts/session.ts'

/** Whatever documents come from. */
export const createOrigins =
  (options: RepositoryOptions) =>
  (spec: OriginSpec): Origin => {
    if (spec.type === 'folder') return openFolder(spec)
    if (spec.type === 'repository') return openRepository(spec, options)
    return spec.type === 'website' ? openWebsite(spec, options) : openPage(spec, options)
  }

/** A repository of GitHub, Gitea, Forgejo or GitLab, there or on a server of one's own. */
export function openRepository(spec: RepositoryOrigin, options: RepositoryOptions): Origin {
  return {
    async inspect(signal) {
      const { facts } = await openSession(spec, options, { signal })
      const { name, path, description, defaultBranch } = facts
      const slug = `/${path}`
      return { name, slug, description, ...(defaultBranch !== '' && { defaultRef: defaultBranch }) }
    },
    releases: async (signal) => readReleases(await openSession(spec, options, { signal })),
    download: (request) => downloadRepository(spec, options, request),
  }
}
