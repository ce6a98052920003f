import type { SearchPlan } from './plan.ts'
import type { ParsedRequest, RankedPassage, SearchRequest, SearchTrace } from './types.ts'

/** A caller that lists the newest itself says that the query is the topic of a prompt to go on. */
export type RankRequest = SearchRequest & Pick<ParsedRequest, 'continuation'>

/** Passages in their order, without all that a reader is shown of them. */
export interface RankAnswer {
  readonly ranked: readonly RankedPassage[]
  /** By which it was answered in the end, with what was corrected and lifted. */
  readonly plan: SearchPlan
  readonly trace: SearchTrace
}
