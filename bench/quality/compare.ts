import { table } from '../table.ts'
import { PRODUCT, type Report } from './report.ts'
import type { Result } from './contestant.ts'

const METRICS = ['ndcg', 'recall', 'recall100', 'mrr', 'empty'] as const

/** The product now against the product of an older report, set by set. */
export function compareReports(before: Report, now: Report): string {
  const old = new Map(ours(before).map((result) => [result.set, result]))
  const rows = ours(now).flatMap((result) => {
    const was = old.get(result.set)
    return was ? [[result.set, ...METRICS.map((metric) => change(was.scores[metric], result.scores[metric]))]] : []
  })
  return table(['set', ...METRICS], rows)
}

const ours = (report: Report): readonly Result[] => report.results.filter((result) => result.contestant === PRODUCT)

const change = (was: number, is: number): string => {
  const by = (is - was).toFixed(3)
  return Number(by) === 0 ? is.toFixed(3) : `${is.toFixed(3)} (${is > was ? '+' : ''}${by})`
}
