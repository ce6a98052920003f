import type { Grades } from '../quality/metrics.ts'

/** A question with signs in it, and the same without. */
export interface Signed {
  readonly kind: Class
  readonly asked: string
  readonly bare: string
  readonly grades: Grades
}

export const classes = {
  own: 'as people wrote them',
  words: 'any two words of five and more in quotes',
  run: 'words of it in quotes that stand so in the answer',
  chinese: 'a word of it in 「」, “” or 《》',
  code: 'names of it in backticks',
  zhName: 'a name of it in backticks, in a Chinese question',
  zhError: 'a Chinese question with a line of the answer as 报错：“…”',
  flag: 'an option that stands in the answer, or -it',
  error: 'with a line of the answer as error: "…"',
  short: 'two words alone, one run of two in quotes',
} as const

export type Class = keyof typeof classes

export interface Labelled {
  readonly text: string
  readonly grades: Grades
  /** Text of its best answer. */
  readonly answer: string
}

/** Questions made from one question, always the same. */
export function signedFrom({ text, grades, answer }: Labelled): readonly Signed[] {
  const made = (kind: Class, asked: string): readonly Signed[] =>
    asked === bareOf(asked) ? [] : [{ kind, asked, bare: bareOf(asked), grades }]
  if (bareOf(text) !== text) return made('own', text)
  const words = text.split(' ')
  const middle = Math.max(0, Math.floor(words.length / 2) - 1)
  const quoted = (at: number): string =>
    words
      .with(at, `"${words[at]}`)
      .with(at + 1, `${words[at + 1]}"`)
      .join(' ')
  const isWord = (at: number): boolean => [at, at + 1].every((each) => /^[\p{L}\p{N}]+$/u.test(words[each] ?? ''))
  const folded = answer.toLowerCase()
  const run = words.findIndex((word, at) => isWord(at) && folded.includes(`${word} ${words[at + 1]}`.toLowerCase()))
  const pair = words.findIndex((_, at) => isWord(at) && [at, at + 1].every((each) => (words[each] ?? '').length > 4))
  return [
    ...(words.length >= LONGER && isWord(middle) ? made('words', quoted(middle)) : []),
    ...(run >= 0 ? made('run', quoted(run)) : []),
    ...(pair >= 0 ? made('short', `"${words[pair]} ${words[pair + 1]}" ${words.at(-1)}`) : []),
    ...made('chinese', quoteChinese(text)),
    ...made('code', text.replaceAll(NAME, '`$&`')),
    ...made('zhName', zhNamed(text)),
    ...errorOf(text, answer, '报错：“', '”').flatMap((asked) =>
      /\p{Script=Han}/u.test(text) ? made('zhError', asked) : [],
    ),
    ...made('flag', `${text} ${flagIn(answer)}`),
    ...errorOf(text, answer, 'error: "', '"').flatMap((asked) => made('error', asked)),
  ]
}

/** Questions with fewer words are left out: quoting all of one is meant, and no question of order. */
const LONGER = 5

const NAME = /(?<![\w`])(?:\w+(?:[._]\w+)+(?:\(\))?|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)(?![\w`])/g

/** Signs are blanks, and a dash at the beginning of a word is none. */
export const bareOf = (text: string): string =>
  text.replaceAll(/["“”「」『』《》`]/gu, ' ').replaceAll(/(?<=^|\s)-{1,2}(?=[\p{L}\p{N}])/gu, '')

const marks = ['「」', '“”', '《》']

/** The second word, by the dictionary of Node. */
function quoteChinese(text: string): string {
  const words = [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)]
  const longer = words.filter(({ segment }) => /^\p{Script=Han}{2,}$/u.test(segment))
  const chosen = longer[1] ?? longer[0]
  if (!chosen) return text
  const [open, close] = marks[text.length % marks.length] ?? ''
  const { index, segment } = chosen
  return `${text.slice(0, index)}${open}${segment}${close}${text.slice(index + segment.length)}`
}

/** As somebody asks who reads English and writes Chinese. */
function zhNamed(text: string): string {
  const [name] = text.match(NAME) ?? []
  return name === undefined ? text : `\`${name}\` 在哪里定义，怎么用？`
}

const flagIn = (answer: string): string => /(?<=\s)--?[a-z][\w-]*(?=[\s=])/.exec(answer)?.[0] ?? '-it'

/** Part of a sentence of some length, as it would stand in a log. */
function errorOf(text: string, answer: string, ...[before, after]: readonly [string, string]): readonly string[] {
  const line = answer.split(/[\n.。]/).find((each) => each.trim().length > 30 && !/["“「《`]/.test(each))
  return line === undefined ? [] : [`${text} ${before}${line.trim().slice(0, 60).trim()}${after}`]
}
