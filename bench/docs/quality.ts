import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bm25 } from '../quality/bm25.ts'
import type { Contestant, Ready } from '../quality/contestant.ts'
import { fts5Or } from '../quality/fts5.ts'
import { reciprocalRank, summarise, type Outcome, type Scores } from '../quality/metrics.ts'
import type { Chosen } from '../part.ts'
import { sampleQuestions } from '../quality/sample.ts'
import { loadPageSet, pageSetNames } from '../quality/pages.ts'
import type { Question, QuestionSet } from '../quality/sets.ts'
import { findPages, type Server } from './ask.ts'
import { openHouse } from './house.ts'

export const PRODUCT = 'wuku'

/** One program on the questions of one set about one library. */
export interface QualityResult {
  readonly set: string
  readonly language: string
  readonly library: string
  readonly contestant: string
  readonly outcomes: readonly QuestionOutcome[]
}

export interface QuestionOutcome extends Outcome {
  readonly text: string
}

export const DEPTH = 5

export const scoresOf = (results: readonly QualityResult[]): Scores =>
  summarise(
    results.flatMap(({ outcomes }) => outcomes),
    DEPTH,
  )

/** The product through its own tool, over all libraries at once, and simple baselines over whole pages. */
export async function measureQuality(sets: string, program: string, chosen: Chosen): Promise<readonly QualityResult[]> {
  const loaded = pageSetNames(sets).map((name) => sampleQuestions(loadPageSet(sets, name), chosen))
  const scratch = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
  const house = openHouse({ program, scratch })
  try {
    for (const library of librariesOf(loaded)) await house.add(join(sets, 'corpus', library), library)
    const server = await house.serve()
    const results: QualityResult[] = []
    for (const set of loaded)
      for (const contestant of [throughTool(server), fts5Or, bm25]) results.push(...(await compete(set, contestant)))
    await server.close()
    return results
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const librariesOf = (sets: readonly QuestionSet[]): readonly string[] => [
  ...new Set(sets.flatMap(({ questions }) => questions.map(({ scope }) => scope))),
]

const throughTool = (server: Server): Contestant => ({
  name: PRODUCT,
  takeIn: () =>
    Promise.resolve({
      async ask({ text: topic, scope, excluded }) {
        const enough = (paths: readonly string[]): boolean =>
          paths.filter((path) => !excluded.has(`${scope}/${path}`)).length >= DEPTH
        const paths = await findPages(server, { library_id: scope, topic }, enough)
        return paths.map((path) => `${scope}/${path}`)
      },
      close: () => Promise.resolve(),
    }),
})

async function compete(set: QuestionSet, contestant: Contestant): Promise<readonly QualityResult[]> {
  const ready = await contestant.takeIn(set)
  try {
    const results: QualityResult[] = []
    for (const [library, questions] of Map.groupBy(set.questions, ({ scope }) => scope)) {
      const outcomes: QuestionOutcome[] = []
      for (const question of questions) outcomes.push(await answer(ready, question))
      results.push({ set: set.name, language: set.language, library, contestant: contestant.name, outcomes })
    }
    return results
  } finally {
    await ready.close()
  }
}

async function answer(ready: Ready, question: Question): Promise<QuestionOutcome> {
  const started = performance.now()
  const found = await ready.ask(question)
  return {
    text: question.text,
    found: found.flatMap((shown) => shown).filter((id) => !question.excluded.has(id)),
    grades: question.grades,
    milliseconds: performance.now() - started,
  }
}

/** The questions whose best page is not first, with what stood before it: what somebody who tunes the ranking looks at. */
export const missesOf = (results: readonly QualityResult[]): readonly string[] =>
  results
    .filter(({ contestant }) => contestant === PRODUCT)
    .flatMap(({ set, outcomes }) =>
      outcomes
        .filter(({ found, grades }) => reciprocalRank(found, grades, DEPTH) < 1)
        .map(({ text, found, grades }) => {
          const wanted = [...grades].map(([path, grade]) => `${path} (${grade})`).join(', ')
          return `${set}: ${text}\n  wanted ${wanted}\n  found  ${found.slice(0, DEPTH).join(', ')}`
        }),
    )
