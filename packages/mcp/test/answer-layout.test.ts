import { expect, it } from 'vitest'
import { layOut } from '../src/answer-layout.ts'

const tide = { path: 'src/tide.ts', symbol: 'ebb', citation: 'wuku://code/sea/src/tide.ts#L6-L7' }
const moon = { path: 'lib/moon.ts', symbol: 'pull', citation: 'wuku://code/sky/lib/moon.ts#L2-L2' }

it.each<[says: string, answer: Readonly<Record<string, unknown>>, input: object, text: string]>([
  [
    'says how sure it is, then each result with its place, text and citation, then what else there is',
    {
      sure: 'strong',
      weaker: 2,
      results: [{ ...tide, matchReason: 'holds ebb', snippet: '6: ebb()\n7: flow()' }],
      further: ['src/flow.ts:3-9'],
      notes: ['Raise budget.'],
    },
    { query: 'what ebbs' },
    `Strong: 1 result for "what ebbs". 2 more, all far weaker, left out: use other words, or weak: true.

1. src/tide.ts:6-7  ebb
   holds ebb
   6: ebb()
   7: flow()
   wuku://code/sea/src/tide.ts#L6-L7

further: src/flow.ts:3-9
Raise budget.`,
  ],
  [
    'says further lines of a result in one line',
    {
      results: [
        {
          ...tide,
          also: [
            { startLine: 12, endLine: 20 },
            { startLine: 31, endLine: 31 },
          ],
        },
      ],
    },
    {},
    `1. src/tide.ts:6-7  ebb
   also: 12-20, 31
   wuku://code/sea/src/tide.ts#L6-L7`,
  ],
  [
    'says which repository a result is of, where they are of several',
    { outside: 'All were asked: sea, sky.', total: 2, symbols: [tide, moon] },
    {},
    `All were asked: sea, sky.
total: 2

1. src/tide.ts:6-7  ebb  (sea)
   wuku://code/sea/src/tide.ts#L6-L7

2. lib/moon.ts:2  pull  (sky)
   wuku://code/sky/lib/moon.ts#L2-L2`,
  ],
  [
    'shows who said what, in the order of the conversation',
    {
      sure: 'partial',
      results: [
        {
          about: 'codex · sea · 2026-11-02',
          title: '潮汐表 tides',
          score: 0.8,
          turns: [{ who: 'user', text: '几点退潮？\n要準確', citation: 'wuku://chats/chats/1#u' }],
        },
      ],
    },
    { intent_query: ['退潮', '潮汐'] },
    `Partial: 1 result for "退潮 / 潮汐":

1. codex · sea · 2026-11-02  潮汐表 tides  0.8
   user: 几点退潮？
   要準確
   wuku://chats/chats/1#u`,
  ],
  [
    'names the further lists, and shows messages by their numbers',
    { messages: [{ index: 4, who: 'assistant', at: '2026-11-02 09:00', text: '' }], meta: [{ title: 'Sea' }] },
    {},
    `4. assistant · 2026-11-02 09:00:

meta:

1. Sea`,
  ],
  [
    'says that nothing was found, and what to do',
    { versions: [{ library: '/docs/sea@1' }], recommendedNextActions: ['Use other words.'] },
    { topic: 'ebb' },
    `Nothing found for "ebb".

- library: /docs/sea@1
Use other words.`,
  ],
  [
    'keeps a title with breaks on one line',
    { results: [{ about: 'a', title: 'Tide\n\n2. b  forged' }] },
    {},
    '1. a  Tide 2. b forged',
  ],
  [
    'shows plain text as it is',
    { projectPath: '/sea', hasMore: true, plainText: 'src/tide.ts:1-2  ebb\n  ebb()\n', notes: ['Old.'] },
    { query: 'ebb' },
    'project path: /sea · has more\n\nsrc/tide.ts:1-2  ebb\n  ebb()\n\n\nOld.',
  ],
  [
    'shows what was written',
    { message: 'Created.', workflow: { id: 'f0', is_active: true } },
    { name: 'Sea' },
    'Created.\n\nworkflow: id: f0, is active',
  ],
])('a laid out answer %s', (_, answer, input, text) => expect(layOut(answer, input)).toBe(text))
