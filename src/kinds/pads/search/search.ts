import type { HitTable, PadView, Workflow } from '../../../ports/pads.ts'
import { keywordsOf, type Keywords } from '../../../text/keywords.ts'
import { contendersIn, type Contender } from './contenders.ts'
import { createMeasure } from './measure.ts'
import { createPlaceTexts } from './place-texts.ts'
import { createPlaces } from './places.ts'
import { countHit, rankFirst } from './ranking.ts'
import { planProbe } from './sought.ts'
import { stepsOf, type Method, type Step } from './steps.ts'
import { tallyHits, type Tally } from './tally.ts'

export interface WorkflowsWanted {
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

export interface FoundWorkflow extends Tally {
  readonly workflow: Workflow
  readonly score: number
  /** From 1, over all pages. */
  readonly rank: number
}

/** The page is what a count of all hits in all texts would give; the index only spares reading most of them. */
export async function searchWorkflows(pads: PadView, wanted: WorkflowsWanted): Promise<WorkflowsFound> {
  const keywords = keywordsOf(wanted.query)
  const steps = stepsOf(keywords)
  for (const step of steps) {
    const { found, total, method } = await take(step, keywords, wanted, pads)
    if (total > 0) return { keywords, method, found, total, leftOut: step.leftOut }
  }
  return { keywords, method: 'none', found: [], total: 0, leftOut: steps[0]?.leftOut ?? 0 }
}

type Taken = Pick<WorkflowsFound, 'found' | 'total' | 'method'>

async function take(step: Step, keywords: Keywords, wanted: WorkflowsWanted, pads: PadView): Promise<Taken> {
  const { scope, page, limit } = wanted
  const sought = planProbe(step.words)
  const table = await pads.hits({ keywords: sought.probe, ...(scope !== undefined && { scope }) })
  const measure = createMeasure(sought, table)
  const places = createPlaces({ table, measure, words: step.words, textAt: createPlaceTexts(pads) })
  const { first, rest } = await rankFirst(contendersIn(table, measure), page * limit, places.settle)
  const shown = await pageOf(first, wanted, pads)
  return {
    total: first.length + (await countHit(rest, places.settle)),
    method: methodOf(step, keywords, table),
    found: shown.map(({ contender, workflow }, at) => ({
      workflow,
      score: contender.settled,
      rank: (page - 1) * limit + at + 1,
      ...tallyHits(step.words, places.hitsOf(contender)),
    })),
  }
}

/** A page of contenders that are ranked by score, each with its workflow. */
async function pageOf(
  ranked: readonly Contender[],
  { page, limit }: Pick<WorkflowsWanted, 'page' | 'limit'>,
  pads: PadView,
): Promise<readonly { readonly contender: Contender; readonly workflow: Workflow }[]> {
  const from = (page - 1) * limit
  const [best, last] = [ranked[from], ranked[Math.min(page * limit, ranked.length) - 1]]
  if (!best || !last) return []
  // Only who has the score of somebody on the page can stand on it.
  const near = new Map(
    ranked
      .filter(({ settled }) => settled <= best.settled && settled >= last.settled)
      .map((contender) => [contender.workflow, contender]),
  )
  const newestFirst = await pads.workflowsNumbered([...near.keys()])
  const before = ranked.findIndex(({ settled }) => settled === best.settled)
  return newestFirst
    .flatMap((workflow) => {
      const contender = near.get(workflow.number)
      return contender ? [{ contender, workflow }] : []
    })
    .toSorted((a, b) => b.contender.settled - a.contender.settled)
    .slice(from - before, from - before + limit)
}

/** What was found by no word and by no segment was found by runs as they were written. */
function methodOf({ method, words }: Step, { latin, segments }: Keywords, table: HitTable): Method {
  if (method === 'substring') return method
  const names = new Set([...latin, ...segments].map(({ folded }) => folded))
  const isNamed = words.some(({ text }, word) => names.has(text) && table.counts[word]?.some((count) => count > 0))
  return isNamed ? 'segments' : 'run'
}
