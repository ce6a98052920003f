import { sessionOf } from './five-kinds.ts'

type Input = Readonly<Record<string, unknown>>
export type Question = readonly [name: string, input: Input]

const topics = [
  'rank fusion of several lists',
  '多路召回的分数融合',
  'retryCharge',
  '"a charge when the bank"',
  'virtual list -badly',
  'sesion expriy of the login',
  '会话过期',
  'migrat*',
  'cache forecast path:src',
  'What was decided about the weather in week 5?',
  'candidates documents store',
  'index',
  'fuseByRank(lists)',
  'errors are shown and why does it wait',
  'a word that nothing holds: zyxwvut',
]

const onRepository = { project_path: '<repository>' }

/** Each with what it is asked for; `query` stands for one topic after the other. */
const calls: readonly Question[] = [
  ['recall', { query: '' }],
  ['recall', { query: '', kinds: ['code', 'notes'], limit: 30 }],
  ['search', { query: '' }],
  ['query', { query: '' }],
  ['search_conversations', { intent_query: '' }],
  ['search-workflows', { query: '' }],
  ['search-scratchpads', { query: '' }],
  ['get-library-docs', { library_id: 'tide', topic: '' }],
  ['repo_context_pack', { ...onRepository, query: '' }],
]

export const asked: readonly Question[] = calls.flatMap(([name, input]) =>
  topics.map(
    (topic) =>
      [
        name,
        Object.fromEntries(Object.entries(input).map(([key, value]) => [key, value === '' ? topic : value])),
      ] as const,
  ),
)

export const others: readonly Question[] = [
  ['timeline', { since: '2026-10-01', until: '2026-11-20' }],
  ['conversation_stats', { group_by: ['project'] }],
  ['gather_chats', { chatIds: [sessionOf(3), sessionOf(7)] }],
  ['find_symbol', { ...onRepository, name: 'fuseByRank' }],
  ['find_references', { ...onRepository, name: 'fuseByRank' }],
  ['repo_map', onRepository],
  ['file_outline', { ...onRepository, path: 'packages/core/src/once.ts' }],
  ['related_notes', { path: 'note-3.md' }],
  ['list-workflows', {}],
  ['search-libraries', { query: 'tide' }],
]
