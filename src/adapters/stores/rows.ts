import type { Holding, Visibility } from '../../core/words.ts'

/** Reads JSON of a column; a failure means that the store is damaged. */
export type ParseStored = <T>(json: string) => T

/** Columns of the holding of a row; all NULL if it was never set. */
export interface HoldingColumns {
  readonly owner: string | null
  readonly visibility: Visibility | null
  /** A list of texts, as JSON. */
  readonly shared_with: string | null
}

export const readHolding = (
  { owner, visibility, shared_with: shared }: HoldingColumns,
  parse: ParseStored,
): Holding | undefined =>
  owner === null || visibility === null
    ? undefined
    : { owner, visibility, sharedWith: shared === null ? [] : parse<readonly string[]>(shared) }

export const holdingColumns = (holding: Holding | undefined): HoldingColumns => ({
  owner: holding?.owner ?? null,
  visibility: holding?.visibility ?? null,
  shared_with: holding ? JSON.stringify(holding.sharedWith) : null,
})

/** Fields without a value in a change stay unchanged. */
export const withChange = <Kept extends object>(before: Kept, change: NoInfer<Partial<Kept>>): Kept => ({
  ...before,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
})
