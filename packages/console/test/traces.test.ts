import { describe, expect, it, vi } from 'vitest'
import type { Call } from '../src/rooms/agents/calls.ts'
import type { Said } from '../src/rooms/agents/trace.ts'
import { importOf, isLibrary, type Unanswered } from '../src/rooms/agents/unanswered.ts'

// The client of the API asks the server that the page is of.
vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
const { durationOf, originQuery } = await import('../src/rooms/agents/calls.ts')
const { isSameProgram, isWork, openedNext, questionOf, stepsOf } = await import('../src/rooms/agents/trace.ts')

const callOf = (id: number, sample: object = {}): Call =>
  ({ id, at: new Date(id * 1_000).toISOString(), operation: 'recall', status: 'success', input: {}, ...sample }) as Call

describe('a trace', () => {
  const calls = [
    callOf(3, { operation: 'open', input: { citation: 'wuku://notes/harbour/tides.md#L1-L9' } }),
    callOf(1, { operation: null, func_name: 'tools_list' }),
    callOf(2, { input: { query: 'tides' } }),
    callOf(9, { operation: 'open', input: { targets: ['sea/moon.md'] } }),
  ]
  const said = { id: 'a', at: new Date(2_500).toISOString(), text: 'No.' } as Said
  const steps = stepsOf(calls, [said])

  it('is in the order of time, with what hooks said between', () => {
    expect(steps.map(({ key }) => key)).toEqual(['1', '2', 'hook-a', '3', '9'])
    expect(steps.filter(isWork).map(({ key }) => key)).toEqual(['2', 'hook-a', '3', '9'])
  })

  it('knows which results were opened next, by citation or by path', () => {
    const [, question = steps[0]!] = steps
    const hits = ['wuku://notes/harbour/tides.md#L3', 'wuku://code/app/sea/moon.md', 'wuku://notes/harbour/other.md']
    const opened = openedNext(hits, question, steps)
    expect([...opened].map(([hit, { key }]) => [hit, key])).toEqual([
      [hits[0], '3'],
      [hits[1], '9'],
    ])
    expect(openedNext(hits, steps.at(-1) ?? question, steps).size).toBe(0)
  })

  it.each([
    [{ query: 'tides', limit: 3 }, 'tides'],
    [{ citation: 'wuku://notes/a/b.md' }, 'wuku://notes/a/b.md'],
    [{ limit: 3 }, '{"limit":3}'],
    [null, ''],
  ])('says what %j asked', (input, question) => expect(questionOf(callOf(1, { input }))).toBe(question))

  it.each([
    ['codex', 'codex-mcp-client', true],
    ['claude-code', 'Claude Code', true],
    ['cursor', 'claude-code', false],
    ['', 'claude-code', false],
  ])('%s and %s', (one, other, same) => expect(isSameProgram(one, other)).toBe(same))
})

describe('lists of agents', () => {
  it.each([
    ['', { without_client: 'console', surface: 'mcp' }],
    ['rest', { without_client: 'console', surface: 'rest' }],
    ['programs', { without_client: 'console' }],
    ['console', { client: 'console' }],
    ['all', {}],
  ])('from "%s"', (origin, query) => expect(originQuery(origin)).toEqual(query))

  it.each([
    [0, '0:00'],
    [67_000, '1:07'],
    [3_753_000, '1:02:33'],
  ])('%d milliseconds', (length, text) =>
    expect(durationOf({ from: new Date(0).toISOString(), to: new Date(length).toISOString() })).toBe(text),
  )

  it.each([
    ['search-libraries', 'left pad', true, '/libraries/import?name=left+pad'],
    ['search-libraries', 'vuejs/core', true, '/libraries/import?url=vuejs%2Fcore'],
    ['recall', 'https://vuejs.org', false, '/libraries/import?url=https%3A%2F%2Fvuejs.org'],
  ])('%s of %s', (operation, query, isOne, address) => {
    const row = { operation, query } as Unanswered
    expect([isLibrary(row), importOf(row)]).toEqual([isOne, address])
  })
})
