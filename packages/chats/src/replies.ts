import { graphemeBorder } from '@wuku/text/terms/graphemes'
import type { MessageRecord } from './record.ts'

/** Finds the answer to a message, and cuts it for display with a hit. */

export const isQuestion = ({ role, pieces: blocks, isInactive }: MessageRecord): boolean =>
  role === 'user' && !isInactive && blocks.some(({ kind }) => kind === 'text')

const isAnswer = ({ role, pieces: blocks, isInactive }: MessageRecord): boolean =>
  role === 'assistant' && !isInactive && blocks.some(({ kind }) => kind === 'text')

/** The last answer before the user spoke again: interim messages of an agent say less. */
export function answerIn<Message extends MessageRecord>(messages: readonly Message[]): Message | undefined {
  const end = messages.findIndex(isQuestion)
  return messages.slice(0, end < 0 ? messages.length : end).findLast(isAnswer)
}

export interface Cut {
  readonly chars: number
  readonly lines: number
}

export const REPLY_LIMITS: Cut = { chars: 480, lines: 6 }

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

export const lastSegment = (folder: string) => folder.split(/[\\/]/).findLast((segment) => segment !== '') ?? folder
