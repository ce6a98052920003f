import type { Agent, DraftMessage } from '../conversation.ts'
import { momentOf, writeDay } from '../time.ts'

const MOST_GRAPHEMES = 80
/** Somebody gave it; past this it is no title any more. */
const MOST_GIVEN = 300

/** On one line; empty when nothing of it can be seen. */
export const plainTitle = (text: string): string => cutGraphemes(oneLine(text), MOST_GIVEN)

/** The first line that the user wrote. */
export function titleFrom(messages: readonly DraftMessage[]): string | undefined {
  for (const { role, isInactive, pieces } of messages) {
    if (role !== 'user' || isInactive) continue
    for (const piece of pieces) {
      const line = piece.kind === 'text' ? oneLine(/\S[^\n]*/.exec(piece.text)?.[0] ?? '') : ''
      if (line !== '') return cutGraphemes(line, MOST_GRAPHEMES)
    }
  }
  return undefined
}

/** For a conversation that nobody named and in which no user says anything. */
export function titleWithout(agent: Agent, at: number | undefined): string {
  const known = momentOf(at)
  return known === undefined ? agent : `${agent} ${writeDay(known)}`
}

/** What a cluster may be made of; longer ones are no writing. */
const LONGEST_CLUSTER = 32

const oneLine = (text: string): string =>
  text
    .slice(0, MOST_GIVEN * LONGEST_CLUSTER)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

function cutGraphemes(text: string, most: number): string {
  if (text.length <= most) return text
  let [count, end] = [0, 0]
  for (const { index, segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    if (count === most) return `${text.slice(0, end).trimEnd()}…`
    count++
    end = index + segment.length
  }
  return text
}
