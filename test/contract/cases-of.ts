import type { StoreCase } from './store.ts'

/** Cases by what they say: what one does, or with the ability that it needs. */
export const casesOf = (named: Readonly<Record<string, StoreCase['run'] | Required<Omit<StoreCase, 'says'>>>>) =>
  Object.entries(named).map(([says, each]) => (typeof each === 'function' ? { says, run: each } : { says, ...each }))
