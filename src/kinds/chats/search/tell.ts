import type { ChatResult, NextAction, SearchOutput } from './shapes.ts'
import { writeDay } from '../time.ts'
import { saidBy, whoSaid } from './who.ts'

/** The answer for people: what was found, by which ids, and what to do next. */
export function tellAnswer({ results, confidence, guidance, notes = [] }: SearchOutput): string {
  const { state, nextActions, stopIf } = guidance
  const expanded = Object.entries(state.expandedTerms).map(([word, others]) => `${word}: ${others.join(', ')}`)
  return [
    `${results.length === 0 ? 'No conversation' : counted(results.length)} found. Confidence ${confidence.toFixed(2)}.`,
    ...results.map(tellResult),
    [
      ...notes,
      ...(expanded.length > 0 ? [`Also searched: ${expanded.join('; ')}.`] : []),
      ...(state.excludes.length > 0 ? [`Left out: ${state.excludes.join(', ')}.`] : []),
      ...nextActions.map((action, at) => `${at === 0 ? 'Next' : 'Or'}: ${tellAction(action)}`),
      `Stop if ${stopIf}.`,
    ].join('\n'),
  ].join('\n\n')
}

const counted = (count: number): string => (count === 1 ? '1 conversation' : `${count} conversations`)

function tellResult(result: ChatResult, at: number): string {
  const { chatId, title, hits, timeRange, snippets, agent, project } = result
  const [from, to] = [writeDay(timeRange.from), writeDay(timeRange.to)]
  const facts = [
    agent,
    from === to ? from : `${from} to ${to}`,
    ...(project === undefined ? [] : [project]),
    hits === 1 ? '1 hit' : `${hits} hits`,
    ...(result.source_missing ? ['its source is gone'] : []),
    ...(result.copies ? [`also ${result.copies.join(', ')}`] : []),
  ]
  return [
    `${at + 1}. ${title}`,
    `   ${chatId} (${facts.join(', ')})`,
    ...snippets.map((snippet) => `   [${whoSaid(snippet)}] ${saidBy(snippet).replaceAll(/\s+/g, ' ').trim()}`),
  ].join('\n')
}

const tellAction = ({ tool, args, why }: NextAction): string => `${tool} ${JSON.stringify(args)} (${why})`
