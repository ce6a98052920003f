import { zipOf } from '../../../packages/chats/test/feed/zips.ts'

/** Exports as they are downloaded. */

const tideTable = '67a1b2c3-0000-4000-8000-00000000000a'
const sundial = '67a1b2c3-0000-4000-8000-00000000000b'

export const chatgptExport = (): Buffer =>
  zipOf([
    { name: 'conversations-000.json', text: JSON.stringify([tideTableChat()]) },
    { name: 'conversations-001.json', text: JSON.stringify([sundialChat()]) },
    { name: 'user.json', text: '{"id":"user-1","email":"ada@example.org"}' },
    { name: 'chat.html', text: '<html>all of it again</html>' },
  ])

const node = (id: string, parent: string | null, children: readonly string[], message: object | null) => ({
  [id]: { id, parent, children, message: message && { id, status: 'finished_successfully', weight: 1, ...message } },
})

const said = (role: string, at: number | null, text: string, more: object = {}) => ({
  author: { role, name: null, metadata: {} },
  create_time: at,
  content: { content_type: 'text', parts: [text] },
  metadata: role === 'assistant' ? { model_slug: 'example-4o' } : {},
  recipient: 'all',
  ...more,
})

/** The second question was edited: two branches, of which the later one counts. */
const tideTableChat = (): object => ({
  id: tideTable,
  conversation_id: tideTable,
  title: '潮汐表 📈',
  create_time: 1_739_000_000.123,
  update_time: 1_739_000_100.5,
  current_node: 'n6',
  default_model_slug: 'example-4o',
  is_archived: false,
  mapping: {
    ...node('root', null, ['sys'], null),
    ...node('sys', 'root', ['n1'], said('system', null, 'hidden', { weight: 0 })),
    ...node('n1', 'sys', ['n2'], said('user', 1_739_000_001.5, 'Plot the tide table.')),
    ...node(
      'n2',
      'n1',
      ['n3'],
      said('assistant', 1_739_000_002, '', {
        recipient: 'python',
        content: { content_type: 'code', language: 'python', text: 'plot(tides)' },
      }),
    ),
    ...node(
      'n3',
      'n2',
      ['n4', 'n5'],
      said('tool', 1_739_000_003, '', {
        author: { role: 'tool', name: 'python', metadata: {} },
        content: { content_type: 'execution_output', text: 'a curve of 24 hours' },
      }),
    ),
    ...node('n4', 'n3', [], said('user', 1_739_000_004, 'Make it red.')),
    ...node('n5', 'n3', ['n6'], said('user', 1_739_000_050, 'Make it blue. 改成蓝色')),
    ...node('n6', 'n5', [], said('assistant', 1_739_000_100, 'It is blue.')),
  },
})

const sundialChat = (): object => ({
  id: sundial,
  conversation_id: sundial,
  title: 'Sundial',
  create_time: 1_739_100_000,
  update_time: 1_739_100_002,
  current_node: 's2',
  mapping: {
    ...node('s0', null, ['s1'], null),
    ...node('s1', 's0', ['s2'], said('user', 1_739_100_001, 'Which way does a sundial point?')),
    ...node('s2', 's1', [], said('assistant', 1_739_100_002, 'Its gnomon points north.')),
  },
})

export const claudeExport = (): Buffer =>
  zipOf([
    { name: 'conversations.json', text: JSON.stringify([contractChat]) },
    { name: 'users.json', text: '[{"uuid":"a0000000-0000-4000-8000-000000000001","full_name":"Ada"}]' },
    { name: 'projects.json', text: '[]' },
  ])

const ROOT = '00000000-0000-4000-8000-000000000000'

const message = (uuid: string, parent: string, sender: string, more: object) => ({
  uuid,
  parent_message_uuid: parent,
  sender,
  text: '',
  created_at: '2026-02-08T10:00:01.000000Z',
  updated_at: '2026-02-08T10:00:01.000000Z',
  attachments: [],
  files: [],
  ...more,
})

const words = (text: string) => ({ content: [{ type: 'text', text, citations: [] }] })

/** Written out of order, with an answer that was made anew. */
const contractChat = {
  uuid: '0f5b6c1e-0000-4000-8000-00000000000c',
  name: 'Lease of the windmill',
  summary: '',
  created_at: '2026-02-08T10:00:00.123456Z',
  updated_at: '2026-02-08T10:05:00.000000+00:00',
  account: { uuid: 'a0000000-0000-4000-8000-000000000001' },
  current_leaf_message_uuid: 'w3',
  chat_messages: [
    message('w3', 'w1', 'assistant', {
      created_at: '2026-02-08T10:05:00.000000Z',
      ...words('It ends in May. 五月到期'),
    }),
    message('w1', ROOT, 'human', {
      ...words('When does the lease end?'),
      attachments: [{ file_name: 'lease.txt', file_size: 30, extracted_content: 'The millwright leases until May.' }],
    }),
    message('w2', 'w1', 'assistant', { created_at: '2026-02-08T10:01:00.000000Z', ...words('It never ends.') }),
  ],
}
