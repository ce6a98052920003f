import { expect, it } from 'vitest'
import type { FormatInput } from '../../src/conversation.ts'
import { aider } from '../../src/formats/aider.ts'
import { outlineOf, pieceOf, readWhole } from './read-piece.ts'

const item = 'work/webhook/.aider.chat.history.md/2026-06-09T14-01-00'
const run = (text: string, more: Partial<FormatInput> = {}) =>
  readWhole(aider, pieceOf(item, `\n# aider chat started at 2026-06-09 14:01:00\n\n${text}`, more))

const check = (text: string, expected: readonly string[]): void => expect(outlineOf(run(text))).toEqual(expected)

it('tells the user, the answer and what Aider did apart', () =>
  check(
    [
      '> Aider v0.86.1  ',
      '> Main model: example-large with diff edit format  ',
      '',
      '#### add a retry to the webhook  ',
      '',
      "I'll add exponential backoff.",
      '',
      '> Tokens: 2.1k sent, 315 received. Cost: $0.01 message, $0.02 session.  ',
      '> Applied edit to src/webhook.py  ',
      '> Did not apply edit to src/skip.py (--dry-run)  ',
    ].join('\n'),
    [
      'tool: = Aider v0.86.1\nMain model: example-large with diff edit format',
      'user: add a retry to the webhook',
      "assistant: I'll add exponential backoff. | edit(*src/webhook.py) | = Tokens: 2.1k sent, 315 received. Cost: $0.01 message, $0.02 session.\nApplied edit to src/webhook.py\nDid not apply edit to src/skip.py (--dry-run)",
    ],
  ))

it('makes one message of the lines that a user typed at once', () =>
  check('#### 重试三次  \n####   \n#### 并写测试 👩‍👩‍👧  \n\n好的。\n\n#### next  \n\n#### and this  \n', [
    'user: 重试三次\n\n并写测试 👩‍👩‍👧',
    'assistant: 好的。',
    'user: next',
    'user: and this',
  ]))

it('takes once what was asked with a command', () =>
  check('#### /ask 为什么?  \n\n####  为什么?  \n\n因为。\n\n#### /run ls  \n\n#### again  \n\n#### again  \n', [
    'user: /ask 为什么?',
    'assistant: 因为。',
    'user: /run ls',
    'user: again',
    'user: again',
  ]))

it('takes what it suggests after a failed command as the failure of that command', () =>
  check("#### /run npm test  \n> Added 3 lines of output to the chat.  \n\n#### What's wrong? Fix  \n\nI look.\n", [
    'user: /run npm test',
    'tool: ! Added 3 lines of output to the chat.',
    "user: What's wrong? Fix",
    'assistant: I look.',
  ]))

it('knows the model, as older versions call it too', () =>
  expect(
    run('> Models: example-large with diff edit format, weak model example-small  \n\n#### a  \n\nA\n').messages,
  ).toMatchObject([{ role: 'tool' }, { role: 'user' }, { role: 'assistant', model: 'example-large' }]))

it('leaves headings and quotations of an answer to it', () =>
  check('#### how?  \n\nSo:\n\n#### Step 1\nWrap it.\n\n> a quotation\n\nDone.\n\n> Applied edit to a.py  \n', [
    'user: how?',
    'assistant: So:\n\n#### Step 1\nWrap it.\n\n> a quotation\n\nDone. | edit(*a.py) | = Applied edit to a.py',
  ]))

it('reads a history that lost its spaces, and one with CRLF', () => {
  check('#### add it\nDone.\n> Applied edit to a.py\n', [
    'user: add it',
    'assistant: Done. | edit(*a.py) | = Applied edit to a.py',
  ])
  check('#### add it  \r\n\r\nDone.\r\n', ['user: add it', 'assistant: Done.'])
})

it('knows files that were added without being edited', () =>
  check('#### /add src/数据.py  \n> Added src/数据.py to the chat.  \n> Added 3 files to the chat.  \n', [
    'user: /add src/数据.py',
    'tool: add(src/数据.py) | = Added src/数据.py to the chat.\nAdded 3 files to the chat.',
  ]))

it('is called by its time and folder, and begins when its header says', () => {
  const { id, startedAt, project, messages } = run(
    '> Model: m-1 with whole edit format  \n\n#### a  \n\nb\n\n> Tokens: 12k sent, 1.2k cache hit, 1,300 received.  \n',
    {
      projectRoot: '/home/ada/work/webhook',
    },
  )
  expect({ id, startedAt, project }).toEqual({
    id: '2026-06-09T14-01-00-webhook',
    startedAt: Date.parse('2026-06-09T14:01:00Z'),
    project: '/home/ada/work/webhook',
  })
  expect(messages.map((message) => message.id)).toEqual(['1', '2', '3'])
  expect(messages[2]).toMatchObject({ model: 'm-1', inputTokens: 12_000, outputTokens: 1_300 })
})

it('leaves out a run in which nothing was said', () =>
  expect(aider.read(pieceOf(item, '# aider chat started at 2026-06-09 14:01:00\n\n'))).toEqual({ problems: [] }))
