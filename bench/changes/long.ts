import type { Shown } from '../code/metric.ts'
import { eachFileOnce, judge } from '../code/metric.ts'
import { askProduct } from '../code/ask.ts'
import { limits } from '@wuku/core/limits'
import type { Tools } from '../house/build.ts'
import type { ChangeTask } from './tasks.ts'

/** nDCG@10 of a long question by file, and of its lines, each asked alone. */
export interface LongScore {
  readonly whole: number
  readonly first: number
  /** That of the line that does best, which nobody can know beforehand. */
  readonly best: number
}

export type AskCode = (query: string) => Promise<readonly Shown[]>

/** Lines of a question that somebody might ask alone. */
const MOST_LINES = 10
const SHORTEST = 12

export const isLong = ({ text }: ChangeTask): boolean => linesOf(text).length > 1 && text.length >= 150

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= SHORTEST)

export async function scoreLong(task: ChangeTask, ask: AskCode): Promise<LongScore> {
  const whole = await gainOf(task, task.text, ask)
  const lines: number[] = []
  for (const line of linesOf(task.text).slice(0, MOST_LINES)) lines.push(await gainOf(task, line, ask))
  return { whole, first: lines[0] ?? 0, best: Math.max(0, ...lines) }
}

export async function gainOf({ files }: ChangeTask, query: string, ask: AskCode): Promise<number> {
  const shown = eachFileOnce(await ask(query))
  const question = { text: query, category: '', targets: files.map(({ path }) => ({ path })) }
  return judge(question, { shown, milliseconds: 0 }, () => 0).ndcg
}

/** Versions that take no longer questions are given the beginning. */
export const askTool =
  (product: Pick<Tools, 'call'>): AskCode =>
  (query) =>
    askProduct(product, query.slice(0, limits.queryChars))
