import { join } from 'node:path'
import { bm25, fixedString } from '../code/baselines.ts'
import { compete, type Contestant, type Result as CodeResult } from '../code/contestant.ts'
import type { Outcome } from '../code/metric.ts'
import { product } from '../code/product.ts'
import { ripgrep, ripgrepProgram } from '../code/ripgrep.ts'
import { loadTasks, setNames, type Task } from '../code/tasks.ts'
import type { Part } from '../part.ts'
import { mean, percentile } from './metrics.ts'
import { partsOf, type Result } from './contestant.ts'

export interface CodeChoice {
  readonly cache: string
  readonly most: number
  readonly part: Part
  readonly only?: readonly string[]
  readonly withBaselines: boolean
  readonly keep: boolean
}

/** The repositories that are there, one after another, each for itself; every result is one of a repository. */
export async function* runCode(folder: string, choice: CodeChoice): AsyncGenerator<Result> {
  const { most, part, only, cache, keep } = choice
  const whole = only?.filter((name) => (setNames as readonly string[]).includes(name)) ?? []
  const sets = whole.length > 0 ? whole : setNames
  const { tasks, absent } = loadTasks(folder, { sets, most, part, ...(only && whole.length === 0 && { only }) })
  if (absent.length > 0) console.error(`Not there: ${absent.join(', ')}. "node bench/code/repositories.ts" makes them.`)
  const homes = join(cache, 'quality', 'homes')
  const contestants = [product({ keep, homes, isDeep: true }), ...(choice.withBaselines ? baselines() : [])]
  for (const task of tasks)
    for (const contestant of contestants) yield* resultsOf(task, await compete(task, contestant), keep)
}

function baselines(): readonly Contestant[] {
  const program = ripgrepProgram()
  if (!program) console.error('ripgrep is not on this machine: files that hold the question whole stand in for it.')
  return [bm25, program ? ripgrep(program) : fixedString]
}

/** A question that names a symbol is one of another kind, which has a goal of its own. */
function resultsOf({ isOther }: Task, result: CodeResult, isKept: boolean): readonly Result[] {
  const { set, name, language, contestant, indexSeconds, outcomes } = result
  const about = {
    storehouse: 'code' as const,
    set,
    part: name,
    language: language || 'several',
    documents: 0,
    contestant,
    // A kept index says nothing about the time of indexing.
    indexSeconds: isKept ? 0 : indexSeconds,
    ...(isOther && { isOther }),
  }
  const symbols = outcomes.filter(({ category }) => category === 'symbol')
  return [
    { ...about, ...scoresOf(outcomes) },
    ...(symbols.length > 0 ? [{ ...about, set: `${set}, symbols`, isPartOf: set, ...scoresOf(symbols) }] : []),
  ]
}

const scoresOf = (outcomes: readonly Outcome[]) => ({
  scores: meansOf(outcomes),
  parts: partsOf(outcomes, ({ ndcg }) => ndcg),
})

function meansOf(outcomes: readonly Outcome[]): Result['scores'] {
  const times = outcomes.map(({ milliseconds }) => milliseconds)
  const meanOf = (measure: (outcome: Outcome) => number): number => mean(outcomes.map(measure))
  return {
    depth: 10,
    questions: outcomes.length,
    ndcg: meanOf(({ ndcg }) => ndcg),
    recall: meanOf(({ recall }) => recall),
    recall100: meanOf(({ recall100 }) => recall100),
    mrr: meanOf(({ mrr }) => mrr),
    empty: meanOf(({ found }) => (found.length === 0 ? 1 : 0)),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
  }
}
