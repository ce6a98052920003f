import names from './compat.json' with { type: 'json' }

/**
 * Names of programs that wuku replaces. Their users find the same tools again; listed together with wuku's own they
 * would only make a model hesitate.
 */
export const compat = names
export type Replaced = keyof typeof compat
export const replacedSystems = Object.keys(compat) as readonly Replaced[]
