import type { Operation } from '@wuku/kernel/base/operation'
import type { ContextsOf } from '../graph/code-context.ts'
import { createAffected } from './affected.ts'
import { embeddingProbe, geminiEmbeddingProbe } from './probe.ts'
import { createFileOutline } from './file-outline.ts'
import { createFindReferences } from './find-references.ts'
import { createFindSymbol } from './find-symbol.ts'
import { createImpact } from './impact.ts'
import { createRepoContextPack } from './repo-context-pack.ts'
import { createRepoGrepSuggest } from './repo-grep-suggest.ts'
import { createRepoHistory } from './repo-history.ts'
import { createRepoMap } from './repo-map.ts'
import { createRepoOpenRanges } from './repo-open-ranges.ts'
import { createRepoRelatedFiles } from './repo-related-files.ts'
import { repoDoctor } from './repo-doctor.ts'
import { repoIndexStatus } from './repo-index-status.ts'
import { repoReindex } from './repo-reindex.ts'
import { repoSemanticSearch } from './repo-semantic-search.ts'
import { verify } from './verify.ts'

/** `contextsOf`: what the tools remember of a repository between calls. */
export const createCodeOperations = (contextsOf: ContextsOf): readonly Operation[] => [
  createRepoContextPack(contextsOf),
  repoSemanticSearch,
  createRepoRelatedFiles(contextsOf),
  createRepoOpenRanges(contextsOf),
  createRepoGrepSuggest(contextsOf),
  createFindSymbol(contextsOf),
  createFindReferences(contextsOf),
  createImpact(contextsOf),
  createAffected(contextsOf),
  createFileOutline(contextsOf),
  createRepoMap(contextsOf),
  createRepoHistory(contextsOf),
  verify,
  repoReindex,
  repoIndexStatus,
  repoDoctor,
  geminiEmbeddingProbe,
  embeddingProbe,
]
