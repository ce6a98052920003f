import { graphemeBorder } from '../../text/terms/graphemes.ts'
import type { MessageRecord } from './record.ts'

/** Which message answers which, and how much of it is shown beside a hit. */

export const isQuestion = ({ role, pieces, isInactive }: MessageRecord): boolean =>
  role === 'user' && !isInactive && pieces.some(({ kind }) => kind === 'text')

const isAnswer = ({ role, pieces, isInactive }: MessageRecord): boolean =>
  role === 'assistant' && !isInactive && pieces.some(({ kind }) => kind === 'text')

/** What was answered last before the user spoke again: what an agent says on the way there is less. */
export function answerIn<Message extends MessageRecord>(messages: readonly Message[]): Message | undefined {
  const end = messages.findIndex(isQuestion)
  return messages.slice(0, end < 0 ? messages.length : end).findLast(isAnswer)
}

export interface Cut {
  readonly chars: number
  readonly lines: number
}

/** Of a reply. */
export const MOST_OF_REPLY: Cut = { chars: 480, lines: 6 }

export function firstLines(text: string, { chars, lines }: Cut): string {
  const filled = text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
  const first = filled.slice(0, lines).join('\n')
  const isCut = filled.length > lines || first.length > chars
  const shown = first.length > chars ? first.slice(0, graphemeBorder(first, chars)) : first
  return isCut ? `${shown.trimEnd()} …` : shown
}

export const lastSegment = (folder: string): string =>
  folder.split(/[\\/]/).findLast((segment) => segment !== '') ?? folder
