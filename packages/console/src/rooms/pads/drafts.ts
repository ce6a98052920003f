import { shallowReactive } from 'vue'

export interface Draft {
  readonly text: string
  /** What the draft was begun from. */
  readonly version: number
  readonly before: string
}

/** Drafts of this tab: whoever looks at another view, or another pad, finds the own words again. */
export const drafts: Map<string, Draft> = shallowReactive(new Map<string, Draft>())

export const isChanged = (draft: Draft | undefined): boolean => draft !== undefined && draft.text !== draft.before

/** A draft that goes on from a later version which only added to the one before; `undefined` where it did more. */
export function takenIn(
  draft: Draft,
  later: { readonly version: number; readonly content: string },
): Draft | undefined {
  if (!later.content.startsWith(draft.before)) return undefined
  const added = later.content.slice(draft.before.length)
  return { text: draft.text + added, version: later.version, before: later.content }
}
