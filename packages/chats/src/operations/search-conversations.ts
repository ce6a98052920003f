import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import { searchConversations as search } from '../search/chat-search.ts'
import { searchInput, searchOutput } from '../search/chat-search-shapes.ts'
import { foundTable } from '../chat-layout.ts'
import { briefFound, renderAnswer } from '../search/render-search.ts'

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
  aliases: {
    query: 'intent_query',
    q: 'intent_query',
    text: 'intent_query',
    intent: 'intent_query',
    intentQuery: 'intent_query',
    timeWindow: 'time_window',
    window: 'time_window',
    from: 'since',
    after: 'since',
    limit: 'limit_chats',
    max_results: 'limit_chats',
    limitChats: 'limit_chats',
    excludeTerms: 'exclude_terms',
    exclude: 'exclude_terms',
    roles: 'role_filter',
    precision: 'precision_mode',
    mode: 'precision_mode',
    folder: 'project',
  },
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
