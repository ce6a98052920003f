import { beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '@wuku/kernel/base/engine'
import type { JobDraft, JobStep } from '@wuku/core/ports/jobs'
import { jobsCommand } from '../src/jobs-command.ts'
import { openHouse } from '../../docs/test/docs-house.ts'
import { runLine, type RunOptions } from './shell-house.ts'

const id = (last: string): string => `01JD8Z3N7V6K0M4P2Q9R5S1T8${last}`

const draft = (last: string, more: Partial<JobDraft> = {}): JobDraft => ({
  id: id(last),
  kind: 'import',
  queue: id(last),
  status: 'queued',
  stage: 'connecting',
  percent: 0,
  message: 'Waiting for its turn',
  attempt: 1,
  library: null,
  libraryName: 'tides',
  version: '1.0',
  actor: 'local',
  createdAt: 1_000,
  startedAt: null,
  events: [],
  request: { operation: 'import-docs', input: { url: 'https://tides.example' }, caller: {} },
  ...more,
})

const drafts = [
  draft('A'),
  draft('B', { kind: 'index', status: 'running', stage: 'indexing', percent: 40, libraryName: null, version: null }),
  draft('C', { kind: 'refresh', actor: 'schedule' }),
]
const ended: JobStep = {
  id: id('C'),
  change: {
    status: 'failed',
    finishedAt: 2_000,
    error: { code: 'fetch-failed', message: 'The host\u001B[31m is gone.', remedy: 'Wait.' },
  },
}

let engine: Engine
beforeEach(async () => {
  engine = openHouse().engine
  await engine.jobs.write(async (jobs) => {
    await jobs.add(drafts)
    await jobs.change([ended])
  })
})

const run = (line: readonly string[], options: RunOptions = {}) =>
  runLine(jobsCommand, line, engine, { columns: 120, ...options })

describe('wuku jobs', () => {
  it.each<[line: readonly string[], words: readonly string[], without: readonly string[]]>([
    [[], [id('A'), id('B'), id('C'), 'tides 1.0', '40%', 'failed', ' is gone.'], ['\u001B[31m']],
    [['list', '--status', 'running'], [id('B')], [id('A'), id('C')]],
    [['list', '--kind', 'import'], [id('A')], [id('B'), id('C')]],
    [['list', '--status', 'succeeded'], ['There are no jobs', 'wuku serve'], [id('A')]],
    [['list', '-n', '1'], [id('C')], [id('A'), id('B')]],
    [['show', id('C')], [`${id('C')}  refresh of tides 1.0: failed`, 'Wait.'], []],
    [['cancel', id('A')], [`${id('A')}  import of tides 1.0: cancelled`], []],
    [['cancel', id('B')], [`${id('B')}  index: running, 40%`], []],
    [['retry', id('C')], ['refresh of tides 1.0: queued'], [id('C')]],
  ])('%j', async (line, words, without) => {
    const { outcome, out } = await run(line, { isTerminal: false })
    expect(outcome).toBe('done')
    for (const word of words) expect(out).toContain(word)
    for (const word of without) expect(out).not.toContain(word)
  })

  it.each<[line: readonly string[], code: string]>([
    [['show'], 'usage'],
    [['cancel', id('C')], 'conflict'],
    [['retry', id('A')], 'conflict'],
    [['show', id('Z')], 'not-found'],
    [['list', '--status', 'asleep'], 'usage'],
    [['burn', id('A')], 'usage'],
  ])('refuses %j with %s', async (line, code) =>
    expect(run(line)).rejects.toMatchObject({ code: expect.stringMatching(new RegExp(`^(?:${code}|bad-input)$`)) }),
  )

  it('follows one to its end on a terminal', async () => {
    const done = run(['show', id('B')])
    await engine.jobs.write((jobs) =>
      jobs.change([{ id: id('B'), change: { status: 'succeeded', percent: 100, message: 'Done' } }]),
    )
    const { out, err } = await done
    expect(out).toContain(`${id('B')}  index: succeeded, 100%. Done`)
    expect(err.endsWith('\r\u001B[K') || err === '').toBe(true)
  })

  it('answers with JSON', async () =>
    expect(JSON.parse((await run(['show', id('A'), '--json'])).out)).toMatchObject({ job_id: id('A'), attempt: 1 }))
})
