import { everything } from '@wuku/core/ports/access'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openTestStore } from '../../../../test/test-store.ts'
import { typosOf } from '../../src/search/typos.ts'
import { editDistance } from '@wuku/text/edits/edit'
import { readWord } from '@wuku/text/terms/word-terms'
import { openChats } from './chats-house.ts'
import { runs } from '../../../../test/scale.ts'

const known = [
  'deployment',
  'performance',
  'authentication',
  'harbour',
  'travel',
  'list',
  'memory',
  'caching',
  'привет',
]

const houseOfWords = async () => {
  const store = openTestStore()
  await openChats([{ id: 'all-words', said: [`user: ${known.join(' ')}`] }], { store })
  return store
}

describe('typosOf', () => {
  const store = houseOfWords()
  const typos = async (typed: string) =>
    (await store).read(everything, async (view) =>
      (await typosOf(typed, view)).flatMap(({ terms }) => terms.map(({ term }) => term)),
    )

  it.each([
    ['travl', ['travel']],
    ['lits', ['list']],
    ['memmory', ['memori']],
    ['cachign', ['cach']],
    ['превет', ['привет']],
    ['tra', []],
    ['lxxt', []],
    ['travel', []],
    ['list2', []],
    ['', []],
  ])('%s', async (typed, terms) => expect(await typos(typed)).toEqual(terms))

  it('knows every long word by one slip anywhere, and by one more behind its beginning', async () => {
    const long = known.filter((word) => word.length >= 9)
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
    const slip = fc.tuple(fc.nat(), letter, fc.constantFrom('insert', 'leave out', 'change', 'swap'))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...long), slip, slip, async (word, one, two) => {
        const once = slipped(word, one, 0)
        const [term = ''] = readWord(word).terms
        const isOwn = (typed: string): boolean => readWord(typed).terms.includes(term)
        expect(isOwn(once) || (await typos(once)).includes(term)).toBe(true)
        const twice = slipped(once, two, 5)
        if (twice.length >= 8 && editDistance(twice, word, 2) <= 2)
          expect(isOwn(twice) || (await typos(twice)).includes(term)).toBe(true)
      }),
      { numRuns: runs(150) },
    )
  })
})

function slipped(word: string, [place, letter, how]: readonly [number, string, string], from: number): string {
  const at = from + (place % (word.length - from))
  const [before, here, next, after] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)]
  if (how === 'insert') return before + letter + here + next + after
  if (how === 'leave out') return before + next + after
  if (how === 'change') return before + letter + next + after
  return before + next + here + after
}
