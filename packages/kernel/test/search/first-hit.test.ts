import { describe, expect, it } from 'vitest'
import { engineWith } from './engine-with.ts'

const many = (count: number, text: (at: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`filler-${at}.md`, text(at)]))

const engine = await engineWith({
  notes: {
    ...many(
      220,
      (at) => `# Day ${at}\n\nA day${at < 10 ? ' with a bridge and a plan. 桥梁 的 计划。' : ' like others.'}\n`,
    ),
    'report.md': '# Bridge plan\n\nThe bridge and its plan: bridge plan, plan of the bridge. 桥梁计划，桥梁的计划。\n',
    'fis.md': `# Winter\n\n${'Snow, slopes and jumps are told of at length here. '.repeat(12)}The FIS once sent its people.\n`,
    'page.md': `# Letters\n\n${'Words of friends and of neighbours are kept. '.repeat(12)}Room 1169 has the box.\n`,
    'sleep.md': '# Waits\n\nsleep 10\n',
    'sleeping.md': '# Sleep\n\nSleep, sleep and more sleep; sleep 10 hours, sleep 10 nights, 10 times sleep 10.\n',
    'girl.md': '# 杂谈\n\n妹子是什么意思\n',
    'girls.md': '# 妹子\n\n妹子是方言，妹子的意思很多，妹子指女孩。什么意思要看语境，妹子是称呼。\n',
    'meeting.md': '# Minutes\n\nMet on 11月8号 about the roof.\n',
    'later.md': '# Minutes\n\nMet on 11月9号 about the roof.\n',
    'autumn.md': '# Plans\n\nThe fair opens on Nov 8 by the river.\n',
  },
})
const first = async (query: string): Promise<string | undefined> =>
  (await engine.search.find({ query, limit: 10, of: 'documents' })).hits[0]?.document.path

describe('the first hit holds the one name or number that hardly anything holds', () => {
  it.each([
    ['FIS bridge plan', 'fis.md'],
    ['plan of a bridge by the FIS', 'fis.md'],
    ['FIS 的桥梁计划', 'fis.md'],
    ['bridge plan 1169', 'page.md'],
  ])('%s', async (query, path) => expect(await first(query)).toBe(path))
  it('and no other word that happens to be rare', async () =>
    expect(await first('bridge plan people')).toBe('report.md'))
})

it.each([
  ['sleep 10', 'sleep.md'],
  ['SLEEP  10', 'sleep.md'],
  ['妹子是什么意思', 'girl.md'],
  ['妹子是什麼意思？', 'girl.md'],
])('a text that is the question stands first: %s', async (query, path) => expect(await first(query)).toBe(path))

it.each([
  ['roof 11月08日', 'meeting.md'],
  ['roof Nov 8', 'meeting.md'],
  ['roof on 9 November', 'later.md'],
  ['fair 11月8日', 'autumn.md'],
  ['11月08號 fair', 'autumn.md'],
])('a date is the same in every spelling: %s', async (query, path) => expect(await first(query)).toBe(path))
