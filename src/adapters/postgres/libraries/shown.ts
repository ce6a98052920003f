import type { Look } from '../look.ts'
import type { SqlValue } from '../session.ts'

/**
 * Versions that are shown, in a statement with `$1` and `$2`; hidden sources do not matter: a caller who may see a library may
 * see what becomes of it.
 */
export const versionsShown = (version: string): string =>
  `($1::int[] IS NULL OR ${version}.library = ANY($1)) AND ($2::int[] IS NULL OR ${version}.id = ANY($2))`

/** `$1` and `$2`: libraries that are shown, and versions; NULL for all of them. */
export const shownValues = ({ shown }: Pick<Look, 'shown'>): readonly SqlValue[] => [
  shown?.owned ? [...shown.owned.libraries] : null,
  shown?.owned?.versions ? [...shown.owned.versions] : null,
]

