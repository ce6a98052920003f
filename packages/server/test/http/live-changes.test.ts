import { expect, it } from 'vitest'
import { createChanges, type LiveTopic } from '../../src/http/live/events.ts'
import type { LiveSnapshot } from '@wuku/http-kit/live/live-snapshot'

const source = (id: number, revision: string, name = `notes ${id}`) => ({ id, kind: 'notes', name, revision }) as const
const job = (percent: number) => ({
  job_id: 'J1',
  kind: 'import',
  status: 'running',
  stage: 'indexing',
  percent,
  message: 'Reading',
})
const call = (key: string) => ({
  key,
  at: '2026-11-26T10:00:00.000Z',
  tool: 'recall',
  client: 'a',
  ms: 2,
  failed: false,
})
const pad = (id: string | null, version: number) => ({ workflow_id: 'W1', pad_id: id, version })

const marks = { sources: '', padsAt: 0, workflows: 1 }
const empty: LiveSnapshot = { sources: [], jobs: [], calls: [], pads: [], marks }

const check = (
  looks: readonly Partial<LiveSnapshot>[],
  expected: readonly (readonly [LiveTopic, readonly object[]])[],
): void => {
  const changesAfter = createChanges()
  const last = looks.map((look) => changesAfter({ ...empty, ...look })).at(-1) ?? []
  expect(last.map(({ topic, data }) => [topic, data.list])).toEqual(expected)
}

const told = (id: number, name = `notes ${id}`) => ({ id, kind: 'notes', name })
const { key: calledFirst, ...toldCall } = call('1')

it.each<[says: string, looks: readonly Partial<LiveSnapshot>[], expected: Parameters<typeof check>[1]]>([
  ['the first look has no changes', [{ sources: [source(1, 'a')], calls: [call('1')] }], []],
  ['the same again is none', [{ sources: [source(1, 'a')] }, { sources: [source(1, 'a')] }], []],
  ['a look without a list of sources is none', [{ sources: [source(1, 'a')] }, { sources: null }], []],
  [
    'a new revision, a new name and a new source',
    [
      { sources: [source(1, 'a'), source(2, 'a'), source(3, 'a')] },
      { sources: [source(1, 'b'), source(2, 'a', 'tides'), source(3, 'a'), source(4, 'a')] },
    ],
    [['sources', [told(1), told(2, 'tides'), told(4)]]],
  ],
  [
    'what is gone goes without its name',
    [{ sources: [source(1, 'a'), source(2, 'a')] }, { sources: null }, { sources: [source(2, 'a')] }],
    [['sources', [{ id: 1, kind: 'notes', gone: true }]]],
  ],
  ['the progress of a job', [{ jobs: [job(1)] }, { jobs: [job(2)] }], [['jobs', [job(2)]]]],
  [
    'a call that ended after those that began later',
    [{ calls: [call('2'), call('3')] }, { calls: [call(calledFirst), call('2'), call('3')] }],
    [['calls', [toldCall]]],
  ],
  [
    'versions of pads, once each',
    [{ pads: [pad('P1', 1)] }, { pads: [pad('P1', 2), pad('P2', 1)] }],
    [['pads', [pad('P1', 2), pad('P2', 1)]]],
  ],
  ['a pad that was told before', [{}, { pads: [pad('P1', 2)] }, { pads: [pad('P1', 2)] }], []],
  ['a workflow itself', [{ pads: [pad(null, 1)] }, { pads: [pad(null, 2)] }], [['pads', [pad(null, 2)]]]],
  [
    'a workflow that is gone',
    [{}, { marks: { ...marks, workflows: 0 } }],
    [['pads', [{ workflow_id: null, pad_id: null, version: null }]]],
  ],
])('%s', (_says, looks, expected) => check(looks, expected))

it('says how many are left out, and of calls the newest stay', () => {
  const changesAfter = createChanges()
  changesAfter(empty)
  const calls = Array.from({ length: 30 }, (_, at) => ({ ...call(String(at)), ms: at }))
  const [change] = changesAfter({ ...empty, calls })
  expect(change?.data).toMatchObject({ more: 10, list: { length: 20, 0: { ms: 10 }, 19: { ms: 29 } } })
})
