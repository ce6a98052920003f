import { sum } from '@wuku/core/list-helpers'
import type { HitPlace, PadView, Workflow } from '@wuku/core/ports/pads'
import { keywordsOf, type Keywords } from '@wuku/text/terms/keywords'
import { countWorkflowHits, stepsOf, weights, type HitCounts, type Method, type Step } from './scoring.ts'

export interface WorkflowSearchRequest {
  readonly query: string
  /** Exactly this one; all when absent. */
  readonly scope?: string | undefined
  /** From 1. */
  readonly page: number
  readonly limit: number
}

export interface WorkflowsFound {
  readonly keywords: Keywords
  readonly method: Method
  /** Best first; of equal score the one that was written to last. */
  readonly found: readonly FoundWorkflow[]
  /** With a score above 0, on all pages. */
  readonly total: number
  /** Keywords that were not sought: there were too many. */
  readonly leftOut: number
}

export interface FoundWorkflow extends HitCounts {
  readonly workflow: Workflow
  readonly score: number
  /** From 1, over all pages. */
  readonly rank: number
}

/** The page is what a count of all hits in all texts gives. */
export async function searchWorkflows(pads: PadView, requested: WorkflowSearchRequest): Promise<WorkflowsFound> {
  const keywords = keywordsOf(requested.query)
  const steps = stepsOf(keywords)
  for (const step of steps) {
    const places = await pads.hits({
      keywords: step.words.map(({ text, where }) => ({ text, where })),
      ...(requested.scope !== undefined && { scope: requested.scope }),
    })
    if (places.length === 0) continue
    const { found, total } = await rank(places, step, requested, pads)
    return { keywords, method: methodOf(step, keywords, places), found, total, leftOut: step.leftOut }
  }
  return { keywords, method: 'none', found: [], total: 0, leftOut: steps[0]?.leftOut ?? 0 }
}

interface Scored {
  readonly number: number
  readonly places: readonly HitPlace[]
  readonly score: number
}

const scoreOfPlaces = (places: readonly HitPlace[]): number =>
  places.reduce((score, { field, counts }) => score + weights[field] * sum(counts), 0)

async function rank(places: readonly HitPlace[], { words }: Step, request: WorkflowSearchRequest, pads: PadView) {
  const ranked = [...Map.groupBy(places, ({ workflow }) => workflow)]
    .map(([number, own]): Scored => ({ number, places: own, score: scoreOfPlaces(own) }))
    .toSorted((a, b) => b.score - a.score)
  const shown = await pageOf(ranked, request, pads)
  return {
    total: ranked.length,
    found: shown.map(({ scored, workflow }, at) => ({
      workflow,
      score: scored.score,
      rank: (request.page - 1) * request.limit + at + 1,
      ...countWorkflowHits(words, scored.places),
    })),
  }
}

/** A page of workflows that are ranked by score; of those of one score the newest come first. */
async function pageOf(
  ranked: readonly Scored[],
  { page, limit }: Pick<WorkflowSearchRequest, 'page' | 'limit'>,
  pads: PadView,
): Promise<readonly { readonly scored: Scored; readonly workflow: Workflow }[]> {
  const from = (page - 1) * limit
  const [best, last] = [ranked[from], ranked[Math.min(page * limit, ranked.length) - 1]]
  if (!best || !last) return []
  // Only those that have the score of one on the page can stand on it.
  const near = new Map(
    ranked
      .filter(({ score }) => score <= best.score && score >= last.score)
      .map((scored) => [scored.number, scored] as const),
  )
  const newestFirst = await pads.workflowsNumbered([...near.keys()])
  const before = ranked.findIndex(({ score }) => score === best.score)
  return newestFirst
    .flatMap((workflow) => {
      const scored = near.get(workflow.number)
      return scored ? [{ scored, workflow }] : []
    })
    .toSorted((a, b) => b.scored.score - a.scored.score)
    .slice(from - before, from - before + limit)
}

/** Names the way that found the results: `run` when neither a word nor a segment matched. */
function methodOf({ method, words }: Step, { latin, segments }: Keywords, places: readonly HitPlace[]): Method {
  if (method === 'substring') return method
  const names = new Set([...latin, ...segments].map(({ folded }) => folded))
  const isNamed = words.some(
    ({ text }, word) => names.has(text) && places.some(({ counts }) => (counts[word] ?? 0) > 0),
  )
  return isNamed ? 'segments' : 'run'
}
