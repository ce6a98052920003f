import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChunkFacts } from '@wuku/core/core-types'
import { findSplice } from '@wuku/text/edits/edit'
import { reusedChunks } from '../../src/index/analyse.ts'

function chunksOf(text: string): readonly ChunkFacts[] {
  return [...text.matchAll(/\S+(?:\n\S+)*/g)].map(({ 0: paragraph, index: start }) => ({
    start,
    end: start + paragraph.length,
    line: text.slice(0, start).split('\n').length,
    endLine: text.slice(0, start + paragraph.length).split('\n').length,
    headings: [],
  }))
}

const keptOf = (before: string, after: string): readonly number[] =>
  reusedChunks(chunksOf(before), chunksOf(after), findSplice(before, after))

describe('keptChunks', () => {
  it.each<[says: string, before: string, after: string, expected: readonly number[]]>([
    ['keeps all of an unchanged text', 'ebb\n\nflow', 'ebb\n\nflow', [0, 1]],
    ['keeps what was there when a block is appended', 'ebb\n\nflow', 'ebb\n\nflow\n\nmoon', [0, 1, -1]],
    ['does not keep a chunk that grew at its end', 'ebb\n\nflow', 'ebb\n\nflowing', [0, -1]],
    ['keeps what moved down', 'ebb\n\nflow', 'moon\n\nebb\n\nflow', [-1, 0, 1]],
    ['keeps both sides of a change', 'ebb\n\nflow\n\nmoon', 'ebb\n\nstill\n\nmoon', [0, -1, 2]],
    ['keeps what is left', 'ebb\n\nflow\n\nmoon', 'ebb\n\nmoon', [0, 2]],
    ['keeps nothing of another text', 'ebb', 'moon', [-1]],
  ])('%s', (_says, before, after, expected) => expect(keptOf(before, after)).toEqual(expected))

  it('keeps nothing under another heading', () => {
    const before = chunksOf('ebb')
    const now = before.map((chunk) => ({ ...chunk, headings: ['Tides'] }))
    expect(reusedChunks(before, now, findSplice('ebb', 'ebb'))).toEqual([-1])
  })

  const text = array(constantFrom('a', 'b', '\n', '\n\n', '潮汐', '😀'), { maxLength: 40 }).map((all) => all.join(''))
  it('keeps only what says the same, each once and in order', () =>
    assert(
      property(text, text, (before, after) => {
        const [old, now] = [chunksOf(before), chunksOf(after)]
        const kept = reusedChunks(old, now, findSplice(before, after))
        const places = kept.filter((place) => place >= 0)
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
        kept.forEach((place, at) => {
          const [was, is] = [old[place], now[at]]
          if (was && is) expect(before.slice(was.start, was.end)).toBe(after.slice(is.start, is.end))
        })
      }),
    ))
})
