import classTable from '../tables/classes.json' with { type: 'json' }
import { foldRuns } from '../tables/folds.ts'
import { simplified, traditional, widePairs } from '../tables/simplified.ts'

/** Class of every UTF-16 code unit. */
export const classOf = new Uint8Array(0x10000)

/** `unit + foldDistance[unit]`, cut to 16 bits, is what a unit folds to wherever it stands, unless it is `FOLDS_HARD`. */
export const foldDistance = new Uint16Array(0x10000)
/** The fold depends on the neighbours or is not one unit: ask `foldCluster`. No two units are this far apart. */
export const FOLDS_HARD = 0x8000

/** Folded form of a unit that can be folded by look-up. */
export const foldedUnit = (unit: number): number => (unit + (foldDistance[unit] ?? 0)) & 0xffff

readClasses()
readFolds()
/** Folds from or to code points above U+FFFF. */
const wideFolds: ReadonlyMap<string, string> = readSimplified()

/** Class of the character that starts at `at`. Above U+FFFF there is no upper case, and half a pair is a separator. */
export function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const kind = classOf[unit] ?? SEPARATOR
  return kind === SURROGATE ? classOfWide(String.fromCodePoint(text.codePointAt(at) ?? 0)) : kind
}

function classOfWide(character: string): number {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return IDEOGRAPH
  if (/[\p{M}\p{Default_Ignorable_Code_Point}]/u.test(character)) return MARK
  if (/\p{N}/u.test(character)) return DIGIT
  return /\p{L}/u.test(character) ? LOWER : SEPARATOR
}

/** Traditional to Simplified, for one character that is otherwise folded. */
export function simplify(character: string): string {
  const unit = character.charCodeAt(0)
  const distance = foldDistance[unit] ?? 0
  if (character.length > 1 || distance === FOLDS_HARD) return wideFolds.get(character) ?? character
  return distance === 0 ? character : String.fromCharCode(unit + distance)
}

function readClasses(): void {
  const { runs } = classTable
  let unit = 0
  for (let run = 0; run < runs.length; run += 2) {
    const code = runs[run] ?? 0
    const end = unit + (runs[run + 1] ?? 0)
    classOf.fill(code & 15, unit, end)
    if (code > 15) foldDistance.fill(FOLDS_HARD, unit, end)
    unit = end
  }
}

function readFolds(): void {
  const runs = foldRuns.split(' ').map(Number)
  let unit = 0
  for (let run = 0; run < runs.length; run += 4) {
    unit += runs[run] ?? 0
    const distance = runs[run + 1] ?? 0
    const step = runs[run + 3] ?? 1
    const end = unit + (runs[run + 2] ?? 0) * step
    for (let at = unit; at < end; at += step) foldDistance[at] = distance
  }
}

function readSimplified(): ReadonlyMap<string, string> {
  for (let at = 0; at < traditional.length; at++) {
    const unit = traditional.charCodeAt(at)
    foldDistance[unit] = simplified.charCodeAt(at) - unit
  }
  const wide = [...widePairs]
  const folds = new Map<string, string>()
  for (let at = 0; at < wide.length; at += 2) folds.set(wide[at] ?? '', wide[at + 1] ?? '')
  return folds
}

/** Classes of characters, in the order of their numbers. */
export const classNames = [
  'separator',
  'lower',
  'upper',
  'digit',
  'mark',
  'connector',
  'surrogate',
  'ideograph',
  'hangul',
  'unspaced',
] as const

/* Plain numbers: they index tables and are compared in the innermost loops. */
export const SEPARATOR = 0
/** Letters of scripts that are written with blanks; what is not upper case is lower. */
export const LOWER = 1
export const UPPER = 2
export const DIGIT = 3
/** Combining marks, and characters that show nothing; they belong to the run that they stand in. */
export const MARK = 4
/** The low line, which joins words in names. */
export const CONNECTOR = 5
/** First half of a code point above U+FFFF. */
export const SURROGATE = 6
/** Han, kana and bopomofo. */
export const IDEOGRAPH = 7
export const HANGUL = 8
/** Thai, Lao, Khmer, Myanmar: no blanks between words, so treated like Han. */
export const UNSPACED = 9

export const isWordClass = (kind: number): boolean => kind >= LOWER && kind <= CONNECTOR

export const isCjkClass = (kind: number): boolean => kind >= IDEOGRAPH
