import { tr } from '@wuku/messages/message'
import { counted } from '@wuku/kernel/base/counted'
import { briefClaims, renderClaims } from '@wuku/kernel/claims/shown-claims'
import { shortened, describeConfidence } from '@wuku/kernel/operations/describe-confidence'
import { lastSegment } from '../replies.ts'
import {
  type ChatResult,
  type ChatSnippet,
  type NextAction,
  type SearchOutput,
  snippetText,
  speakerOf,
} from './chat-search-shapes.ts'
import { writeDay } from '../days.ts'

/** The answer for people: how sure it is, what was found and answered, and what to do next. */
export function renderAnswer(answer: SearchOutput, query: string): string {
  const { results, guidance, notes = [] } = answer
  const { state, nextActions, stopIf } = guidance
  const expanded = Object.entries(state.expandedTerms).map(([word, others]) => `${word}: ${others.join(', ')}`)
  return [
    headOf(answer, query),
    ...results.map(renderResult),
    [
      ...notes.map(tr),
      ...(expanded.length > 0 ? [`Also searched: ${expanded.join('; ')}.`] : []),
      ...(state.excludes.length > 0 ? [`Left out: ${state.excludes.join(', ')}.`] : []),
      ...nextActions.map((action, at) => `${at === 0 ? 'Next' : 'Or'}: ${renderAction(action)}`),
      `Stop if ${stopIf}.`,
    ].join('\n'),
  ].join('\n\n')
}

/** A list of the newest conversations has no confidence. */
function headOf({ results, sure, weaker = 0, confidence }: SearchOutput, query: string): string {
  const shown = counted(results.length, 'conversation')
  if (results.length === 0) return `Nothing found for "${shortened(query)}".`
  if (sure === undefined) return `${shown}, newest first.`
  return `${describeConfidence({ query, confidence: sure, shown, weaker })} Confidence ${confidence.toFixed(2)}.`
}

/** On one line: who, where, when. */
export function aboutChat({ agent, project, timeRange }: Pick<ChatResult, 'agent' | 'project' | 'timeRange'>): string {
  const [from, to] = [writeDay(timeRange.from), writeDay(timeRange.to)]
  const where = project === undefined ? [] : [lastSegment(project)]
  return [agent, ...where, from === to ? from : `${from} to ${to}`].join(' · ')
}

function renderResult(result: ChatResult, at: number): string {
  const { chatId, title, hits, snippets, claims } = result
  const facts = [
    counted(hits, 'hit'),
    ...(result.source_missing ? ['its source is gone'] : []),
    ...(result.copies ? [`also ${result.copies.join(', ')}`] : []),
  ]
  return [
    `${at + 1}. ${aboutChat(result)} · "${title}"`,
    ...snippets.flatMap(renderSnippet),
    ...renderClaims(claims).map((line) => `   ${line}`),
    `   ${chatId} (${facts.join(', ')})`,
  ].join('\n')
}

const renderSnippet = (snippet: ChatSnippet): readonly string[] => [
  `   ${speakerOf(snippet)}: ${onOneLine(snippetText(snippet))}`,
  ...(snippet.reply ? [`   assistant: ${snippet.reply.text.replaceAll('\n', '\n   ')}`] : []),
]

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const renderAction = ({ tool, args, why }: NextAction): string => `${tool} ${JSON.stringify(args)} (${why})`

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

/** A title is said above, and a reply that was found itself once. */
function turnsOf({ snippets }: ChatResult): readonly object[] {
  const turns = snippets
    .filter(({ source }) => source !== 'title')
    .flatMap((snippet) => [
      { who: speakerOf(snippet), text: snippetText(snippet), citation: snippet.citation },
      ...(snippet.reply ? [{ who: 'assistant', ...snippet.reply }] : []),
    ])
  return [...new Map(turns.map((turn) => [turn.citation, turn])).values()]
}
