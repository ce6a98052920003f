import { everything } from '@wuku/core/ports/access'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { symbolWeight, pageRank } from '../../src/graph/rank.ts'
import { fileAt } from '../../src/graph/import-links.ts'
import { indexed } from './indexed.ts'

const edgesOf = (pairs: readonly (readonly [number, number])[]) => ({
  from: pairs.map(([from]) => from),
  to: pairs.map(([, to]) => to),
  weights: pairs.map(() => 1),
})

/** The plain definition, a matrix multiplied until nothing moves. */
function slowRank(count: number, pairs: readonly (readonly [number, number])[]): readonly number[] {
  const out = Array.from({ length: count }, (_, node) => pairs.filter(([from]) => from === node))
  let ranks = Array.from({ length: count }, () => 1 / count)
  for (let round = 0; round < 200; round++) {
    const before = ranks
    ranks = before.map((_, node) => {
      const followed = before.map((rank, from) => {
        const edges = out[from] ?? []
        return edges.length === 0 ? rank / count : (rank * edges.filter(([, to]) => to === node).length) / edges.length
      })
      return 0.15 / count + 0.85 * followed.reduce((sum, each) => sum + each, 0)
    })
  }
  return ranks
}

/** Where files import each other in pairs, every round leaves 0.85 of the error of the one before; it ends after 50. */
const LEFT_AFTER_ITS_ROUNDS = 2 * 0.85 ** 50

describe('page rank', () => {
  const graph = fc.integer({ min: 1, max: 12 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      pairs: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 40 }),
    }),
  )
  it('is what its definition says', () =>
    fc.assert(
      fc.property(graph, ({ count, pairs }) => {
        const slow = slowRank(count, pairs)
        for (const [at, rank] of pageRank(count, edgesOf(pairs)).entries())
          expect(Math.abs(rank - (slow[at] ?? -1))).toBeLessThan(LEFT_AFTER_ITS_ROUNDS)
      }),
    ))

  it('of nothing is nothing', () => expect(pageRank(0, edgesOf([]))).toEqual(new Float64Array(0)))

  it('of 100,000 files ends', () => {
    const pairs = Array.from({ length: 500_000 }, (_, at) => [at % 100_000, (at * 7919) % 1_000] as const)
    const ranks = pageRank(100_000, edgesOf(pairs))
    expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 6)
  })
})

describe('the files of a source', () => {
  const files = {
    'src/core.ts': 'export const used = 1\nexport const spare = 2\nconst hidden = 3\n',
    'src/a.ts': "import { used } from './core'\n",
    'src/b.ts': "import { used } from './core'\nimport './a'\n",
    'src/alone.ts': '',
    'test/a.test.ts': "import '../src/alone'\n",
    'test/b.test.ts': "import '../src/alone'\nimport '../src/a'\n",
  }

  it('are led by the one that most depends on', async () => {
    const { store, contexts, source } = await indexed(files)
    const ranks = await store.read(everything, (view) => contexts.ranksOf(view, source.id))
    expect(ranks.paths[0]).toBe('src/core.ts')
    expect(ranks.paths.toSorted()).toEqual(Object.keys(files).toSorted())
    expect(ranks.usageOf('src/core.ts', 'used')).toBe(2)
    expect(await store.read(everything, (view) => contexts.ranksOf(view, source.id))).toBe(ranks)
  })

  it('in C, sources by who includes their headers', async () => {
    const shop = await indexed({
      'src/gate.h': 'int open_gate(void);\n',
      'src/gate.c': '#include "gate.h"\nint open_gate(void) { return 1; }\n',
      'src/main.c': '#include "gate.h"\nint main(void) { return open_gate(); }\n',
    })
    const ranks = await shop.store.read(everything, (view) => shop.contexts.ranksOf(view, shop.source.id))
    expect(ranks.rankOf('src/gate.c')).toBeGreaterThan(2 * ranks.rankOf('src/main.c'))
  })

  it('and their symbols by who takes them', async () => {
    const { ask, store, contexts, source } = await indexed(files)
    const ranks = await store.read(everything, (view) => contexts.ranksOf(view, source.id))
    const file = await ask((place) => fileAt(place, 'src/core.ts'))
    const weights = (file?.outline.symbols ?? []).map(
      (symbol) => [symbol.name, symbolWeight(symbol, 'src/core.ts', ranks)] as const,
    )
    expect(weights.toSorted(([, a], [, b]) => b - a).map(([name]) => name)).toEqual(['used', 'spare', 'hidden'])
  })
})
