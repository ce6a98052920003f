import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../..', import.meta.url))
export const cacheFolder = join(repository, '.cache', 'bench')
export const resultsFolder = join(repository, 'bench', 'results')

/** The trees, and next to them a note of what each one is. */
export const treesFolder = join(cacheFolder, 'code')

/** `semble/` and `commits/`: questions, and the commits that they are about. */
export const usualSets = join(repository, '../shared/corpora/code')
