/**
 * Writes `packages/text/src/tables`: what Unicode and OpenCC say about characters, in a form that loads in a millisecond.
 * Run `node scripts/generate-text-tables.ts` after an upgrade of Node (a newer Unicode) or of `opencc-js`, and raise
 * `analyserVersion` when a table changed.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Converter, Locale } from 'opencc-js'
import { classNames } from '../packages/text/src/terms/characters.ts'
import { attaches, foldCluster } from '@wuku/text/terms/fold'

type Class = (typeof classNames)[number]

/** Variants that OpenCC leaves alone because they are one of several readings; for matching they are one character. */
const variants = [
  ['著', '着'],
  ['瞭', '了'],
  ['妳', '你'],
  ['牠', '它'],
] as const

const units = Array.from({ length: 0x10000 }, (_, unit) => unit)
const openCC =
  'Derived from the dictionaries of OpenCC (https://github.com/BYVoid/OpenCC), Apache License 2.0; see NOTICE.'
const toSimplified = Converter({ from: 'hk', to: 'cn' })
const simplified = traditionalToSimplified()
const classes = units.map(classOfUnit)
const folds = units.map(foldOfUnit)

// Class of every UTF-16 code unit, as runs of class and length. 16 more: folding takes more than a look-up.
write('classes.json', JSON.stringify({ runs: classRuns() }))
writeTable('folds', {
  says: 'Code units that fold to one other, by case, compatibility or diacritics: runs of gap, distance, count and step.',
  tables: { foldRuns: foldRuns().join(' ') },
})
writeTable('simplified', {
  says: 'Traditional characters and, at the same place, the Simplified ones that they are matched as; then the pairs above U+FFFF.',
  source: openCC,
  tables: simplifiedPairs(),
})
writeTable('taiwan', {
  says: 'Words of Taiwan, each followed by what the Mainland says, both in Simplified characters.',
  source: openCC,
  tables: { taiwanWords: taiwanWords() },
})

function traditionalToSimplified(): Map<string, string> {
  const found = new Map<string, string>(variants)
  for (let point = 0x2e80; point < 0x32000; point++) {
    const character = String.fromCodePoint(point)
    if (!/\p{Script=Han}/u.test(character) || character.normalize('NFKC') !== character) continue
    // Twice: some Simplified forms have a simpler one themselves.
    const simple = toSimplified(toSimplified(character))
    if (simple !== character) found.set(character, simple)
  }
  return found
}

function classOfUnit(unit: number): Class {
  if (unit >= 0xd800 && unit < 0xe000) return unit < 0xdc00 ? 'surrogate' : 'separator'
  const parts = new Set([...String.fromCharCode(unit).normalize('NFKC')].map(classOfCharacter))
  const [first = 'separator', ...others] = parts
  const isWord = (kind: Class) => kind === 'lower' || kind === 'upper' || kind === 'digit'
  const agrees = others.every((kind) => kind === 'mark' || (isWord(first) && isWord(kind)))
  // A sign made of several kinds (㋀ is "1月", ℃ is "°C") belongs to no run.
  return agrees ? first : 'separator'
}

function classOfCharacter(character: string): Class {
  const is = (pattern: RegExp) => pattern.test(character)
  if (character === '\u200b') return 'separator'
  if (character === '_') return 'connector'
  if (is(/\p{Default_Ignorable_Code_Point}/u)) return 'mark'
  if (is(/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u) && is(/[\p{L}\p{M}]/u)) return 'unspaced'
  if (is(/\p{M}/u)) return 'mark'
  if (!is(/[\p{L}\p{N}]/u)) return 'separator'
  if (is(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}ー]/u)) return 'ideograph'
  if (is(/\p{Script=Hangul}/u)) return 'hangul'
  if (is(/\p{N}/u)) return 'digit'
  return is(/[\p{Lu}\p{Lt}]/u) ? 'upper' : 'lower'
}

/** The one unit that `unit` folds to wherever it stands; `undefined` when it depends on its neighbours or is not one unit. */
function foldOfUnit(unit: number): number | undefined {
  const character = String.fromCharCode(unit)
  if (unit === 0 || (unit >= 0xd800 && unit < 0xe000) || attaches(character)) return undefined
  const folded = foldCluster(character, (each) => simplified.get(each) ?? each)
  return folded.length === 1 ? folded.charCodeAt(0) : undefined
}

function classRuns(): number[] {
  const runs: number[] = []
  for (let start = 0, end = 0; start < units.length; start = end) {
    while (end < units.length && codeOf(end) === codeOf(start)) end++
    runs.push(codeOf(start), end - start)
  }
  return runs
}

function codeOf(unit: number): number {
  return classNames.indexOf(classes[unit] ?? 'separator') + (folds[unit] === undefined ? 16 : 0)
}

/** Neighbours at the same distance from their folds are one run: `A-Z`, or every second letter of Latin Extended. */
function foldRuns(): number[] {
  const folding = units.filter((unit) => (folds[unit] ?? unit) !== unit && !simplified.has(String.fromCharCode(unit)))
  const distances = folding.map((unit) => (folds[unit] ?? unit) - unit)
  const runs: number[] = []
  let last = 0
  for (let at = 0, next = 0; at < folding.length; at = next) {
    const start = folding[at] ?? 0
    const step = Math.min(2, (folding[at + 1] ?? Infinity) - start)
    const goesOn = () => distances[next] === distances[at] && folding[next] === start + (next - at) * step
    for (next = at + 1; goesOn();) next++
    runs.push(start - last, distances[at] ?? 0, next - at, step)
    last = start
  }
  return runs
}

function simplifiedPairs(): Record<string, string> {
  const pairs = [...simplified]
  const narrow = pairs.filter(([from, to]) => from.length + to.length === 2)
  return {
    traditional: narrow.map(([from]) => from).join(''),
    simplified: narrow.map(([, to]) => to).join(''),
    widePairs: pairs
      .filter((pair) => !narrow.includes(pair))
      .flat()
      .join(''),
  }
}

function taiwanWords(): string {
  const phrases = Locale.from.twp?.[0]?.[0]
  if (typeof phrases !== 'string') throw new Error('opencc-js keeps its Taiwan phrases elsewhere now.')
  return phrases
    .split('|')
    .map((pair) =>
      Array.from(pair, (each) => simplified.get(each) ?? each)
        .join('')
        .split(' '),
    )
    .filter(([taiwan = '', mainland]) => /^\p{Script=Han}{2,}$/u.test(taiwan) && taiwan !== mainland)
    .map((pair) => pair.join(' '))
    .join('|')
}

function writeTable(name: string, content: { says: string; source?: string; tables: Record<string, string> }): void {
  const header = ['Generated by scripts/generate-text-tables.ts.', content.says, content.source ?? '']
    .filter((line) => line !== '')
    .map((line) => ` * ${line}\n`)
  const tables = Object.entries(content.tables).map(
    ([key, value]) => `export const ${key} = ${JSON.stringify(value)}\n`,
  )
  write(`${name}.ts`, `/**\n${header.join('')} */\n${tables.join('\n')}`)
}

function write(name: string, text: string): void {
  const file = fileURLToPath(new URL(`../packages/text/src/tables/${name}`, import.meta.url))
  writeFileSync(file, text)
  execFileSync('oxfmt', [file])
}
