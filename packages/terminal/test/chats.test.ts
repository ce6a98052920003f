import { describe, expect, it } from 'vitest'
import { chatsCommand } from '../src/chats/chats-command.ts'
import { localMinute } from '@wuku/chats/chat-layout'
import { displayWidth } from '@wuku/text/show/width'
import { runLine, type Ran, type RunOptions } from './shell-house.ts'
import { openChats, type Told } from '../../chats/test/search/chats-house.ts'

const cart = '7f3c9a12-0000-4000-8000-000000000001'
const tide = '019a1b2c-3d4e-7000-8000-000000000002'
const told: readonly Told[] = [
  {
    id: cart,
    title: '购物车 cart 为什么是空的',
    age: 1,
    project: '/home/ada/shop',
    agent: 'claude-code',
    said: [
      'user: Why is the [31mcart empty?',
      {
        role: 'assistant',
        inputTokens: 1_234,
        pieces: [
          { kind: 'thinking', text: 'Perhaps the prices.' },
          { kind: 'text', text: '因为价格缺失。' },
          {
            kind: 'call',
            tool: 'Edit',
            args: { path: 'src/cart.ts' },
            files: [{ path: 'src/cart.ts', isEdited: true }],
          },
          { kind: 'result', tool: 'Edit', text: 'line one\nline two' },
        ],
      },
    ],
  },
  { id: tide, title: 'Tides', age: 3, agent: 'chatwise', said: ['user: When is high water?', 'assistant: At noon.'] },
]

const run = async (line: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  runLine(chatsCommand, line, (await openChats(told)).engine, options)

describe('wuku chats', () => {
  it.each<[line: readonly string[], ...words: string[]]>([
    [[], '7f3c9a12  购物车 cart 为什么是空的', '019a1b2c-3d4e  Tides', 'claude-code · shop · ', '2 conversations.'],
    [['list', '--agent', 'chatwise'], 'Tides', '1 conversation.'],
    [['list', '--since', 'yesterday'], '购物车', '1 conversation.'],
    [['search', '价格'], '购物车', '1 hit', 'assistant: 因为价格缺失。'],
    [['search', 'zebra'], 'No conversation found.', '--fuzzy'],
    [
      ['show', '7f3c9a12'],
      `${cart}\n`,
      '/home/ada/shop',
      '#1  user',
      '因为价格缺失。',
      '  ⚙ Edit {"path":"src/cart.ts"}',
      '  ↳ line one line two',
    ],
    [
      ['show', '7f3c9a12', '--tools', '--thinking'],
      '    Perhaps the prices.',
      '  ⚙ Edit\n    {',
      '    line one\n    line two',
    ],
    [['export', '7f3c9a12'], '# 购物车 cart 为什么是空的\n', '## User · '],
    [['export', tide, '7f3c9a', '--format', 'pairs'], '"At noon."', '因为价格缺失。'],
    [['resume', '7f3c9a12'], `cd /home/ada/shop && claude --resume ${cart}\n`, 'folder'],
    [
      ['timeline'],
      '  /home/ada/shop\n',
      '购物车 cart 为什么是空的  7f3c9a12',
      '› Why is the ',
      'edited cart.ts',
      '(no project)',
    ],
    [['timeline', '2020-01-01'], 'No conversations in this period'],
    [['stats'], 'claude-code      1         2      1      1,234    0', 'all'],
    [['stats', '--by', 'project,month'], 'shop · 2026-10', '(none) · 2026-10'],
    [['files', 'cart.ts', '--edited'], '7f3c9a12', 'edited 1×, read 0× · Edit', 'src/cart.ts'],
    [['files', 'zebra.ts'], 'No tool call named this file. Try a shorter end of the path; `wuku chats search'],
  ])('%j', async (line, ...words) => {
    const { outcome, out, err } = await run(line)
    for (const word of words) expect(out).toContain(word)
    expect(err).toBe('')
    expect(out).not.toContain('\u001b')
    expect(outcome).toBe('done')
  })

  it.each([[], ['search', '价格'], ['timeline'], ['files', 'cart.ts'], ['show', cart, '--tools']])(
    '%j... keeps within a narrow window',
    async (...line) => {
      const { out } = await run(line, { columns: 44 })
      const lines = out.split('\n').filter((text) => !/More|Further|To read/.test(text))
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(44)
    },
  )

  it.each<[line: readonly string[], answer: object]>([
    [[], { topChatIds: [cart, tide] }],
    [['search', '价格'], { results: [{ chatId: cart }] }],
    [['show', tide], { chat: { id: tide }, messages: [{ index: 1 }, { index: 2 }] }],
    [
      ['export', tide, '--format', 'json'],
      { format: 'json', chatIds: [tide], content: expect.stringMatching(/^\[\n\{/) },
    ],
    [['resume', cart], { command: `claude --resume ${cart}`, cwd: '/home/ada/shop' }],
    [['timeline'], { total: 2, days: expect.any(Array) }],
    [['stats', '--by', 'model'], { totals: { conversations: 2 } }],
    [['files', 'cart.ts'], { results: [{ chatId: cart }] }],
  ])('%j answers as one line of JSON', async (line, answer) => {
    const { out } = await run([...line, '--json'], { isTerminal: false })
    expect(out.trim().split('\n')).toHaveLength(1)
    expect(JSON.parse(out)).toMatchObject(answer)
  })

  it('writes to a file what is exported, without what commands a terminal', async () => {
    const { out } = await run(['export', cart, '--format', 'jsonl'], { isTerminal: false })
    expect(JSON.parse(out)).toMatchObject({ messages: [{ content: 'Why is the [31mcart empty?' }, {}] })
  })

  it('fails when not all can be exported, or there is no way to go on', async () => {
    expect(await run(['export', tide, 'nobody-1'])).toMatchObject({
      outcome: 'failed',
      err: expect.stringContaining('nobody-1'),
    })
    expect(await run(['resume', tide])).toMatchObject({ outcome: 'failed', out: expect.stringContaining('ChatWise') })
  })

  it.each<[line: readonly string[], words: RegExp]>([
    [['serach'], /wuku chats search/],
    [['7f3c9a12'], /wuku chats show 7f3c9a12/],
    [['show'], /needs an id/],
    [['files'], /needs a path[^]*wuku chats files src/],
    [['show', 'a', 'b'], /Unexpected argument/],
    [['list', 'a'], /Unexpected argument/],
    [['stats', '--edited'], /no flag --edited/],
    [['stats', '--by', 'colour'], /group_by/],
    [['export', cart, '--format', 'pdf'], /format/],
    [['timeline', 'Tuesday'], /2026-11-20/],
    [['search'], /needs words/],
  ])('%j is refused', async (line, words) => {
    const error = await run(line).catch((thrown: unknown) => thrown)
    const { message, remedy } = error as { message: string; remedy: string }
    expect(`${message} ${remedy}`).toMatch(words)
  })
})

it('a time is that of the clock on the wall', () => {
  const [year, month, day] = [2026, 11, 1]
  expect(localMinute(new Date(year, month - 1, day, 9, 5).getTime())).toBe('2026-11-01 09:05')
})

it('fails for nothing found, where it was asked to', async () => {
  expect((await run(['search', 'zebra', '--fail-empty'])).outcome).toBe('failed')
  expect((await run(['search', 'zebra'])).outcome).toBe('done')
  expect((await run(['search', '价格', '--fail-empty'])).outcome).toBe('done')
})
