import type { Placed } from './docs-places.ts'

const uuid = '5c1f0e9a-1111-4222-8333-444455556666'
const jsonl = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('')
export const chats: readonly Placed[] = [
  [
    'Claude Code',
    `p/${uuid}.jsonl`,
    (text) =>
      jsonl([
        { type: 'summary', summary: text, leafUuid: 'x' },
        { type: 'user', uuid: 'u1', parentUuid: null, sessionId: uuid, message: { role: 'user', content: text } },
        {
          type: 'assistant',
          uuid: 'u2',
          parentUuid: 'u1',
          sessionId: uuid,
          message: {
            role: 'assistant',
            content: [
              { type: 'text', text },
              { type: 'thinking', thinking: text },
              { type: 'tool_use', id: 't', name: 'Bash', input: { command: text } },
            ],
          },
        },
        {
          type: 'user',
          uuid: 'u3',
          parentUuid: 'u2',
          sessionId: uuid,
          message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: text }] },
          toolUseResult: { stdout: text },
        },
      ]),
  ],
  [
    'Codex',
    `sessions/rollout-${uuid}.jsonl`,
    (text) =>
      jsonl([
        { type: 'session_meta', payload: { id: uuid, instructions: text } },
        { type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } },
        {
          type: 'response_item',
          payload: {
            type: 'function_call',
            name: 'shell',
            call_id: 'c',
            arguments: JSON.stringify({ command: ['sh', text] }),
          },
        },
        { type: 'response_item', payload: { type: 'function_call', name: 'shell', call_id: 'd', arguments: text } },
        {
          type: 'response_item',
          payload: { type: 'custom_tool_call', name: 'apply_patch', call_id: 'e', input: `*** Begin Patch\n${text}` },
        },
        { type: 'response_item', payload: { type: 'function_call_output', call_id: 'c', output: text } },
      ]),
  ],
  [
    'Gemini CLI',
    'chats/session-1.json',
    (text) =>
      JSON.stringify({
        sessionId: 's',
        projectHash: 'h',
        messages: [
          { id: '1', type: 'user', content: text },
          {
            id: '2',
            type: 'gemini',
            content: text,
            thoughts: [{ subject: 'a', description: text }],
            toolCalls: [
              {
                id: 't',
                name: 'run',
                args: { command: text },
                result: [{ functionResponse: { response: { output: text } } }],
              },
            ],
          },
        ],
      }),
  ],
  ['Aider', '.aider.chat.history.md/2026-06-09T14-01-00', (text) => `#### hi  \n${text}\n#### ${text}`],
  [
    'Cursor, JSON lines',
    `agent-transcripts/${uuid}.jsonl`,
    (text) =>
      jsonl([
        { role: 'user', message: { content: [{ type: 'text', text: `<user_query>\n${text}\n</user_query>` }] } },
        { role: 'assistant', message: { content: [{ type: 'text', text }] } },
      ]),
  ],
  [
    'Cursor, text',
    `agent-transcripts/${uuid}.txt`,
    (text) => `user:\n<user_query>\nhi\n</user_query>\nassistant:\n${text}\n`,
  ],
  [
    'Cursor, a bubble',
    'state.vscdb/c',
    (text) =>
      JSON.stringify({
        from: 'cursor',
        id: 'c',
        composer: { name: text, fullConversationHeadersOnly: [{ bubbleId: 'b' }] },
        bubbles: [
          {
            id: 'b',
            value: JSON.stringify({
              type: 1,
              text,
              richText: text,
              toolFormerData: { name: 'a', rawArgs: text, result: text },
            }),
          },
        ],
      }),
  ],
  [
    'ChatWise',
    'app.db/1',
    (text) =>
      JSON.stringify({
        from: 'chatwise',
        chat: { id: '1', title: text },
        messages: [
          { id: 'm', role: 'user', content: text },
          { id: 'n', role: 'assistant', content: text, meta: text },
        ],
      }),
  ],
  [
    'opencode',
    'opencode.db/s',
    (text) =>
      JSON.stringify({
        from: 'opencode',
        session: { id: 's', title: text },
        messages: [{ id: 'm', data: JSON.stringify({ role: 'user' }) }],
        parts: [{ id: 'p', message_id: 'm', data: JSON.stringify({ type: 'text', text }) }],
      }),
  ],
  [
    'ChatGPT',
    'a.zip/1',
    (text) =>
      JSON.stringify({
        id: '1',
        title: text,
        create_time: 1.5,
        mapping: {
          x: {
            id: 'x',
            message: { id: 'x', author: { role: 'user' }, content: { content_type: 'text', parts: [text] } },
            parent: null,
            children: [],
          },
        },
        current_node: 'x',
      }),
  ],
  [
    'Claude.ai',
    'a.zip/1',
    (text) =>
      JSON.stringify({
        uuid,
        name: text,
        created_at: '2026-11-01T10:00:00Z',
        chat_messages: [
          {
            uuid: 'm',
            sender: 'human',
            text,
            content: [{ type: 'text', text }],
            attachments: [{ extracted_content: text }],
          },
        ],
      }),
  ],
  ['broken lines', `p/${uuid}.jsonl`, (text) => `{"type":"user","message":{"role":"user","content":"a"}}\n${text}`],
  [
    'broken JSON of conversations',
    'chats/session-1.json',
    (text) => `{"sessionId":"s","projectHash":"h","messages":${text}`,
  ],
]
