import { expect, it } from 'vitest'
import { engineWith } from './engine-with.ts'

const filler = (of: string): string => `${of} `.repeat(150)

/** A long note whose best passage names what is asked, and whose fourth says it. */
const long = (name: string, answer: string, other: string): string =>
  [
    `# ${name}\n\n## One\n\n${name} ${filler(other)}`,
    `## Two\n\n${filler(other)}`,
    `## Three\n\n${answer}\n\n${filler(other)}`,
    `## Four\n\n${filler(other)}`,
  ].join('\n\n')

const others = { 'wind.md': '# Wind\n\nThe wind turned.\n', 'gauge.md': '# Other gauge\n\nA gauge of rain.\n' }

it.each<[language: string, query: string, note: string, answer: string]>([
  [
    'English',
    'harbour gauge calibration weekday',
    long('Harbour gauge', 'The calibration is done on every second weekday.', 'Sand is moved by wind.'),
    'second weekday',
  ],
  [
    'Simplified Chinese',
    '港口水位计校准在哪天',
    long('港口水位计', '校准在每月的第二个周三。', '沙子被风吹走了。'),
    '第二个周三',
  ],
  [
    'Traditional Chinese',
    '港口水位計校準在哪天',
    long('港口水位計', '校準在每月的第二個週三。', '沙子被風吹走了。'),
    '第二個週三',
  ],
  [
    'mixed text',
    'harbour gauge 校准 weekday',
    long('Harbour gauge', '校准 is done on every second weekday.', '沙子 moved by wind.'),
    'second weekday',
  ],
])('the passage of a long note that answers is a hit of its own: %s', async (_, query, note, answer) => {
  const engine = await engineWith({ notes: { 'long.md': note, ...others } })
  const asked = { query, limit: 10, of: 'documents' } as const
  const { hits } = await engine.search.find({ ...asked, messages: true })
  expect(hits[0]?.document.path).toBe('long.md')
  expect(hits.some(({ snippet }) => snippet.text.includes(answer))).toBe(true)
  expect(hits.filter(({ document }) => document.path === 'long.md').length).toBeGreaterThan(1)
  const paths = (await engine.search.find(asked)).hits.map(({ document }) => document.path)
  expect([...new Set(hits.map(({ document }) => document.path))].slice(0, paths.length)).toEqual(paths)
})

it('pieces of one long line are hits of their own', async () => {
  const line = `${'The gauge stands at the pier. '.repeat(90)}The keeper reads the gauge at noon. ${'Sand is moved. '.repeat(90)}`
  const engine = await engineWith({ notes: { 'line.md': `# Gauge\n\n${line}\n`, ...others } })
  const { hits } = await engine.search.find({ query: 'keeper gauge noon', limit: 10, of: 'documents', messages: true })
  expect(hits.filter(({ document }) => document.path === 'line.md').length).toBeGreaterThan(1)
})

it.each([
  ['how do I use useTide with an object', 'useTide'],
  ['useTide 怎么用', 'useTide'],
  ['`useTide` 怎麼用', 'useTide'],
  ['潮汐表的用法 object', '潮汐表'],
])(
  'the page whose title is a name of the question comes before one that repeats the name: %s',
  async (query, named) => {
    const about = `Holds what a component knows. ${'It is drawn again whenever it was set. '.repeat(12)}`
    const engine = await engineWith({
      notes: {
        'a.md': `# ${named}\n\n${about}\n`,
        'b.md': `# Lists of ${named} and more\n\n## ${named} in lists\n\n${named}, and ${named}, and once more ${named}.\n`,
        'c.md': '# Maps\n\nA map is an object.\n',
      },
    })
    const { hits } = await engine.search.find({ query, limit: 10, of: 'documents' })
    expect(hits[0]?.document.path).toBe('a.md')
  },
)
