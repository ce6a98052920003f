import { table } from '../table.ts'
import { PRODUCT } from './set-results.ts'
import type { Report } from './report.ts'
import type { Result } from './contestant.ts'

const METRICS = ['ndcg', 'recall', 'recall100', 'mrr', 'empty'] as const

/** The product now against the product of an older report, set by set, at the depth of the older one. */
export function compareReports(before: Report, now: Report): string {
  const old = new Map(ours(before).map((result) => [keyOf(result), result]))
  const rows = ours(now).flatMap((result) => {
    const was = old.get(keyOf(result))?.scores
    const is = [result.scores, result.shallow].find((scores) => scores?.depth === was?.depth)
    return was && is ? [[keyOf(result), ...METRICS.map((metric) => change(was[metric], is[metric]))]] : []
  })
  return table(['set', ...METRICS], rows)
}

const keyOf = ({ set, part }: Result): string => (part === undefined ? set : `${set}/${part}`)

const ours = (report: Report): readonly Result[] => report.results.filter((result) => result.contestant === PRODUCT)

const change = (was: number, is: number): string => {
  const by = (is - was).toFixed(3)
  return Number(by) === 0 ? is.toFixed(3) : `${is.toFixed(3)} (${is > was ? '+' : ''}${by})`
}
