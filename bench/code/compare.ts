import { mean } from '../quality/metrics.ts'
import { table } from '../table.ts'
import { summarise } from './metric.ts'
import { PRODUCT } from './product.ts'
import type { Result } from './contestant.ts'
import type { CodeReport } from './report.ts'

const METRICS = ['ndcg', 'hit', 'recall', 'tokens'] as const

/** The product now against the product of an older report, repository by repository, as far as both asked it. */
export function compareCode(before: CodeReport, now: CodeReport): string {
  const old = new Map(ours(before).map((result) => [keyOf(result), result]))
  const pairs = ours(now).flatMap((result) => {
    const was = old.get(keyOf(result))
    return was ? [{ key: keyOf(result), was: summarise(was.outcomes), is: summarise(result.outcomes) }] : []
  })
  const rows = pairs.map(({ key, was, is }) => [key, ...METRICS.map((metric) => change(was[metric], is[metric]))])
  const sets = [...Map.groupBy(pairs, ({ key }) => key.slice(0, key.indexOf('/')))].map(([set, held]) => [
    `mean of ${set}`,
    ...METRICS.map((metric) =>
      change(mean(held.map(({ was }) => was[metric])), mean(held.map(({ is }) => is[metric]))),
    ),
  ])
  return table(['repository', ...METRICS], [...rows, ...sets])
}

/** Questions whose best answer does not stand first, the worst of each repository at the top. */
export function listMisses({ results }: CodeReport): string {
  return ours({ results })
    .flatMap((result) =>
      result.outcomes
        .filter(({ ndcg }) => ndcg < 1)
        .toSorted((a, b) => a.ndcg - b.ndcg)
        .map(({ ndcg, category, text, wanted, found }) =>
          [
            `${keyOf(result)} ${ndcg.toFixed(3)} [${category}] ${text}`,
            `    wanted ${wanted.join(' ')}`,
            `    found  ${found.slice(0, 6).join(' ')}`,
          ].join('\n'),
        ),
    )
    .join('\n')
}

const ours = ({ results }: Pick<CodeReport, 'results'>): readonly Result[] =>
  results.filter(({ contestant }) => contestant === PRODUCT)

const keyOf = ({ set, name }: Result): string => `${set}/${name}`

function change(was: number, is: number): string {
  const digits = is > 1 ? 0 : 3
  const by = (is - was).toFixed(digits)
  return Number(by) === 0 ? is.toFixed(digits) : `${is.toFixed(digits)} (${is > was ? '+' : ''}${by})`
}
