import type { Draft } from '../../ui/drafts.ts'

/** A draft that goes on from a later version which only added to the one before; `undefined` where it did more. */
export function takenIn(
  draft: Draft<number>,
  later: { readonly version: number; readonly content: string },
): Draft<number> | undefined {
  if (!later.content.startsWith(draft.before)) return undefined
  const added = later.content.slice(draft.before.length)
  return { text: draft.text + added, version: later.version, before: later.content }
}
