import type { FoundWorkflow, WorkflowsFound, WorkflowSearchRequest } from '../../src/search/workflow-search.ts'
import { scoreOf, type FieldHits, stepsOf, type StepWord } from '../../src/search/scoring.ts'
import type { PadView } from '@wuku/core/ports/pads'
import { countFolded } from '@wuku/text/terms/hits'
import { keywordsOf } from '@wuku/text/terms/keywords'
import { fold } from '@wuku/text/terms/fold'

export interface Shown {
  readonly total: number
  readonly found: readonly ShownWorkflow[]
}

type ShownWorkflow = Pick<FoundWorkflow, 'score' | 'hits' | 'matchingPads'> & { readonly id: string }

export const shown = ({ total, found }: WorkflowsFound): Shown => ({
  total,
  found: found.map(({ workflow, score, hits, matchingPads }) => ({ id: workflow.id, score, hits, matchingPads })),
})

/** The slow truth: every text is read and counted. */
export async function searchSlowly(pads: PadView, { query, scope, page, limit }: WorkflowSearchRequest) {
  const { items: workflows } = await pads.workflows({ ...(scope !== undefined && { scope }), limit: 1_000, offset: 0 })
  for (const { words } of stepsOf(keywordsOf(query))) {
    const scored = await Promise.all(workflows.map(({ id }) => scoreSlowly(pads, id, words)))
    const found = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
    if (found.length > 0) return { total: found.length, found: found.slice((page - 1) * limit, page * limit) }
  }
  return { total: 0, found: [] }
}

async function scoreSlowly(pads: PadView, id: string, words: readonly StepWord[]): Promise<ShownWorkflow> {
  const workflow = await pads.workflow(id)
  const facts = await pads.pads(id)
  const full = await Promise.all(facts.map((pad) => pads.pad(pad.id)))
  const hitsOf = (text: string | null | undefined): number => sum(countFolded(fold(text ?? ''), words))
  const inPads = full.map((pad) => ({ title: hitsOf(pad?.title), content: hitsOf(pad?.content) }))
  const hits: FieldHits = {
    name: hitsOf(workflow?.name),
    description: hitsOf(workflow?.description),
    title: sum(inPads.map(({ title }) => title)),
    content: sum(inPads.map(({ content }) => content)),
  }
  return {
    id,
    score: scoreOf(hits),
    hits,
    matchingPads: inPads.filter(({ title, content }) => title + content > 0).length,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
