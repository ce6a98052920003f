import { describe, expect, it } from 'vitest'
import type { DraftConversation } from '../../src/conversation.ts'
import { timeline } from '../../src/operations/index.ts'
import type { TimelineOutput } from '../../src/timeline/timeline-shapes.ts'
import { openChats, type Answer } from '../chats-house.ts'
import { conversation, said } from '../drafts.ts'

/** The house stands at the first of November 2026, midnight in UTC. */
const at = (day: number, hour: number, minute = 0): number => Date.UTC(2026, 9, day, hour, minute)
const edit = { kind: 'call', tool: 'Edit', args: {}, files: [{ path: '/shop/cart.ts', isEdited: true }] } as const

const cart = conversation(
  'cart-0001',
  [
    said('u1', '  Why is the\ncart empty? ', { at: at(28, 9) }),
    said('a1', '', { role: 'assistant', at: at(28, 9, 1), pieces: [edit] }),
    said('u2', '继续', { at: at(29, 1) }),
    said('x2', 'taken back', { at: at(30, 1), isInactive: true }),
  ],
  { project: '/shop', title: { text: '购物车 cart', given: 'person' } },
)
const talk = conversation('talk-0002', [said('u1', 'Hello', { at: at(28, 8) })], { agent: 'codex' })
const shop = conversation('shop-0003', [said('u1', 'Prices', { at: at(28, 20) })], { project: '/shop' })
const robot = conversation('robot-004', [said('u1', 'Nightly', { at: at(28, 3) })], { isAutomated: true })
const helper = conversation('helper-05', [said('u1', 'Look', { at: at(28, 4) })], {
  parent: { id: 'cart-0001', as: 'subagent' },
})
const all = { 'a.jsonl': cart, 'b.jsonl': talk, 'c.jsonl': shop, 'd.jsonl': robot, 'e.jsonl': helper }

async function ask(given: Answer, drafts: Readonly<Record<string, DraftConversation>> = all): Promise<TimelineOutput> {
  const opened = openChats()
  await opened.add(drafts)
  return opened.call(timeline, given)
}

/** `day: project id from-turns ...` */
const outline = ({ days }: TimelineOutput): readonly string[] =>
  days.map(({ day, projects }) =>
    [
      `${day}:`,
      ...projects.flatMap(({ project, conversations }) =>
        conversations.map(({ chatId, turns }) => `${project ?? '-'} ${chatId} ${turns}`),
      ),
    ].join(' | '),
  )

describe('a timeline', () => {
  const whole = [
    '2026-10-29: | /shop cart-0001 1',
    '2026-10-28: | - talk-0002 1 | /shop cart-0001 1 | /shop shop-0003 1',
  ]
  it.each<[says: string, given: Answer, expected: readonly string[]]>([
    ['newest day first, each project as it was begun', {}, whole],
    ['one day', { day: '2026-10-29' }, ['2026-10-29: | /shop cart-0001 1']],
    ['a day by a word', { date: '前天' }, []],
    [
      'by the clock of China',
      { utc_offset_minutes: 480, day: '2026-10-29' },
      ['2026-10-29: | /shop shop-0003 1 | /shop cart-0001 1'],
    ],
    ['since', { since: '2026-10-29' }, ['2026-10-29: | /shop cart-0001 1']],
    ['until', { until: '2026-10-27' }, []],
    [
      'a window',
      { time_window: { start: at(28, 7), end: at(28, 9) } },
      ['2026-10-28: | - talk-0002 1 | /shop cart-0001 1'],
    ],
    ['of the last week', { timeWindow: '7d' }, whole],
    ['a project', { project: 'shop', until: '2026-10-28' }, ['2026-10-28: | /shop cart-0001 1 | /shop shop-0003 1']],
    ['an agent', { agent: 'aider' }, []],
    [
      'with what nobody sat at',
      { include_automated: true, until: '2026-10-28', limit: 3 },
      ['2026-10-28: | - robot-004 1 | - helper-05 1 | - talk-0002 1'],
    ],
  ])('tells %s', async (_says, given, expected) => expect(outline(await ask(given))).toEqual(expected))

  it('tells of each conversation what happened on that day', async () => {
    const { days } = await ask({ project: '/shop' })
    const [thursday, wednesday] = days.map(({ projects }) => projects[0]?.conversations[0])
    expect(wednesday).toEqual({
      chatId: 'cart-0001',
      title: '购物车 cart',
      agent: 'codex',
      timeRange: { from: at(28, 9), to: at(28, 9, 1) },
      messages: 2,
      turns: 1,
      firstQuestion: 'Why is the cart empty?',
      files: ['/shop/cart.ts'],
      citation: 'wuku://chats/agents/cart-0001#u1',
    })
    expect(thursday).toMatchObject({ firstQuestion: '继续', citation: 'wuku://chats/agents/cart-0001#u2' })
  })

  it.each(['潮汐 ', '👨‍👩‍👧', 'tide\r\n'])('shortens long questions of %j between characters', async (unit) => {
    const long = conversation('long-0001', [said('u1', unit.repeat(5_000), { at: at(28, 9) })])
    const answer = await ask({}, { 'a.jsonl': long })
    const question = answer.days[0]?.projects[0]?.conversations[0]?.firstQuestion ?? ''
    expect(question).toMatch(/…$/)
    expect(question.length).toBeLessThanOrEqual(161)
    expect(unit.replaceAll(/\s+/g, ' ').repeat(300).startsWith(question.slice(0, -1))).toBe(true)
  })

  it('takes messages without a time as said after the one before', async () => {
    const untimed = conversation('none-0001', [said('u1', 'one'), said('u2', 'two')], { startedAt: at(28, 9) })
    expect(outline(await ask({}, { 'a.jsonl': untimed }))).toEqual(['2026-10-28: | - none-0001 2'])
  })

  it.each([{ limit: 3 }, { budget: 300 }])('comes in pages with %j, each stretch once', async (bounds) => {
    const opened = openChats()
    const many = Array.from({ length: 20 }, (_, nth) =>
      conversation(
        `many-${String(nth).padStart(4, '0')}`,
        [said('u1', 'begun', { at: at(20 + (nth % 3), nth) }), said('u2', 'ended', { at: at(23 + (nth % 2), nth) })],
        { project: nth % 2 === 0 ? '/even' : '/odd' },
      ),
    )
    await opened.add(Object.fromEntries(many.map((each) => [`${each.id}.jsonl`, each])))
    const seen: string[] = []
    let cursor: string | null | undefined
    let left = Infinity
    while (cursor !== null) {
      const page: TimelineOutput = await opened.call(timeline, { ...bounds, ...(cursor !== undefined && { cursor }) })
      for (const { day, projects } of page.days)
        for (const { conversations } of projects) seen.push(...conversations.map(({ chatId }) => `${day} ${chatId}`))
      expect(page.left_out).toBeLessThanOrEqual(left)
      left = page.left_out
      cursor = page.cursor
    }
    const unbounded = await opened.call<TimelineOutput>(timeline, { limit: 200, budget: 100_000 })
    const expected = unbounded.days.flatMap(({ day, projects }) =>
      projects.flatMap(({ conversations }) => conversations.map(({ chatId }) => `${day} ${chatId}`)),
    )
    expect(seen).toEqual(expected)
    expect(new Set(seen).size).toBe(40)
    expect(left).toBe(0)
  })

  it.each<[given: Answer, words: RegExp]>([
    [{ day: 'Tuesday' }, /2026-11-20/],
    [{ since: '2026-10-29', until: '2026-10-28' }, /since/],
    [{ cursor: 'next' }, /cursor/],
    [{ cursor: '2026-99-99.1' }, /cursor/],
  ])('refuses %j', async (given, words) => {
    const error = await openChats().refusal(timeline, given)
    expect(error.code).toBe('bad-input')
    expect(`${error.message} ${error.remedy}`).toMatch(words)
  })
})
