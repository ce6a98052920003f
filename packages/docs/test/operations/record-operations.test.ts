import { expect, it } from 'vitest'
import { runLogged } from '@wuku/kernel/call-log'
import { docs } from '../../src/index.ts'
import { START } from '../clock.ts'
import { openHouse, type DocsHouse } from '../docs-house.ts'

const questions = [
  { library_id: 'tides', topic: 'ebb' },
  { library_id: 0, topic: '潮汐' },
  { library_id: 'currents', topic: 'ebb' },
]

async function asked(): Promise<DocsHouse> {
  const house = openHouse()
  await house.add('tides', '1', { 'a.md': '# A\n\nThe ebb.' })
  await house.add('lakes', '1', { 'a.md': '# A\n\n潮汐。' })
  const operation = (await docs.operations()).find(({ name }) => name === 'get-library-docs')
  if (!operation) throw new Error('There is no such operation.')
  for (const question of questions) {
    const input = operation.input.parse(question)
    await runLogged(operation, input, { ...house.context(), origin: { surface: 'mcp' } }).catch(() => {})
    house.clock.forward(86_400_000)
  }
  await house.clock.strike()
  return house
}

it.each<[given: object, topics: readonly string[]]>([
  [{}, ['ebb', '潮汐', 'ebb']],
  [{ library: 'tides' }, ['ebb']],
  [{ failed: true }, ['ebb']],
  [{ operation: 'query-docs' }, []],
  [{ page: 2, page_size: 1 }, ['潮汐']],
])('the log of calls: %j', async (given, topics) => {
  const { list } = await (await asked()).call<{ list: { input: { topic: string } }[] }>('list-calls', { ...given })
  expect(list.map(({ input }) => input.topic)).toEqual(topics)
})

it('the log of calls says how each went', async () => {
  const { list } = await (await asked()).call<{ list: object[] }>('list-calls', {})
  expect(list).toMatchObject([
    { error: 'not-found', results: null, library_id: null },
    { error: null, results: 1, library_id: 0, client: 'tester', surface: 'mcp' },
    { error: null, results: 1, library_id: 1, operation: 'get-library-docs', at: new Date(START).toISOString() },
  ])
})

it.each<[given: object, daily: readonly string[]]>([
  [
    { metric: 'call.' },
    [
      '2026-01-31 call.get-library-docs 1 1',
      '2026-02-01 call.get-library-docs 0 1',
      '2026-02-02 call.failed 0 1',
      '2026-02-02 call.get-library-docs 0 1',
    ],
  ],
  [{ metric: 'call.', library: 'tides' }, ['2026-01-31 call.get-library-docs 1 1']],
  [{ metric: 'call.', days: 2 }, ['2026-02-02 call.failed 0 1', '2026-02-02 call.get-library-docs 0 1']],
  [{ metric: 'import.', library: 'lakes' }, ['2026-01-31 import.documents 2 1']],
])('statistics: %j', async (given, daily) => {
  const answer = await (
    await asked()
  ).call<{ daily: { day: string; metric: string; library_id: number; count: number }[] }>('library-statistics', {
    ...given,
  })
  expect(answer.daily.map(({ day, metric, library_id, count }) => `${day} ${metric} ${library_id} ${count}`)).toEqual(
    daily,
  )
})

it('statistics count what is active', async () => {
  const house = await asked()
  expect(await house.call('library-statistics', {})).toMatchObject({
    libraries: 2,
    versions: 2,
    documents: 2,
    snippets: 2,
  })
  await house.call('delete-library', { library: 'lakes' })
  expect(await house.call('library-statistics', {})).toMatchObject({
    libraries: 1,
    versions: 1,
    documents: 1,
    snippets: 1,
  })
})

it('records older than their days are forgotten, and counts are not', async () => {
  const house = await asked()
  house.clock.forward(89 * 86_400_000)
  await house.add('tides', '1', { 'b.md': '# B\n\nMore.' })
  await house.clock.strike()
  const { list } = await house.call<{ list: { input: { topic: string } }[] }>('list-calls', {})
  expect(list.map(({ input }) => input.topic)).toEqual(['ebb'])
  expect(
    (await house.call<{ daily: object[] }>('library-statistics', { days: 365, metric: 'call.' })).daily,
  ).toHaveLength(4)
})
