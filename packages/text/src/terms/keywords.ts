import { type FoldedText, foldWithOffsets } from './fold.ts'
import { partEnd } from './hits.ts'
import { RunReader } from './runs.ts'

/** A keyword as written and as compared. */
export interface Keyword {
  readonly written: string
  readonly folded: string
}

/** The keywords of a query, each once, in the order in which they were written. */
export interface Keywords {
  /** Words of scripts with blanks between words: `React`, `C++`, `node.js`, `café`, `Привет`. */
  readonly latin: readonly Keyword[]
  /** Runs of Han, kana and other scripts without blanks, and of hangul: `组件开发`. */
  readonly cjk: readonly Keyword[]
  /** The words of those runs that have several: `组件` and `开发`. */
  readonly segments: readonly Keyword[]
}

export function keywordsOf(query: string): Keywords {
  const text = foldWithOffsets(query)
  const { words, runs } = spansOf(text.text)
  const keywordAt = ({ start, end }: Span): Keyword => ({
    written: query.slice(text.offsets[start], originalEnd(text, end)),
    folded: text.text.slice(start, end),
  })
  return {
    latin: distinct(words.map(keywordAt)),
    cjk: distinct(runs.map(keywordAt)),
    segments: distinct(segmentRuns(query, text, runs).map(keywordAt)),
  }
}

/** Every two neighbouring characters of CJK runs: what is left to look for when the runs and their words are nowhere. */
export function pairsOf(runs: readonly Keyword[]): readonly Keyword[] {
  return distinct(
    runs.flatMap(({ written, folded }) => {
      const characters = [...folded]
      const asWritten = [...written]
      const shown = asWritten.length === characters.length ? asWritten : characters
      return characters.slice(1).map((_, at) => ({
        written: shown.slice(at, at + 2).join(''),
        folded: characters.slice(at, at + 2).join(''),
      }))
    }),
  )
}

/** Longer words than the index keeps are sought by their beginning. */
function spansOf(folded: string) {
  const words: Span[] = []
  const runs: Span[] = []
  const run = new RunReader().open(folded)
  while (run.next()) {
    if (run.isCjk) runs.push({ start: run.start, end: run.end })
    else if (/[\p{L}\p{N}]/u.test(run.slice)) words.push({ start: run.start, end: partEnd(run, run.start) })
  }
  return { words, runs }
}

/** A character such as ½ folds to several characters at one place; they all end where it ends. */
function originalEnd({ offsets }: FoldedText, end: number): number | undefined {
  let at = end
  while (at < offsets.length - 1 && offsets[at] === offsets[end - 1]) at++
  return offsets[at]
}

function distinct(keywords: readonly Keyword[]): readonly Keyword[] {
  const first = new Map<string, Keyword>()
  for (const keyword of keywords) if (!first.has(keyword.folded)) first.set(keyword.folded, keyword)
  return [...first.values()]
}

/** A stretch of a folded text. */
interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The words of runs of scripts without blanks, save of runs that are one word. The segmenter knows some words only in the
 * script they were written in and others only in Simplified: of both cuts the one that leaves fewer characters alone is
 * taken, so that a query finds the same in either script.
 */
function segmentRuns(query: string, { text, offsets }: FoldedText, runs: readonly Span[]): readonly Span[] {
  if (runs.length === 0) return []
  // Made when it is needed: one that is kept would hold up every start by ten milliseconds.
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
  const bordersIn = (part: string): number[] => [...segmenter.segment(part)].map(({ index }) => index)
  return runs.flatMap((run) => {
    const first = offsets[run.start] ?? 0
    const simplified = bordersIn(text.slice(run.start, run.end)).map((border) => run.start + border)
    const written = bordersIn(query.slice(first, offsets[run.end])).map((border) =>
      placeOf(first + border, offsets, run),
    )
    const cuts = [simplified, written].map((borders) => spansBetween(borders, run.end))
    const [words = []] = cuts.toSorted((a, b) => countSingles(text, a) - countSingles(text, b))
    return repairWords(text, words).filter((word) => word.start > run.start || word.end < run.end)
  })
}

/** Position in the folded text for `offset` of the original: a character such as ㋀ may begin before the run. */
const placeOf = (offset: number, offsets: Uint32Array, run: Span): number =>
  Math.max(
    run.start,
    offsets.findIndex((original) => original >= offset),
  )

const spansBetween = (borders: readonly number[], end: number): readonly Span[] =>
  borders.map((start, at) => ({ start, end: borders[at + 1] ?? end })).filter((span) => span.start < span.end)

const countSingles = (text: string, words: readonly Span[]): number =>
  words.filter((word) => isCharacter(text, word) && !isFunction(text, word)).length

/**
 * Words that the segmenter does not know it cuts into characters: 组件 into 组 and 件, 数据库 into 数据 and 库. Characters
 * that it left side by side are a word; one between words mostly ends the word before it, or begins the next.
 */
function repairWords(text: string, cut: readonly Span[]): readonly Span[] {
  const words = joinCharacters(
    text,
    cut.filter((word) => !isFunction(text, word)),
  )
  return words.flatMap((word, at) => {
    const [first, before, after] = [words[at - 2], words[at - 1], words[at + 1]]
    if (isCharacter(text, word)) return touches(before, word) || touches(word, after) ? [] : [word]
    const start = isAffix(text, before) && touches(before, word) && !touches(first, before) ? before.start : word.start
    const end = isAffix(text, after) && touches(word, after) ? after.end : word.end
    return [{ start, end }]
  })
}

/**
 * In a row of three or more characters, one that is a word by itself does not start the joined word: 后跳转 is 跳转, but 后端
 * is a word.
 */
function joinCharacters(text: string, words: readonly Span[]): readonly Span[] {
  const joined: Span[] = []
  let length = 0
  for (const word of words) {
    const last = joined.at(-1)
    const isSingle = isCharacter(text, word)
    if (length > 0 && isSingle && touches(last, word)) {
      const isLonger = length > 1 && independent.has(text.charAt(last.start))
      length += isLonger ? 0 : 1
      joined[joined.length - 1] = { start: last.start + (isLonger ? 1 : 0), end: word.end }
    } else {
      joined.push(word)
      length = isSingle ? 1 : 0
    }
  }
  return joined
}

const touches = (before: Span | undefined, after: Span | undefined): before is Span =>
  before !== undefined && before.end === after?.start

const isAffix = (text: string, word: Span | undefined): word is Span =>
  word !== undefined && isCharacter(text, word) && !independent.has(text.slice(word.start, word.end))

const isCharacter = (text: string, { start, end }: Span): boolean =>
  end - start === ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1)

/** Words that say nothing by themselves; one hiragana alone is a particle. */
const isFunction = (text: string, { start, end }: Span): boolean =>
  /^(?:[的了和是在与及或之等着把被也都就而但吗呢吧我你他她它这那于以其为从跟让给请]+|\p{Script=Hiragana})$/u.test(
    text.slice(start, end),
  )

/** Characters that are words when the segmenter leaves them between words: what is done, how, when and where. */
const independent = new Set('写改加查修删看用测做想找问去来要有能会再又还很不没无新旧上下中里内外前后时')
