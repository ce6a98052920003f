import { goalsOf, isReached } from '../quality/goals.ts'
import { partsOf } from '../quality/contestant.ts'
import { ndcg, type Scores } from '../quality/metrics.ts'
import { figure, percent, share, table } from '../table.ts'
import { DEPTH, PRODUCT, scoresOf, type QualityResult } from './quality.ts'

/** By set, by library and by language, the product next to the baselines. */
export function renderQuality(results: readonly QualityResult[]): string {
  if (results.length === 0) return ''
  return `## Quality

Questions about four libraries, asked as their askers wrote them (\`get-library-docs\` of one library, no mode, default budget); pages count in the order in which their snippets appear, over as many pages of the answer as five of them take. *Two thirds*: nDCG@5 of the questions that weights may be chosen by; the *last third* was looked at in the end. Beside it, in the same run and over whole pages: SQLite's FTS5 with any word of the question, and BM25 in memory (k1 1.2, b 0.75; Porter; pairs of characters).

${tableOf('set', results, ({ set }) => set)}

${tableOf('set, library', results, ({ set, library }) => `${set}, ${library}`)}

${tableOf('language', results, ({ language }) => language)}

${goalTable(results)}

${KNOWN}`
}

/** Figures of others that were not measured in this run. */
const KNOWN = `Known of others: docs-mcp-server 2.4.4 (full text alone, no key) had nDCG@5 .275 on vue20-zh and MRR .674 on the English questions when it was measured on such a machine, and finds nothing for questions that are Chinese throughout. On the 59 English questions of its own benchmark, of which docs59-en is a part, it publishes nDCG@5 .699 and MRR .747 for itself, .704 and .733 for Context7.`

type Key = (result: QualityResult) => string

function tableOf(head: string, results: readonly QualityResult[], key: Key): string {
  const contestants = [...new Set(results.map(({ contestant }) => contestant))]
  const rows = [...Map.groupBy(results, key)].map(([name, group]) => {
    const scores = contestants.map((contestant) => scoresOf(group.filter((each) => each.contestant === contestant)))
    const own = scores[0]
    const asked = group.filter(({ contestant }) => contestant === contestants[0]).flatMap(({ outcomes }) => outcomes)
    const { twoThirds, lastThird } = partsOf(asked, ({ found, grades }) => ndcg(found, grades, DEPTH))
    return [
      name,
      String(own?.questions ?? 0),
      ...scores.map((each) => share(each.ndcg)),
      share(twoThirds),
      share(lastThird),
      ...scores.map(({ mrr }) => share(mrr)),
      share(own?.recall ?? 0),
      percent(own?.empty ?? 0),
    ]
  })
  const columns = (metric: string): readonly string[] => contestants.map((contestant) => `${metric} ${contestant}`)
  return table(
    [
      head,
      'questions',
      ...columns('nDCG@5'),
      'two thirds',
      'last third',
      ...columns('MRR@5'),
      'recall@5',
      'nothing found',
    ],
    rows,
  )
}

function goalTable(results: readonly QualityResult[]): string {
  const own = results.filter(({ contestant }) => contestant === PRODUCT)
  const rows = [...Map.groupBy(own, ({ set }) => set)].flatMap(([set, group]) => {
    const scores: Scores = scoresOf(group)
    return goalsOf(set).map((goal) => [
      `${set}: ${goal.metric === 'ndcg' ? 'nDCG@5' : 'MRR@5'}`,
      figure(goal.atLeast),
      share(scores[goal.metric]),
      isReached(goal, scores) ? 'yes' : '**no**',
    ])
  })
  return table(['goal', 'at least', 'measured', 'reached'], rows)
}
