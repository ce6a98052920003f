import type { Operation } from '@wuku/kernel/base/operation'
import { affected } from './affected.ts'
import { embeddingProbe, geminiEmbeddingProbe } from './probe.ts'
import { fileOutline } from './file-outline.ts'
import { findReferencesTo } from './find-references.ts'
import { findSymbol } from './find-symbol.ts'
import { impact } from './impact.ts'
import { repoContextPack } from './repo-context-pack.ts'
import { repoGrepSuggest } from './repo-grep-suggest.ts'
import { repoHistory } from './repo-history.ts'
import { repoMap } from './repo-map.ts'
import { repoOpenRanges } from './repo-open-ranges.ts'
import { repoRelatedFiles } from './repo-related-files.ts'
import { repoDoctor } from './repo-doctor.ts'
import { repoIndexStatus } from './repo-index-status.ts'
import { repoReindex } from './repo-reindex.ts'
import { repoSemanticSearch } from './repo-semantic-search.ts'
import { verify } from './verify.ts'

export const codeOperations: readonly Operation[] = [
  repoContextPack,
  repoSemanticSearch,
  repoRelatedFiles,
  repoOpenRanges,
  repoGrepSuggest,
  findSymbol,
  findReferencesTo,
  impact,
  affected,
  fileOutline,
  repoMap,
  repoHistory,
  verify,
  repoReindex,
  repoIndexStatus,
  repoDoctor,
  geminiEmbeddingProbe,
  embeddingProbe,
]
