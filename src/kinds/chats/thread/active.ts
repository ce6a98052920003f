import type { PartRecord } from '../record.ts'
import { takeBack } from './rewinds.ts'
import { onPaths, type PlacedMessage } from './tree.ts'

/** For each message, in order, whether it belongs to the thread that counts. */
export function activeMessages(messages: readonly PlacedMessage[], parts: readonly PartRecord[]): readonly boolean[] {
  const stands = takeBack(messages, parts)
  if (!messages.some(({ parent }) => parent !== undefined)) return stands
  const isOnPath = onPaths(messages, { stands, links: parts.flatMap(({ links = [] }) => links), leaf: lastLeaf(parts) })
  return stands.map((each, at) => each && isOnPath[at] === true)
}

/** A declared leaf is outdated as soon as a later part adds messages. */
function lastLeaf(parts: readonly PartRecord[]): string | undefined {
  let last: string | undefined
  for (const { leaf, messages } of parts) last = leaf ?? (messages.length > 0 ? undefined : last)
  return last
}
