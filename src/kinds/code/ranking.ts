import type { RankingPolicy } from '../../engine/kind.ts'
import { createCommits } from './evidence/commits.ts'
import { createImporters } from './evidence/importers.ts'

/** How the weights were chosen, and on what: docs/decisions/0006-code.md. */
export const createCodeRanking = (): RankingPolicy => ({
  k1: 1.2,
  support: [0.2, 0.1],
  closeness: 0,
  hybrid: { lexical: 1, semantic: 1 },
  files: {
    name: 0.35,
    nameSays: 0.25,
    folder: 0.2,
    topic: 0.35,
    tested: 0.4,
    definition: 0.42,
    more: { first: 0.85, next: 0.6 },
    evidence: [createImporters(), createCommits()],
    roles: {
      test: 0.4,
      mock: 0.5,
      fixture: 0.5,
      example: 0.5,
      docs: 0.4,
      generated: 0.4,
      vendored: 0.3,
      lock: 0.2,
      history: 0.3,
    },
  },
})
