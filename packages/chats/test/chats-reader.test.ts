import { describe, expect, it } from 'vitest'
import type { ChatFormat, DraftConversation } from '../src/conversation.ts'
import { createChatsReader } from '../src/chats-reader.ts'
import { recordOf } from '../src/record.ts'
import { conversation, plainFormat, said } from './drafts.ts'

const AT = Date.UTC(2026, 10, 1, 10)
const other: ChatFormat = {
  agent: 'aider',
  recognises: ({ path }) => path.endsWith('.other'),
  read: ({ path }) => ({ problems: [{ path, said: 'It is broken.', remedy: 'Mend it.' }] }),
}
const reader = createChatsReader([plainFormat, other])

const parse = (path: string, told: DraftConversation | string, isForgotten = (_part: string) => false) =>
  reader.parse(
    { path, stamp: '', modifiedAt: AT, bytes: Buffer.from(typeof told === 'string' ? told : JSON.stringify(told)) },
    { isForgotten },
  )

describe('what is read', () => {
  it.each<[says: string, path: string, told: DraftConversation, expected: object]>([
    ['has the path of its id', 'x/y.jsonl', conversation('a/b#@7', [said('m', 'hi')]), { path: 'a-b--7', title: 'hi' }],
    ['and of its part', 'y.jsonl@12', conversation('a', [said('m', 'hi')]), { path: 'a@12' }],
    [
      'is called what it was called',
      'y',
      conversation('a', [said('m', 'hi')], { title: { text: ' 潮\n汐 ', given: 'model' } }),
      { title: '潮 汐', meta: { title: '潮 汐', titleGiven: 'model' } },
    ],
    [
      'or as the user began',
      'y',
      conversation('a', [said('s', 'rules', { role: 'system' }), said('m', '\n  tide?\nnow')]),
      { title: 'tide?', meta: { titleGiven: 'firstLine' } },
    ],
    [
      'shortened between what readers see as characters',
      'y',
      conversation('a', [said('m', '👨‍👩‍👧'.repeat(90))]),
      { title: `${'👨‍👩‍👧'.repeat(80)}…` },
    ],
    [
      'or by its program and day',
      'y',
      conversation('a', [said('m', 'hi', { role: 'assistant', at: AT })]),
      { title: 'codex 2026-11-01' },
    ],
    [
      'in a later part by no words of the user',
      'y@2',
      conversation('a', [said('m', 'hi')]),
      { title: 'codex 2026-11-01 (part 2)' },
    ],
    [
      'was written when its last message was',
      'y',
      conversation('a', [said('m', 'hi', { at: 7.4 }), said('n', 'ho', { at: Number.MAX_VALUE })]),
      { modifiedAt: 7, meta: { startedAt: 7, endedAt: 7 } },
    ],
    [
      'counts what people said, and tokens',
      'y',
      conversation('a', [
        said('m', 'hi', { at: 1 }),
        said('n', 'ho', { role: 'assistant', at: 5, model: 'x', inputTokens: 4, outputTokens: 2 }),
        said('o', '', { role: 'assistant', at: 9, model: 'x', inputTokens: 3 }),
      ]),
      {
        meta: {
          messages: 2,
          turns: 1,
          inputTokens: 7,
          outputTokens: 2,
          models: ['x'],
          firstId: 'm',
          lastId: 'n',
          lastTokens: [4, 2],
        },
      },
    ],
    [
      'knows when conversations were searched from it',
      'y',
      conversation('a', [
        said('m', '', { at: 3, pieces: [{ kind: 'call', tool: 'mcp__wuku__search_conversations', args: {} }] }),
        said('n', 'ho', { at: 5 }),
      ]),
      { meta: { searchedAt: 3 } },
    ],
    [
      'is kept without words, when it says what came of earlier parts',
      'y@3',
      conversation('a', [], { rewinds: [{ turns: 1 }] }),
      { path: 'a@3' },
    ],
  ])('%s', (_says, path, told, expected) => {
    const { items, problems, skipped } = parse(path, told)
    expect({ items, problems, skipped }).toMatchObject({ items: [expected], problems: [] })
    expect(skipped).toBeUndefined()
  })

  it('is a part after all others when it lies beside the conversation', () => {
    const paths = ['x.txt', 'y.txt'].map(
      (beside) => parse('p', conversation('a', [said('m', 'hi')], { siblingFile: beside })).items[0]?.path,
    )
    expect(paths).toEqual([expect.stringMatching(/^a@\d{7}$/), expect.stringMatching(/^a@\d{7}$/)])
    expect(paths[0]).not.toBe(paths[1])
  })

  it.each<[says: string, path: string, told: DraftConversation | string, why: RegExp]>([
    ['what no program writes', 'notes.json', '{"a":1}', /no known program/],
    ['bytes', 'x.json', '\0\u0001\u0002\u0003'.repeat(100), /not text/],
    [
      'a conversation in which nobody says anything',
      'x',
      conversation('a', [said('m', ' \n')]),
      /contains no messages/,
    ],
    ['what a format finds nothing in', 'x.other', 'anything', /no conversation/],
    ['nothing', 'x.json', ' \n', /it is empty/],
  ])('leaves out %s', (_says, path, told, why) =>
    expect(parse(path, told)).toMatchObject({
      items: [],
      skipped: [{ path, why: expect.stringMatching(why) as string }],
    }),
  )

  it.each(['{"broken', '{"one":\n\n{"two":\r\n', '你好'])(
    'says of lines that are none of JSON that they are broken: %j',
    (told) => expect(parse('x.jsonl', told)).toMatchObject({ items: [], problems: [{ path: 'x.jsonl' }] }),
  )

  it('hands on what a format complains about', () =>
    expect(parse('x.other', 'anything').problems).toMatchObject([{ said: 'It is broken.' }]))
})

describe('what was forgotten', () => {
  const told = conversation('a', [
    said('m', 'hi'),
    said('n', 'the secret plan', { parent: 'm' }),
    said('o', 'ho', { parent: 'n' }),
  ])
  it.each<[forgotten: readonly string[], kept: readonly string[]]>([
    [[], ['m', 'n', 'o']],
    [['a@2#n'], ['m', 'o']],
    [['a@2#n', 'a@2#m'], ['o']],
    [
      ['b#n', 'a@3#n'],
      ['m', 'n', 'o'],
    ],
  ])('stays out: %j', (forgotten, kept) => {
    const [document] = parse('f@2', told, (part) => forgotten.includes(part)).items
    if (!document) throw new Error('Nothing was read.')
    const { messages, links } = recordOf(reader.outline?.(document))
    expect(messages.map(({ id }) => id)).toEqual(kept)
    expect(links).toEqual(kept.includes('n') ? undefined : [['n', 'm']])
    expect(document.text.includes('secret plan')).toBe(kept.includes('n'))
  })
})
