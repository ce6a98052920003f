import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runTask, type Stage } from '../../src/importing/task.ts'
import { newUlid } from '@wuku/kernel/ulid'
import type { Activity } from '@wuku/core/ports/record-store'
import { openHouse, type DocsHouse } from '../docs-house.ts'
import { page, pages } from '../origins.ts'
import type { Progress } from '@wuku/kernel/base/caller'
import { runs } from '../../../../test/scale.ts'

const subject = { library: null, version: null }
const REPOSITORY = 'https://github.com/sea/tides'
const good = pages({ 'guide.md': '# Guide\n\nEbb.\n', 'more.md': '# More\n\nFlood.\n' })

async function activitiesOf(house: DocsHouse): Promise<readonly Activity[]> {
  await house.clock.strike()
  const { items } = await house.engine.read((view) => view.records.activities({ limit: 100, offset: 0 }))
  return items.toReversed()
}

describe('work tells how far it is', () => {
  it.each<[says: string, name: string, given: object]>([
    ['an import', 'import-docs', { url: REPOSITORY, name: 'currents' }],
    ['a refresh', 'refresh-library', { library: 'tides' }],
    ['a rebuild', 'refresh-library', { library: 'tides', rebuild: true }],
    [
      'files that are handed in',
      'add-documents',
      { library: 'tides', documents: [{ path: 'a.md', text: '# A\n\nB.' }] },
    ],
    ['a file that is taken out', 'delete-document', { library: 'tides', path: 'more.md' }],
    ['what is tried again', 'retry-documents', { library: 'tides' }],
  ])('%s: never back, and to the end', async (_, name, given) => {
    const house = openHouse()
    house.origins.at(REPOSITORY, { steps: good })
    await house.call('import-docs', { url: REPOSITORY, name: 'tides' })
    const steps: Progress[] = []
    await house.call(name, { ...given }, { progress: (step) => void steps.push(step) })
    const percents = steps.map(({ percent = -1 }) => percent)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect([Math.min(...percents) >= 0, steps.at(-1)]).toMatchObject([true, { stage: 'completed', percent: 100 }])
  })

  it('never back, whatever stages are told in whatever order', async () => {
    const stage = fc.constantFrom<Stage>('connecting', 'waiting', 'downloading', 'indexing', 'enriching', 'switching')
    const counted = fc.record({ done: fc.integer({ min: 0, max: 99 }), total: fc.integer({ min: 0, max: 50 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(stage, counted)), async (told) => {
        const percents: number[] = []
        const progress = ({ percent = -1 }: Progress) => void percents.push(percent)
        const house = openHouse()
        await runTask('test.work', { ...house.context({ progress }), subject }, async (task) => {
          for (const [name, share] of told) task.step(name, '', share)
        })
        expect(percents).toEqual(percents.toSorted((a, b) => a - b))
        expect([percents.slice(0, -1).every((each) => each >= 0 && each < 100), percents.at(-1)]).toEqual([true, 100])
      }),
      { numRuns: runs(50) },
    )
  })
})

describe('work leaves records of one task, and the last says how it ended', () => {
  const lost = new Error('The line went dead.')
  it.each<
    [
      says: string,
      given: { readonly steps: readonly unknown[]; readonly stops?: boolean },
      events: readonly string[],
      status: string,
    ]
  >([
    [
      'success',
      { steps: [...good, page('bad.pdf', 'broken')] },
      [
        'github.import.start start',
        'repository.download info',
        'document.failed warning bad.pdf',
        'version.create success',
        'github.import.complete success',
      ],
      'success',
    ],
    ['failure', { steps: [lost] }, ['github.import.start start', 'github.import.failed error'], 'failed'],
    [
      'a stop',
      { steps: good, stops: true },
      ['github.import.start start', 'github.import.failed cancelled'],
      'cancelled',
    ],
  ])('%s', async (_, { steps, stops }, events, status) => {
    const house = openHouse()
    house.origins.at(REPOSITORY, { steps: steps as typeof good })
    const stop = new AbortController()
    const progress = ({ stage }: Progress) => void (stops && stage === 'downloading' && stop.abort())
    await house
      .call('import-docs', { url: REPOSITORY, name: 'tides', version: '1' }, { signal: stop.signal, progress })
      .catch(() => {})
    const activities = (await activitiesOf(house)).filter(({ event }) => event !== 'library.create')
    expect(activities.map(({ event, status: of, target }) => [event, of, target].filter(Boolean).join(' '))).toEqual(
      events,
    )
    const [task, ...others] = new Set(activities.map((each) => each.task))
    expect(others).toEqual([])
    expect(new Set(activities.map(({ actor }) => actor))).toEqual(new Set(['tester']))
    expect(await house.call('library-activity', { task_id: task })).toMatchObject({ status, total: events.length })
    expect(await house.call('library-activity', { task_id: task, page: 2, page_size: 1 })).toMatchObject({ status })
  })

  it('is not known of work that nobody did, and is under way until it ended', async () => {
    const house = openHouse()
    expect(await house.call('library-activity', { task_id: newUlid(0) })).toMatchObject({ status: 'unknown', total: 0 })
    const statuses: string[] = []
    await runTask('test.work', { ...house.context(), subject }, async (task) => {
      task.record('document.complete', 'info', 'Taken in.')
      task.record('document.failed', 'warning', 'Not taken in.')
      await house.clock.strike()
      const { status } = await house.call<{ status: string }>('library-activity', { task_id: task.id })
      statuses.push(status)
    })
    expect(statuses).toEqual(['processing'])
  })

  it('counts what was taken in, by day and library', async () => {
    const house = openHouse()
    house.origins.at(REPOSITORY, { steps: [...good, page('bad.pdf', 'broken')] })
    await house.call('import-docs', { url: REPOSITORY, name: 'tides', version: '1' })
    await house.add('tides', '1', { 'one.md': '# One\n\nTide.' })
    await house.add('tides', '1', { 'one.md': '# One\n\nTide.' })
    await house.clock.strike()
    expect(await house.call('library-statistics', { metric: 'import.' })).toMatchObject({
      libraries: 1,
      versions: 1,
      documents: 3,
      snippets: 3,
      daily: [{ day: '2026-01-31', metric: 'import.documents', library_id: 1, count: 3, sum: 41 }],
    })
  })
})

it('ids sort by the moment', () => {
  const moment = fc.integer({ min: 0, max: 2 ** 47 })
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      const ids = [newUlid(one), newUlid(other)]
      expect(ids.every((id) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true)
      if (one !== other) expect((ids[0] ?? '') < (ids[1] ?? '')).toBe(one < other)
    }),
  )
})
