import { counted } from '../../../engine/operations/counted.ts'
import type { ChatResult, SearchOutput } from '../../../kinds/chats/search/shapes.ts'
import { saidBy, whoSaid } from '../../../kinds/chats/search/who.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import type { Input, Outcome, Shell } from '../../../surfaces/cli/command.ts'
import { cut, pageFor, type Page } from '../pads/layout.ts'
import type { Action } from '../actions.ts'
import { noWord } from './action.ts'
import { ask } from './ask.ts'
import { searchFiltersOf } from './filters.ts'
import { folderName, headLines, localMinute } from './layout.ts'

/** The newest conversations. */
export const list: Action = async ({ words, flags }, shell) => {
  noWord(words)
  const { limit = 20 } = flags
  return find({ intent_query: '*', limit_chats: limit, limit_snippets_per_chat: 1 }, flags, shell)
}

/** Conversations by what they were about, best first. */
export const search: Action = async ({ words, flags }, shell) => {
  const query = words.join(' ')
  if (query.trim() === '')
    throw usage('"wuku chats search" needs words.', 'Write: wuku chats search "虚拟列表 scrolling"')
  const { limit = 10, fuzzy } = flags
  const precision = fuzzy === true ? { precision_mode: 'fuzzy', expand: 'auto' } : {}
  return find({ intent_query: query, limit_chats: limit, ...precision }, flags, shell)
}

async function find(input: Input, flags: Input, shell: Shell): Promise<Outcome> {
  const { out } = shell.terminal
  const engine = await shell.engine()
  // Whoever sits at a terminal is in no conversation that could find itself.
  const whole = { ...input, ...searchFiltersOf(flags, engine), exclude_current_chat: false }
  const answer = await ask<SearchOutput>(shell, 'search_conversations', whole)
  if (shell.json) {
    printJson(out, answer)
    return 'done'
  }
  const page = pageFor(out, engine.now())
  const isListed = input['intent_query'] === '*'
  const isEmpty = !(await engine.read((view) => view.sources())).some(({ kind }) => kind === 'chats')
  const parts = answer.results.map((result) => resultPart(result, isListed, page))
  if (!shell.quiet || parts.length === 0) parts.push(page.paint.dim(foot(answer, { isListed, isEmpty })))
  out.write(`${parts.join('\n\n')}\n`)
  return 'done'
}

function resultPart(result: ChatResult, isListed: boolean, page: Page): string {
  const { chatId, title, agent, project, timeRange, messageCount, hits, snippets } = result
  const facts = [
    agent,
    ...(project === undefined ? [] : [folderName(project)]),
    localMinute(timeRange.to),
    counted(messageCount, 'message'),
    ...(isListed ? [] : [counted(hits, 'hit')]),
    ...(result.source_missing ? ['its source is gone'] : []),
  ]
  const said = snippets.filter(({ source }) => source !== 'title')
  const lines = said.map((snippet) => {
    const who = whoSaid(snippet)
    return `  ${page.paint.dim(`${who}:`)} ${cut(saidBy(snippet), page.out.columns - who.length - 4, page)}`
  })
  return [...headLines({ id: chatId, title, facts }, page), ...lines].join('\n')
}

interface Asked {
  readonly isListed: boolean
  /** No conversations were ever taken in. */
  readonly isEmpty: boolean
}

function foot({ results, guidance }: SearchOutput, { isListed, isEmpty }: Asked): string {
  const searched = Object.entries(guidance.state.expandedTerms).map(([word, others]) => `${word}: ${others.join(', ')}`)
  const also = searched.length > 0 ? ` Also searched: ${searched.join('; ')}.` : ''
  if (results.length === 0)
    return isEmpty
      ? 'No conversation was taken in yet: wuku add --agent all'
      : `No conversation found.${also}${isListed ? '' : ' Looser: --fuzzy.'}`
  return `${counted(results.length, 'conversation')}.${also} To read one: wuku chats show <id>`
}
