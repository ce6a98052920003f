import { describe, expect, it } from 'vitest'
import { isMarkedHash, readingsOf, type Address } from '../../src/documents/document-address.ts'

const path = (name: string, from?: number, count?: number): Address =>
  from === undefined ? { by: 'path', path: name } : { by: 'path', path: name, lines: { from, count } }
const hash = (digits: string, from?: number, count?: number): Address =>
  from === undefined ? { by: 'hash', hash: digits } : { by: 'hash', hash: digits, lines: { from, count } }
const cited = (name: string, from?: number, count?: number): Address =>
  ({ ...path(name, from, count), kind: 'notes' }) as Address

describe('ways to call a document', () => {
  it.each<[text: string, readings: readonly Address[]]>([
    ['notes/a.md', [path('notes/a.md')]],
    ['./notes/a.md', [path('notes/a.md')]],
    [' "notes/a b.md" ', [path('notes/a b.md')]],
    ['notes/a.md:120', [path('notes/a.md:120'), path('notes/a.md', 120)]],
    ['notes/a.md:120:20', [path('notes/a.md:120:20'), path('notes/a.md', 120, 20)]],
    ['notes/a.md:0', [path('notes/a.md:0')]],
    ['notes/a.md:5-7', [path('notes/a.md:5-7'), path('notes/a.md', 5, 3)]],
    ['notes/a.md#L5', [path('notes/a.md#L5'), path('notes/a.md', 5, 1)]],
    ['qmd://notes/a.md#L5-L7', [path('notes/a.md#L5-L7'), path('notes/a.md', 5, 3)]],
    ['notes/2025-1-1', [path('notes/2025-1-1')]],
    ['C:\\notes\\a.md', [path('C:\\notes\\a.md')]],
    ['#abc123', [hash('abc123')]],
    ['#ABC123:5:1', [hash('abc123', 5, 1)]],
    ['abc123', [hash('abc123'), path('abc123')]],
    ['abc123:7', [hash('abc123', 7), path('abc123:7'), path('abc123', 7)]],
    ['#abc', [path('#abc')]],
    ['#release notes', [path('#release notes')]],
    ['qmd://notes/2025%20meeting.md', [path('notes/2025 meeting.md'), path('notes/2025%20meeting.md')]],
    ['qmd://notes%2F2025%20meeting.md', [path('notes/2025 meeting.md'), path('notes%2F2025%20meeting.md')]],
    ['qmd:///notes/a.md:3', [path('notes/a.md:3'), path('notes/a.md', 3)]],
    ['qmd://notes/100%.md', [path('notes/100%.md')]],
    ['wuku://notes/my%20notes/a%20b.md', [cited('my notes/a b.md')]],
    ['wuku://notes/n%2Fa%2Fb.md', [cited('n/a/b.md')]],
    ['wuku://notes/n/a.md#L10-L20', [cited('n/a.md', 10, 11)]],
    ['wuku://notes/n/a.md#L10', [cited('n/a.md', 10, 1)]],
    ['wuku://notes/n/a.md#L20-L10', [cited('n/a.md', 10, 11)]],
    ['wuku://notes/n/a.md:5', [cited('n/a.md:5'), cited('n/a.md', 5)]],
  ])('%s', (text, readings) => expect(readingsOf(text)).toEqual(readings))

  it('refuses what only looks like a citation', () =>
    expect(() => readingsOf('wuku://nowhere')).toThrow('not a citation'))
  it('knows what is meant as a docid', () => {
    expect(isMarkedHash('#abc')).toBe(true)
    expect(isMarkedHash('abc123')).toBe(false)
    expect(isMarkedHash('#beta notes')).toBe(false)
  })
})
