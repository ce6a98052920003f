import { performance } from 'node:perf_hooks'
import type { Query } from './queries.ts'
import { textsOf, type DraftWorkflow } from './workload.ts'

export interface Scanned {
  /** Workflows that hold a word of the query, letter for letter. */
  readonly workflows: number
  readonly milliseconds: number
}

/** Matches, by reading everything in memory for each query and counting: no search needs to be slower. */
export function scanAll(workload: readonly DraftWorkflow[], queries: readonly Query[]): readonly Scanned[] {
  const texts = workload.map((workflow) => textsOf(workflow).join('\n').toLowerCase())
  return queries.map(({ words }) => {
    const started = performance.now()
    const workflows = texts.filter((text) => words.reduce((sum, word) => sum + countIn(text, word), 0) > 0).length
    return { workflows, milliseconds: performance.now() - started }
  })
}

function countIn(text: string, word: string): number {
  let count = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) count++
  return count
}
