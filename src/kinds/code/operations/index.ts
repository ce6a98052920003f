import type { Operation } from '../../../engine/operation.ts'
import type { CodeContexts } from '../graph/context.ts'
import { repoReindex } from './repo-reindex.ts'
import { repoSemanticSearch } from './repo-semantic-search.ts'

/** `contexts` are what the tools remember of a repository between calls. */
export const createCodeOperations = (_contexts: CodeContexts): readonly Operation[] => [repoReindex, repoSemanticSearch]
