import { tr } from '@wuku/messages/message'
import { writeTable } from '@wuku/kernel/base/answer-table'
import { counted } from '@wuku/kernel/base/counted'
import { describeConfidence, shortened } from '@wuku/kernel/operations/describe-confidence'
import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import { searchConversations as search } from '../search/chat-search.ts'
import { searchInput, searchOutput, type SearchOutput } from '../search/chat-search-shapes.ts'
import { foundTable } from '../chat-layout.ts'
import { briefFound, renderAction } from '../search/render-search.ts'

export const searchConversations = defineOperation({
  name: 'search_conversations',
  group: 'chats',
  title: 'Search conversations',
  description:
    'Find past conversations and sessions with agents by what was discussed: the messages that match, with ids and ' +
    'titles. "*" lists the newest. Then read with gather_chats. Not for what was done on a day (timeline) or facts ' +
    'in code and notes (recall).',
  effect: 'read',
  openWorld: true,
  input: searchInput,
  output: searchOutput,
  aliases: aliasesOf({
    intent_query: ['query', 'q', 'text', 'intent', 'intentQuery'],
    time_window: ['timeWindow', 'window'],
    since: ['from', 'after'],
    limit_chats: ['limit', 'max_results', 'limitChats'],
    exclude_terms: ['excludeTerms', 'exclude'],
    role_filter: ['roles'],
    precision_mode: ['precision', 'mode'],
    project: ['folder'],
  }),
  searchHint:
    'search find past conversations chats sessions history discussed talk 搜索 找 会话 对话 聊天 记录 历史 最近 讨论 讨论过 以前 哪次',
  route: { method: 'POST', path: '/chats/search' },
  examples: [
    { label: 'By topic', input: { intent_query: '虚拟列表滚动很卡', time_window: '60d' } },
    {
      label: 'Several words at once, also misspelt, without tool output',
      input: { intent_query: ['idea', '想法'], precision_mode: 'fuzzy', include_tools_in_search: false },
    },
    { label: 'The newest', input: { intent_query: '*', limit_chats: 5 } },
  ],
  run: (request, { engine }) => search(request, engine),
  brief: briefFound,
  table: foundTable,
  foundNothing: ({ results }) => results.length === 0,
  render: (answer, { response_mode: mode, intent_query: query }) =>
    mode === 'text' ? renderAnswer(answer, [query].flat().join(' / ')) : asJson(answer),
})

/** For agents that ask for text: how sure it is, what was found and answered, and what to do next. */
function renderAnswer(answer: SearchOutput, query: string): string {
  const { guidance, notes = [] } = answer
  const { state, nextActions, stopIf } = guidance
  const expanded = Object.entries(state.expandedTerms).map(([word, others]) => `${word}: ${others.join(', ')}`)
  return [
    headOf(answer, query),
    writeTable({ ...foundTable(answer, { intent_query: query }), foot: [] }),
    [
      ...notes.map(tr),
      ...(expanded.length > 0 ? [`Also searched: ${expanded.join('; ')}.`] : []),
      ...(state.excludes.length > 0 ? [`Left out: ${state.excludes.join(', ')}.`] : []),
      ...nextActions.map((action, at) => `${at === 0 ? 'Next' : 'Or'}: ${renderAction(action)}`),
      `Stop if ${stopIf}.`,
    ].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A list of the newest conversations has no confidence. */
function headOf({ results, sure, weaker = 0, confidence }: SearchOutput, query: string): string {
  const shown = counted(results.length, 'conversation')
  if (results.length === 0) return `Nothing found for "${shortened(query)}".`
  if (sure === undefined) return `${shown}, newest first.`
  return `${describeConfidence({ query, confidence: sure, shown, weaker })} Confidence ${confidence.toFixed(2)}.`
}
