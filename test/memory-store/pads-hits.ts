import { placeOf, type HitKeyword, type HitProbe, type HitTable } from '@wuku/core/ports/pads'
import { findable } from '@wuku/text/terms/findable'
import { fold } from '@wuku/text/terms/fold'
import { countHitWords, isCjkWord } from '@wuku/text/terms/hits'
import { demand } from './checks.ts'
import { padsIn, type PadsState } from './pads-state.ts'

/** The slow truth: every text is counted anew at every question. */
export function countAllHits(state: PadsState, { keywords, scope }: HitProbe): HitTable {
  for (const { text } of keywords) demand(text !== '' && fold(text) === text, `"${text}" is not a folded keyword`)
  const rows = textsOf(state, scope)
    .map(({ place, text }) => {
      const words = countHitWords(findable(text))
      return { place, counts: keywords.map((keyword) => countOf(keyword, words)) }
    })
    .filter(({ counts }) => counts.some((count) => count > 0))
    .toSorted((a, b) => a.place - b.place)
  return {
    places: Float64Array.from(rows, ({ place }) => place),
    counts: keywords.map((_, at) => Uint32Array.from(rows, ({ counts }) => counts[at] ?? 0)),
  }
}

interface PlacedText {
  readonly place: number
  readonly text: string
}

const textsOf = (state: PadsState, scope: string | undefined): PlacedText[] =>
  [...state.workflows.values()]
    .filter((workflow) => scope === undefined || workflow.scope === scope)
    .flatMap(({ id, number, name, description }) => [
      { place: placeOf(number, 0, 'name'), text: name },
      { place: placeOf(number, 0, 'description'), text: description ?? '' },
      ...padsIn(state, id).flatMap(({ slot, title, content }) => [
        { place: placeOf(number, slot, 'title'), text: title },
        { place: placeOf(number, slot, 'content'), text: content },
      ]),
    ])

function countOf({ text, where }: HitKeyword, words: ReadonlyMap<string, number>): number {
  if (isCjkWord(text)) return Math.min(...partsOfCjk(text).map((part) => words.get(part) ?? 0))
  if (where === 'whole') return words.get(text) ?? 0
  let count = 0
  for (const [word, times] of words) if (!isCjkWord(word)) count += (word.split(text).length - 1) * times
  return count
}

/** What is counted of a CJK keyword: itself when it is a character or a pair, else every pair of neighbours. */
function partsOfCjk(keyword: string): string[] {
  const characters = [...keyword]
  if (characters.length <= 2) return [keyword]
  return characters.slice(1).map((character, before) => `${characters[before] ?? ''}${character}`)
}
