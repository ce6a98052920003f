import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageOf, cut, pageFor, sizeOf } from '../src/command-page.ts'
import type { WorkflowAnswer } from '@wuku/pads/pad-shapes'
import { padRows, padText, workflowLines } from '../src/pads/pad-pages.ts'
import { type Sink, displayWidth } from '../src/terminal.ts'

const now = Date.UTC(2026, 5, 30, 12)
const sink = (isTerminal: boolean, columns = 80): Sink => ({ write: () => {}, isTerminal, hasColours: false, columns })
const page = (isTerminal = true, columns = 80) => pageFor(sink(isTerminal, columns), now)

const workflow = (more: Partial<WorkflowAnswer> = {}): WorkflowAnswer => ({
  id: '3f2a9c1e-0000-4000-8000-000000000000',
  name: 'React 專案',
  description: null,
  created_at: '2026-06-30T11:00:00.000Z',
  updated_at: '2026-06-30T11:00:00.000Z',
  scratchpad_count: 2,
  is_active: true,
  project_scope: null,
  version: 1,
  ...more,
})
const pad = (title: string, size_bytes = 12) => ({
  id: '8d1f22aa-0000-4000-8000-000000000000',
  title,
  size_bytes,
  updated_at: '2026-06-30T11:55:00.000Z',
})

describe('an age', () => {
  const rows: readonly [time: string, said: string][] = [
    ['2026-06-30T12:00:00.000Z', 'just now'],
    ['2026-06-30T12:00:05.000Z', 'just now'],
    ['2026-06-30T11:58:59.000Z', '1 min ago'],
    ['2026-06-30T11:00:00.000Z', '1 h ago'],
    ['2026-06-29T12:00:00.000Z', '1 day ago'],
    ['2026-06-02T12:00:00.000Z', '28 days ago'],
    ['2026-05-31T12:00:00.000Z', '2026-05-31'],
  ]
  it.each(rows)('%s is %s', (time, said) => expect(ageOf(time, now)).toBe(said))
})

describe('a size', () => {
  const rows: readonly [bytes: number, said: string][] = [
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_024, '1.0 KB'],
    [1_048_576, '1.0 MB'],
  ]
  it.each(rows)('%i is %s', (bytes, said) => expect(sizeOf(bytes)).toBe(said))
})

describe('a workflow', () => {
  const rows: readonly [more: Partial<WorkflowAnswer>, ...lines: string[]][] = [
    [{}, '● React 專案  3f2a9c1e · 2 scratchpads · 1 h ago'],
    [{ is_active: false, name: '' }, '○ (no name)  3f2a9c1e · 2 scratchpads · 1 h ago · closed'],
    [
      { project_scope: 'wuku', description: '前端\n開發' },
      '● React 專案  3f2a9c1e · wuku · 2 scratchpads · 1 h ago',
      '  前端 開發',
    ],
    [{ name: 'a\u001B[2Jb' }, '● a␛[2Jb  3f2a9c1e · 2 scratchpads · 1 h ago'],
  ]
  it.each(rows)('%j', (more, ...lines) => expect(workflowLines(workflow(more), page())).toEqual(lines))
})

describe('scratchpads', () => {
  it('stand in columns, whatever they are written in', () =>
    expect(padRows([pad('Findings', 1_234), pad('狀態管理')], page())).toEqual([
      '    8d1f22aa  Findings    1.2 KB  5 min ago',
      '    8d1f22aa  狀態管理      12 B  5 min ago',
    ]))
  it('keep their whole titles for a program', () => {
    const long = '很長的標題 '.repeat(30).trim()
    expect(padRows([pad(long)], page(false))[0]).toContain(long)
    expect(padRows([pad(long)], page(true))[0]).not.toContain(long)
  })
})

describe('lines', () => {
  const anything = fc.string({ unit: fc.constantFrom('a', ' ', '潮', '👨‍👩‍👧', '🇭🇰', '\n', '\t', '\u001B', 'é', '\u202E') })
  it('fit into a terminal of 80 columns and more', () =>
    fc.assert(
      fc.property(anything, anything, anything, fc.integer({ min: 80, max: 160 }), (name, scope, title, columns) => {
        const told = workflow({ name, description: title, project_scope: scope, is_active: false })
        const lines = [
          ...workflowLines(told, page(true, columns)),
          ...padRows([pad(title, 10 ** 6), pad(name)], page(true, columns)),
        ]
        for (const line of lines) expect([line.includes('\n'), displayWidth(line) <= columns]).toEqual([false, true])
      }),
    ))
  it('hold what they are cut from', () =>
    fc.assert(
      fc.property(anything, fc.integer({ min: 12, max: 40 }), (text, columns) => {
        const shown = cut(text, columns, page())
        expect(displayWidth(shown)).toBeLessThanOrEqual(columns)
        if (!shown.endsWith('…')) expect(shown).toBe(cut(text, 1_000, page()))
      }),
    ))
})

describe('the text of a scratchpad', () => {
  const rows: readonly [isTerminal: boolean, content: string, shown: string][] = [
    [true, '', ''],
    [true, 'a\u001B[31m', 'a␛[31m\n'],
    [false, 'a\u001B[31m', 'a\u001B[31m\n'],
    [true, 'a\r\nb', 'a\nb\n'],
    [false, 'a\n', 'a\n'],
  ]
  it.each(rows)('terminal %s: %j', (isTerminal, content, shown) => {
    const { out, paint } = page(isTerminal)
    expect(padText(content, { out, paint })).toBe(shown)
  })
  it('shows a reader where blocks end', () => {
    const out = { ...sink(true), hasColours: true }
    const shown = padText('潮\n\n---\n<!--- block start --->\nebb\n---\n', pageFor(out, now))
    expect(shown).toBe('潮\n\n\u001B[2m---\u001B[22m\n\u001B[2m<!--- block start --->\u001B[22m\nebb\n---\n')
  })
})
