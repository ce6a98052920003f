import type { Origin, OriginSpec } from '../../ports/origins.ts'
import { openFolder } from './folder/open.ts'
import type { RepositoryOptions } from './hosts/haul.ts'
import { openRepository } from './hosts/open.ts'
import { openPage, openWebsite } from './web/open.ts'

/** Whatever documents come from. */
export const createOrigins =
  (options: RepositoryOptions) =>
  (spec: OriginSpec): Origin => {
    if (spec.type === 'folder') return openFolder(spec)
    if (spec.type === 'repository') return openRepository(spec, options)
    return spec.type === 'website' ? openWebsite(spec, options) : openPage(spec, options)
  }
