import type { RankingPolicy } from '../../engine/kind.ts'

export const codeRanking: RankingPolicy = {
  k1: 1.2,
  support: [0.2, 0.4],
  closeness: 0.1,
  files: {
    name: 0.35,
    nameSays: 0.2,
    folder: 0.3,
    definition: 0.4,
    roles: { test: 0.6, mock: 0.6, fixture: 0.5, example: 0.6, docs: 0.7, generated: 0.4, vendored: 0.3, lock: 0.2, history: 0.3 },
  },
}
