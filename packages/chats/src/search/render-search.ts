import { briefClaims } from '@wuku/kernel/claims/shown-claims'
import { lastSegment } from '../replies.ts'
import { type ChatResult, type NextAction, type SearchOutput, turnsIn } from './chat-search-shapes.ts'
import { writeDay } from '../days.ts'

/** On one line: who, where, when. */
export function aboutChat({ agent, project, timeRange }: Pick<ChatResult, 'agent' | 'project' | 'timeRange'>): string {
  const [from, to] = [writeDay(timeRange.from), writeDay(timeRange.to)]
  const where = project === undefined ? [] : [lastSegment(project)]
  return [agent, ...where, from === to ? from : `${from} to ${to}`].join(' · ')
}

export const renderAction = ({ tool, args, why }: NextAction): string => `${tool} ${JSON.stringify(args)} (${why})`

/**
 * One line about each conversation, and the next step only when little was found: everybody knows that a hit is read by
 * its id.
 */
export const briefFound = ({ sure: confidence, results, weaker, notes, guidance }: SearchOutput): unknown => ({
  sure: confidence,
  results: results.map((result) => ({
    about: aboutChat(result),
    title: result.title,
    chatId: result.chatId,
    ...(confidence !== undefined && { score: Math.round(result.score * 100) / 100 }),
    copies: result.copies,
    source_missing: result.source_missing,
    turns: turnsOf(result),
    claims: briefClaims(result.claims),
  })),
  weaker,
  notes,
  recommendedNextActions: guidance.nextActions.filter(({ tool }) => tool === 'search_conversations').map(renderAction),
})

/** A reply that was found itself is said once. */
const turnsOf = (result: ChatResult) => [...new Map(turnsIn(result).map((turn) => [turn.citation, turn])).values()]
