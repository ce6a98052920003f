import type { SearchPlan } from './plan.ts'
import type { RankedPassage, SearchTrace } from './types.ts'

/** Passages in their order, without all that a reader is shown of them. */
export interface RankAnswer {
  readonly ranked: readonly RankedPassage[]
  /** By which it was answered in the end, with what was corrected and lifted. */
  readonly plan: SearchPlan
  readonly trace: SearchTrace
}
