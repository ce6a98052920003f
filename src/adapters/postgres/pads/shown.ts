import type { Look } from '../look.ts'
import type { SqlValue } from '../session.ts'

/** Of the workflows that a look shows: `$1` and `$2` of each statement. */
export const SHOWN = '($1::int[] IS NULL OR workflows.source = ANY($1) OR (workflows.source IS NULL AND $2))'

export const shownValues = ({ shown }: Pick<Look, 'shown'>): readonly SqlValue[] => [
  shown?.pads?.sources ?? null,
  shown?.pads?.shared ?? true,
]
