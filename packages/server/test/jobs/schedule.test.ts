import { describe, expect, it } from 'vitest'
import { readPeriod, formatPeriod } from '@wuku/kernel/base/docs-settings'
import { knownLibraries } from '@wuku/docs/libraries/known'
import { dueAt, scheduleNext } from '../../src/jobs/schedule.ts'
import { openHouse, type DocsHouse, type HouseOptions } from '../../../docs/test/docs-house.ts'
import { pages } from '../../../docs/test/origins.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

async function opened(refreshEvery: number, ...names: readonly string[]): Promise<DocsHouse> {
  const options: HouseOptions = { docs: { refreshEvery } }
  const house = openHouse(options)
  for (const name of names) {
    const url = `https://github.com/sea/${name}`
    house.origins.at(url, { steps: pages({ 'guide.md': `# Guide of ${name}` }), facts: { commit: name } })
    await house.call('import-docs', { url, name, version: '1.0' })
  }
  return house
}

/** Name of the library for which a job is added that much later. */
const scheduledAfter = async ({ engine }: DocsHouse, later: number): Promise<string | null | undefined> =>
  (await scheduleNext(engine, engine.now() + later))?.libraryName

it.each([
  ['off', 0, 'off'],
  ['0', 0, 'off'],
  ['30m', HOUR / 2, '30m'],
  ['12h', 12 * HOUR, '12h'],
  ['48h', 2 * DAY, '2d'],
  ['7d', 7 * DAY, '1w'],
  ['2w', 14 * DAY, '2w'],
  ['7', undefined, undefined],
  ['0d', undefined, undefined],
  ['-1d', undefined, undefined],
  ['1.5d', undefined, undefined],
  ['7 d', undefined, undefined],
  ['', undefined, undefined],
])('periods: %j is %s', (written, milliseconds, told) => {
  expect(readPeriod(written)).toBe(milliseconds)
  if (milliseconds !== undefined) expect(formatPeriod(milliseconds)).toBe(told)
})

describe('a library', () => {
  it.each<[setting: number, own: string | null, later: number, isDue: boolean]>([
    [0, null, 9_999 * DAY, false],
    [7 * DAY, null, 7 * DAY - 1, false],
    [7 * DAY, null, 7.7 * DAY, true],
    [7 * DAY, 'off', 9_999 * DAY, false],
    [7 * DAY, '30d', 29 * DAY, false],
    [0, '12h', 12 * HOUR - 1, false],
    [0, '12h', 14 * HOUR, true],
  ])('with the setting %d and the period %s is fetched again after %d: %s', async (setting, own, later, due) => {
    const house = await opened(setting, 'tides')
    const told = await house.call('update-library', { library: 'tides', refresh_every: own })
    expect(told['refresh_every']).toBe(own === null ? null : formatPeriod(readPeriod(own) ?? 0))
    expect(await scheduledAfter(house, later)).toBe(due ? 'tides' : undefined)
  })
  it('that was uploaded has nothing to be fetched from', async () => {
    const house = openHouse({ docs: { refreshEvery: DAY } })
    await house.add('tides', '1', { 'a.md': '# Ebb' })
    expect(await scheduledAfter(house, 99 * DAY)).toBe(undefined)
  })
  it('is fetched again by a job that anybody could have asked for, once in a period', async () => {
    const house = await opened(DAY, 'tides')
    const { engine } = house
    const job = await scheduleNext(engine, engine.now() + 2 * DAY)
    expect(job).toMatchObject({ kind: 'refresh', actor: 'schedule', queue: 'library 1', version: '1.0', library: 1 })
    const request = await engine.jobs.write(async (jobs) => (await jobs.requests([job?.id ?? ''])).get(job?.id ?? ''))
    expect(await house.call(request?.operation ?? '', request?.input ?? {})).toMatchObject({ library: 'tides' })
    expect(await scheduledAfter(house, 2 * DAY), 'it is queued').toBe(undefined)
    await engine.jobs.write((jobs) => jobs.change([{ id: job?.id ?? '', change: { status: 'failed' } }]))
    expect(await scheduledAfter(house, 3 * DAY - 1), 'it failed').toBe(undefined)
    expect(await scheduledAfter(house, 3.2 * DAY)).toBe('tides')
  })
  it('is fetched again once, of several servers that look at once', async () => {
    const { engine } = await opened(DAY, 'tides')
    const at = engine.now() + 2 * DAY
    const jobs = await Promise.all(Array.from({ length: 5 }, () => scheduleNext(engine, at)))
    expect(jobs.filter((job) => job !== undefined)).toHaveLength(1)
  })
  it('with other work is left alone', async () => {
    const house = await opened(DAY, 'tides')
    const job = await scheduleNext(house.engine, house.engine.now() + 2 * DAY)
    await house.engine.jobs.write((jobs) => jobs.remove([job?.id ?? '']))
    await house.engine.jobs.write((jobs) =>
      jobs.add([
        {
          id: 'j',
          kind: 'retry',
          queue: 'library 1',
          status: 'running',
          stage: 'connecting',
          percent: 0,
          message: '',
          attempt: 1,
          library: 1,
          libraryName: 'tides',
          version: null,
          actor: 'local',
          createdAt: 1,
          startedAt: 1,
          request: { operation: 'retry-documents', input: {}, caller: {} },
          events: [],
        },
      ]),
    )
    expect(await scheduledAfter(house, 9 * DAY)).toBe(undefined)
  })
})

it('libraries are fetched one after the other, the one that waits longest first, and come apart from each other', async () => {
  const names = ['ebb', 'flood', 'moon', 'tides']
  const house = await opened(DAY, ...names)
  const { engine } = house
  const known = await engine.read((view) => knownLibraries(view))
  const inOrder = known.toSorted((one, other) => dueAt(one, DAY) - dueAt(other, DAY)).map(({ library }) => library.name)
  expect(new Set(known.map((each) => dueAt(each, DAY))).size).toBe(names.length)
  const got: string[] = []
  for (let job = await scheduleNext(engine, engine.now() + 2 * DAY); job;) {
    const { id } = job
    got.push(job.libraryName ?? '')
    expect(await scheduledAfter(house, 2 * DAY)).toBe(undefined)
    await engine.jobs.write((jobs) => jobs.change([{ id, change: { status: 'succeeded' } }]))
    job = await scheduleNext(engine, engine.now() + 2 * DAY)
  }
  expect(got).toEqual(inOrder)
})
