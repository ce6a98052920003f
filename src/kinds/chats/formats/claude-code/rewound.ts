import type { DraftConversation, DraftMessage } from '../../conversation.ts'

/**
 * A session begins with lines that are no messages. Who takes back the very first words says others after the same line:
 * the messages have then no common beginning, and only here, where that line is known, can be seen that one start was
 * given up for another.
 */
export function markRewoundStarts(
  messages: readonly DraftMessage[],
  links: NonNullable<DraftConversation['links']>,
): readonly DraftMessage[] {
  const places = new Map(messages.map(({ id }, at) => [id, at]))
  const targets = new Map<string, string>()
  for (const [id, before] of links) targets.set(id, targets.get(before) ?? before)
  /** For each message the first of its thread, and for such a first one the line that it stands after. */
  const starts: number[] = []
  const origins = new Map<number, string>()
  const lastStarts = new Map<string, number>()
  for (const [at, { parent }] of messages.entries()) {
    const target = typeof parent === 'string' ? (targets.get(parent) ?? parent) : undefined
    const place = places.get(target ?? '')
    const start = place !== undefined && place < at ? (starts[place] ?? at) : at
    starts.push(start)
    if (start === at && target !== undefined && place === undefined) origins.set(at, target)
    const origin = origins.get(start)
    if (origin !== undefined) lastStarts.set(origin, start)
  }
  return messages.map((message, at) => {
    const start = starts[at] ?? at
    const origin = origins.get(start)
    return origin === undefined || lastStarts.get(origin) === start ? message : { ...message, isInactive: true }
  })
}
