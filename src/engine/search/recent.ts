import type { Candidate } from '../../core/words.ts'
import type { StorehouseKind } from '../kind.ts'
import type { SearchContext } from './context.ts'

/** A document that was written to since may be old but for its end. */
export const keepRecent = async (
  candidates: readonly Candidate[],
  { writtenSince }: StorehouseKind,
  { request: { since }, view }: SearchContext,
): Promise<readonly Candidate[]> =>
  since === undefined || !writtenSince ? candidates : writtenSince(candidates, since, view)
