import * as fc from 'fast-check'
import type { ChatFormat, DraftConversation, DraftMessage, DraftBlock } from '../src/conversation.ts'

/** Conversations written out as they are: what the storehouse does with them needs no program's format. */
export const plainFormat: ChatFormat = {
  agent: 'codex',
  recognises: ({ text }) => text.startsWith('{"agent":'),
  read: ({ text }) => ({ conversation: JSON.parse(text) as DraftConversation, problems: [] }),
}

export const said = (id: string, text: string, more: Partial<DraftMessage> = {}): DraftMessage => ({
  id,
  role: 'user',
  pieces: text === '' ? [] : [{ kind: 'text', text }],
  ...more,
})

export const conversation = (
  id: string,
  messages: readonly DraftMessage[],
  more: Partial<DraftConversation> = {},
): DraftConversation => ({ agent: 'codex', id, messages, ...more })

const line = fc.oneof(
  fc.constantFrom(
    '潮汐',
    'tide',
    '港口 harbour',
    '# heading',
    '```',
    '👨‍👩‍👧 🇨🇭',
    '',
    '  ',
    '\t',
    '"quoted" \\n',
    'a|b',
    '\r',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const text = fc.oneof(
  fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n')),
  fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\r\n')),
  fc.tuple(line, fc.integer({ min: 1, max: 400 })).map(([each, times]) => `${each} `.repeat(times)),
)
/** Obviously of nobody, and still to be masked. */
const secret = fc.constantFrom('ghp_0123456789abcdefABCDEF0123456789abcd', 'password = "Xk29vLq8Zt41mWpe"')
const words = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 1, arbitrary: fc.tuple(text, secret, text).map((all) => all.join(' ')) },
)

const piece: fc.Arbitrary<DraftBlock> = fc.oneof(
  words.map((each) => ({ kind: 'text' as const, text: each })),
  words.map((each) => ({ kind: 'thinking' as const, text: each })),
  words.map((each) => ({ kind: 'result' as const, text: each, call: 'c1' })),
  fc.tuple(line, words).map(([name, each]) => ({ kind: 'attachment' as const, name, text: each })),
  fc.tuple(line, fc.dictionary(fc.string({ maxLength: 5 }), words)).map(([tool, args]) => ({
    kind: 'call' as const,
    tool,
    args,
    files: [{ path: '/src/tide.ts', isEdited: true }],
  })),
)

export const anyConversation: fc.Arbitrary<DraftConversation> = fc
  .array(
    fc.record(
      {
        role: fc.constantFrom('user' as const, 'assistant' as const, 'system' as const, 'tool' as const),
        at: fc.oneof(fc.integer({ min: 0, max: 2e12 }), fc.double()),
        pieces: fc.array(piece, { maxLength: 4 }),
      },
      { requiredKeys: ['role', 'pieces'] },
    ),
    { maxLength: 6 },
  )
  .map((messages) =>
    conversation(
      'c',
      messages.map((each, at) => ({ id: `m${at}`, ...each })),
    ),
  )
