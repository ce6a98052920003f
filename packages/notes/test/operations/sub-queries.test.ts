import { describe, expect, it } from 'vitest'
import type { SearchResult, SearchResults } from '../../src/operations/results.ts'
import { uniteResults } from '../../src/operations/sub-queries.ts'

const found = (...files: readonly (readonly [file: string, score: number])[]): SearchResults => ({
  sure: 'partial',
  mode: 'lexical',
  notes: ['seen'],
  results: files.map(([file, score]) => ({ file, score }) as SearchResult),
})

const unites = (lists: readonly SearchResults[], expected: readonly (readonly [string, number])[]) =>
  expect(uniteResults(lists).results.map(({ file, score }) => [file, score])).toEqual(expected)

describe('uniting', () => {
  it('weighs the first query double', () =>
    unites(
      [found(['a', 0.5]), found(['b', 0.9])],
      [
        ['a', 0.5],
        ['b', 0.9],
      ],
    ))
  it('favours what several queries found', () =>
    unites(
      [found(['a', 0.5], ['b', 0.4]), found(['b', 0.6])],
      [
        ['b', 0.6],
        ['a', 0.5],
      ],
    ))
  it('breaks ties by which query came first', () =>
    unites(
      [found(), found(['b', 0.1]), found(['a', 0.1])],
      [
        ['b', 0.1],
        ['a', 0.1],
      ],
    ))
  it('says each note once', () => expect(uniteResults([found(), found()]).notes).toEqual(['seen']))
})
