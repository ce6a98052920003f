import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DraftConversation } from '../../src/conversation.ts'
import { conversationStats } from '../../src/operations/index.ts'
import type { Group, StatsOutput } from '../../src/stats/stats-shapes.ts'
import { openChats, type Answer } from '../chats-house.ts'
import { conversation, said } from '../drafts.ts'
import { runs } from '../../../../test/scale.ts'

const at = (day: number, hour: number, minute = 0): number => Date.UTC(2026, 9, day, hour, minute)
const answer = (id: string, when: number, model: string) =>
  said(id, 'Yes.', { role: 'assistant', at: when, model, inputTokens: 100, outputTokens: 10 })

const cart = conversation(
  'cart-0001',
  [
    said('u1', 'Why?', { at: at(28, 23, 50) }),
    answer('a1', at(28, 23, 53), 'sonnet'),
    said('u2', '继续', { at: at(29, 0, 10) }),
    answer('a2', at(29, 0, 12), 'opus'),
    said('x', 'taken back', { at: at(29, 0, 13), isInactive: true }),
  ],
  { project: '/shop' },
)
const talk = conversation('talk-0002', [said('u1', 'Hello', { at: at(20, 8) })])
const all = { 'a.jsonl': cart, 'b.jsonl': talk }

async function ask(given: Answer, drafts: Readonly<Record<string, DraftConversation>> = all): Promise<StatsOutput> {
  const opened = openChats()
  await opened.add(drafts)
  return opened.call(conversationStats, given)
}

/** `[key, conversations, messages, turns, tokens in, tokens out, seconds]` */
const row = (group: Group): readonly unknown[] => {
  const { conversations, messages, turns, inputTokens, outputTokens, activeSeconds, ...key } = group
  return [Object.values(key).join(' '), conversations, messages, turns, inputTokens, outputTokens, activeSeconds]
}

describe('counts', () => {
  it.each<[given: Answer, expected: readonly (readonly unknown[])[]]>([
    [{}, [['codex', 2, 6, 4, 200, 20, 360]]],
    [
      { group_by: ['model'] },
      [
        ['opus', 1, 3, 2, 100, 10, 180],
        ['sonnet', 1, 2, 1, 100, 10, 180],
        ['', 1, 1, 1, 0, 0, 0],
      ],
    ],
    [
      { by: ['project'] },
      [
        ['/shop', 1, 5, 3, 200, 20, 360],
        ['', 1, 1, 1, 0, 0, 0],
      ],
    ],
    [
      { groupBy: ['day'] },
      [
        ['2026-10-29', 1, 3, 2, 100, 10, 180],
        ['2026-10-28', 1, 2, 1, 100, 10, 180],
        ['2026-10-20', 1, 1, 1, 0, 0, 0],
      ],
    ],
    [
      { group_by: ['day'], utc_offset_minutes: 480 },
      [
        ['2026-10-29', 1, 5, 3, 200, 20, 360],
        ['2026-10-20', 1, 1, 1, 0, 0, 0],
      ],
    ],
    [
      { group_by: ['week', 'agent'] },
      [
        ['2026-W44 codex', 1, 5, 3, 200, 20, 360],
        ['2026-W43 codex', 1, 1, 1, 0, 0, 0],
      ],
    ],
    [{ group_by: ['month', 'month'] }, [['2026-10', 2, 6, 4, 200, 20, 360]]],
    [{ group_by: ['agent'], project: 'shop' }, [['codex', 1, 5, 3, 200, 20, 360]]],
    [{ since: '2026-10-29' }, [['codex', 1, 3, 2, 100, 10, 180]]],
    [{ agent: 'aider' }, []],
  ])('%j', async (given, expected) => expect((await ask(given)).groups.map(row)).toEqual(expected))

  it('gives what no group shows in the totals', async () =>
    expect(await ask({ group_by: ['day'], limit: 1 })).toMatchObject({
      groups: [{ day: '2026-10-29' }],
      totals: { conversations: 2, messages: 6, turns: 4, inputTokens: 200, outputTokens: 20, activeSeconds: 360 },
      groups_left_out: 2,
      reckoned: 0,
      notes: [],
    }))

  it('counts anew what has changed', async () => {
    const opened = openChats()
    await opened.add({ 'a.jsonl': talk })
    const before = await opened.call<StatsOutput>(conversationStats, {})
    await opened.add({ 'a.jsonl': { ...talk, messages: [...talk.messages, answer('a1', at(20, 8, 1), 'opus')] } })
    const after = await opened.call<StatsOutput>(conversationStats, {})
    expect([before, after].map(({ totals }) => totals.messages)).toEqual([1, 2])
  })

  it.each([{ group_by: ['role'] }, { group_by: [] }, { group_by: ['day', 'agent', 'model'] }])(
    'refuses %j',
    async (given) => expect((await openChats().refusal(conversationStats, given)).code).toBe('bad-input'),
  )
})

it('every grouping comes to the same sums', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(
          fc.record({ hours: fc.integer({ min: 0, max: 60 * 24 }), model: fc.constantFrom('m', 'n', undefined) }),
          {
            minLength: 1,
            maxLength: 6,
          },
        ),
        { minLength: 1, maxLength: 4 },
      ),
      fc.integer({ min: -900, max: 900 }),
      async (chats, offset) => {
        const opened = openChats()
        for (const [nth, lines] of chats.entries()) {
          const messages = lines.map(({ hours, model }, line) =>
            said(`m${line}`, 'a', {
              at: at(1, 0) + hours * 3_600_000,
              inputTokens: line,
              ...(model !== undefined && { model }),
            }),
          )
          await opened.add({ [`${nth}.jsonl`]: conversation(`chat-000${nth}`, messages) })
        }
        for (const by of ['agent', 'model', 'project', 'day', 'week', 'month']) {
          const given = { group_by: [by], utc_offset_minutes: offset, limit: 500 }
          const { groups, totals } = await opened.call<StatsOutput>(conversationStats, given)
          const sum = (key: 'messages' | 'turns' | 'inputTokens') =>
            groups.reduce((before, each) => before + each[key], 0)
          expect([sum('messages'), sum('turns'), sum('inputTokens')]).toEqual([
            totals.messages,
            totals.turns,
            totals.inputTokens,
          ])
          expect(totals.messages).toBe(chats.flat().length)
        }
      },
    ),
    { numRuns: runs(30) },
  ))
