import type { MessageRecord, PartRecord } from '../record.ts'
import { takeBack } from './rewinds.ts'
import { onPaths } from './tree.ts'

export interface PlacedMessage extends MessageRecord {
  /** From 0: the part in which it was first told. */
  readonly part: number
}

/** For each message, in order, whether it belongs to the thread that counts. */
export function activeMessages(messages: readonly PlacedMessage[], parts: readonly PartRecord[]): readonly boolean[] {
  const stands = takeBack(messages, parts)
  if (!messages.some(({ parent }) => parent !== undefined)) return stands
  const isOnPath = onPaths(messages, { stands, links: parts.flatMap(({ links = [] }) => links), leaf: lastLeaf(parts) })
  return stands.map((each, at) => each && isOnPath[at] === true)
}

/** What was declared before more was said is the end no longer. */
function lastLeaf(parts: readonly PartRecord[]): string | undefined {
  let last: string | undefined
  for (const { leaf, messages } of parts) last = leaf ?? (messages.length > 0 ? undefined : last)
  return last
}
