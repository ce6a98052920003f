import { type HitTable, type PadView, type Workflow, readPlace, type PadFacts } from '@wuku/core/ports/pads'
import { keywordsOf, type Keywords } from '@wuku/text/terms/keywords'
import { createMeasure, type Measure } from './measure.ts'
import { planProbe } from './probe-plan.ts'
import {
  weights,
  stepsOf,
  type Method,
  type Step,
  type StepWord,
  countWorkflowHits,
  type HitCounts,
  type PlaceHits,
} from './scoring.ts'
import { countHits } from '@wuku/text/terms/hits'
import { findable } from '@wuku/text/terms/findable'

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

/** The page is what a count of all hits in all texts would give; the index only spares reading most of them. */
export async function searchWorkflows(pads: PadView, requested: WorkflowSearchRequest): Promise<WorkflowsFound> {
  const keywords = keywordsOf(requested.query)
  const steps = stepsOf(keywords)
  for (const step of steps) {
    const { found, total, method } = await runStep(step, keywords, requested, pads)
    if (total > 0) return { keywords, method, found, total, leftOut: step.leftOut }
  }
  return { keywords, method: 'none', found: [], total: 0, leftOut: steps[0]?.leftOut ?? 0 }
}

type StepResult = Pick<WorkflowsFound, 'found' | 'total' | 'method'>

async function runStep(
  step: Step,
  keywords: Keywords,
  requested: WorkflowSearchRequest,
  pads: PadView,
): Promise<StepResult> {
  const { scope, page, limit } = requested
  const plan = planProbe(step.words)
  const table = await pads.hits({ keywords: plan.probe, ...(scope !== undefined && { scope }) })
  const measure = createMeasure(plan, table)
  const places = createPlaces({ table, measure, words: step.words, textAt: createPlaceTexts(pads) })
  const { first, rest } = await rankFirst(contendersIn(table, measure), page * limit, places.resolveNext)
  const shown = await pageOf(first, requested, pads)
  return {
    total: first.length + (await countHit(rest, places.resolveNext)),
    method: methodOf(step, keywords, table),
    found: shown.map(({ contender, workflow }, at) => ({
      workflow,
      score: contender.knownScore,
      rank: (page - 1) * limit + at + 1,
      ...countWorkflowHits(step.words, places.hitsOf(contender)),
    })),
  }
}

/** A page of contenders that are ranked by score, each with its workflow. */
async function pageOf(
  ranked: readonly Contender[],
  { page, limit }: Pick<WorkflowSearchRequest, 'page' | 'limit'>,
  pads: PadView,
): Promise<readonly { readonly contender: Contender; readonly workflow: Workflow }[]> {
  const from = (page - 1) * limit
  const [best, last] = [ranked[from], ranked[Math.min(page * limit, ranked.length) - 1]]
  if (!best || !last) return []
  // Only who has the score of somebody on the page can stand on it.
  const near = new Map(
    ranked
      .filter(({ knownScore }) => knownScore <= best.knownScore && knownScore >= last.knownScore)
      .map((contender) => [contender.workflow, contender]),
  )
  const newestFirst = await pads.workflowsNumbered([...near.keys()])
  const before = ranked.findIndex(({ knownScore }) => knownScore === best.knownScore)
  return newestFirst
    .flatMap((workflow) => {
      const contender = near.get(workflow.number)
      return contender ? [{ contender, workflow }] : []
    })
    .toSorted((a, b) => b.contender.knownScore - a.contender.knownScore)
    .slice(from - before, from - before + limit)
}

/** Names the way that found the results: `run` when neither a word nor a segment matched. */
function methodOf({ method, words }: Step, { latin, segments }: Keywords, table: HitTable): Method {
  if (method === 'substring') return method
  const names = new Set([...latin, ...segments].map(({ folded }) => folded))
  const isNamed = words.some(({ text }, word) => names.has(text) && table.counts[word]?.some((count) => count > 0))
  return isNamed ? 'segments' : 'run'
}

/** Reads the text of a place; for a workflow and for its pads it asks once. */
function createPlaceTexts(pads: PadView): (place: number) => Promise<string> {
  const workflowOf = rememberFirst((number) => readWorkflow(pads, number))
  const slotsOf = rememberFirst(async (number) => {
    const { id } = await workflowOf(number)
    return new Map((await pads.pads(id)).map((pad) => [pad.slot, pad]))
  })
  return async (place) => {
    const { workflow, slot, field } = readPlace(place)
    if (field === 'name') return (await workflowOf(workflow)).name
    if (field === 'description') return (await workflowOf(workflow)).description ?? ''
    const pad = requirePad((await slotsOf(workflow)).get(slot), place)
    return field === 'title' ? pad.title : requirePad(await pads.pad(pad.id), place).content
  }
}

function rememberFirst<T>(read: (key: number) => Promise<T>): (key: number) => Promise<T> {
  const known = new Map<number, Promise<T>>()
  return (key) => {
    const found = known.get(key) ?? read(key)
    known.set(key, found)
    return found
  }
}

async function readWorkflow(pads: PadView, number: number): Promise<Workflow> {
  const [workflow] = await pads.workflowsNumbered([number])
  if (!workflow) throw new Error(`There are hits in workflow ${number}, which is not there.`)
  return workflow
}

function requirePad<T extends PadFacts>(pad: T | undefined, place: number): T {
  if (pad) return pad
  throw new Error(`There are hits at place ${place}, which is not there.`)
}

/** The hits of places: from the counts where they are exact, otherwise from the text, which is read once. */
interface Places {
  readonly resolveNext: ResolveNext
  /** Hits of a contender that is settled completely. */
  hitsOf(contender: Contender): readonly PlaceHits[]
}

function createPlaces({
  table,
  measure,
  words,
  textAt,
}: {
  readonly table: HitTable
  readonly measure: Measure
  readonly words: readonly StepWord[]
  readonly textAt: (place: number) => Promise<string>
}): Places {
  const read = new Map<number, readonly number[]>()
  const placeAt = (row: number): number => table.places[row] ?? 0
  return {
    async resolveNext(contender) {
      const [open] = contender.open
      if (!open) return contender
      const hits = countHits(findable(await textAt(placeAt(open.row))), words)
      read.set(open.row, hits)
      const score = weights[readPlace(placeAt(open.row)).field] * hits.reduce((sum, count) => sum + count, 0)
      return resolveFirst(contender, score)
    },
    hitsOf: ({ start, end }) =>
      Array.from({ length: end - start }, (_, offset) => {
        const row = start + offset
        return { place: placeAt(row), hits: read.get(row) ?? measure.hitsAt(row) }
      }),
  }
}

/** Settles the first open place of a contender. */
type ResolveNext = (contender: Contender) => Promise<Contender>

interface Ranking {
  /** Settled, best first: as many as were wanted, and all that have the score of the last. */
  readonly first: readonly Contender[]
  /** None is better. */
  readonly rest: readonly Contender[]
}

/**
 * The one that can be best is settled place by place, until it is settled whole and still can; then it is the best. So no
 * text is read that cannot change the order.
 */
async function rankFirst(all: readonly Contender[], count: number, resolveNext: ResolveNext): Promise<Ranking> {
  const queue = all.toSorted((a, b) => a.maxScore - b.maxScore)
  const first: Contender[] = []
  for (let best = queue.at(-1); best; best = queue.at(-1)) {
    if (best.maxScore < (first[count - 1]?.knownScore ?? 0)) break
    queue.pop()
    if (best.open.length === 0) first.push(best)
    else insert(queue, await resolveNext(best))
  }
  return { first, rest: queue }
}

/** How many have a score above 0. */
async function countHit(contenders: readonly Contender[], resolveNext: ResolveNext): Promise<number> {
  let count = 0
  for (const each of contenders) {
    let contender = each
    while (!contender.isHit && contender.open.length > 0) contender = await resolveNext(contender)
    if (contender.isHit) count++
  }
  return count
}

function insert(queue: Contender[], contender: Contender): void {
  if (contender.maxScore === 0) return
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((queue[middle]?.maxScore ?? 0) <= contender.maxScore) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, contender)
}

/** A workflow on the way to its score. */
interface Contender {
  /** Its number. */
  readonly workflow: number
  /** Its rows of the table: from `start` to before `end`. */
  readonly start: number
  readonly end: number
  /** Score of the places that are settled. */
  readonly knownScore: number
  /** The other places, those that can add most first; none: the score is settled. */
  readonly open: readonly OpenPlace[]
  /** The highest that its score can be. */
  readonly maxScore: number
  /** Its score is above 0, whatever the open places hold. */
  readonly isHit: boolean
}

/** A place whose counts are not enough to know its hits, so that its text must be read. */
interface OpenPlace {
  readonly row: number
  /** The most that it can add to the score. */
  readonly maxScore: number
}

/** Every workflow that may have hits. */
function contendersIn(table: HitTable, measure: Measure): readonly Contender[] {
  const contenders: Contender[] = []
  for (let row = 0; row < table.places.length;) {
    const contender = contend(row, table, measure)
    if (contender.maxScore > 0) contenders.push(contender)
    row = contender.end
  }
  return contenders
}

function contend(start: number, { places }: HitTable, measure: Measure): Contender {
  const { workflow } = readPlace(places[start] ?? 0)
  const open: OpenPlace[] = []
  let knownScore = 0
  let isHit = false
  let row = start
  for (; row < places.length; row++) {
    const place = readPlace(places[row] ?? 0)
    if (place.workflow !== workflow) break
    const measured = measure.at(row)
    const maxScore = measured.maxHits * weights[place.field]
    if (measured.isExact) knownScore += maxScore
    else open.push({ row, maxScore })
    isHit ||= measured.isHit
  }
  open.sort((a, b) => b.maxScore - a.maxScore)
  return { workflow, start, end: row, knownScore, open, isHit, maxScore: knownScore + contendersTotal(open) }
}

/** The first open place turned out to add `score`. */
function resolveFirst(contender: Contender, score: number): Contender {
  const [, ...open] = contender.open
  const knownScore = contender.knownScore + score
  return {
    ...contender,
    knownScore,
    open,
    isHit: contender.isHit || score > 0,
    maxScore: knownScore + contendersTotal(open),
  }
}

const contendersTotal = (open: readonly OpenPlace[]): number => open.reduce((sum, { maxScore }) => sum + maxScore, 0)
