import { sha1 } from '../corpus.ts'
import { languageOf, languages, prose, type Language } from './language.ts'

export interface Query {
  readonly kind: QueryKind
  readonly language: Language
  readonly text: string
}

export interface Questions {
  readonly queries: readonly Query[]
  /** Others of the same kinds, which come first where a server is to be warm. */
  readonly warmUp: readonly Query[]
}

/** 100 of each language. */
const counts = {
  title: 25,
  'two words': 20,
  identifier: 15,
  phrase: 15,
  question: 15,
  'common word': 10,
} as const
export type QueryKind = keyof typeof counts
export const queryKinds = Object.keys(counts) as readonly QueryKind[]

/** How a language makes queries out of a document; nothing where the document has none. */
interface Maker {
  title(document: string): string | undefined
  words(document: string): readonly string[]
  phrase(document: string): string | undefined
  ask(title: string, at: number): string
}

/** Makers start at the other end for those that come first. */
export function questionsAbout(documents: readonly string[]): Questions {
  const queries = makeQueries(documents)
  const asked = new Set(queries.map(({ text }) => text))
  return { queries, warmUp: makeQueries(documents.toReversed()).filter(({ text }) => !asked.has(text)) }
}

/** The same queries for the same documents: each kind starts at another document, and kinds and languages come mixed. */
const makeQueries = (documents: readonly string[]): readonly Query[] =>
  languages
    .flatMap((language) =>
      makeIn(
        language,
        documents.filter((document) => languageOf(document) === language),
      ),
    )
    .toSorted((a, b) => (sha1(a.text) < sha1(b.text) ? -1 : 1))

function makeIn(language: Language, documents: readonly string[]): readonly Query[] {
  const maker = makers[language]
  const common = commonWords(documents, maker)
  const make: Record<QueryKind, (document: string, at: number) => string | undefined> = {
    title: maker.title,
    'two words': (document) => twoWords(maker.words(document), common),
    identifier,
    phrase: (document) => quote(maker.phrase(document)),
    question: (document, at) => map(maker.title(document), (title) => maker.ask(title, at)),
    'common word': (_, at) => common[at * 3],
  }
  return queryKinds.flatMap((kind, nth) =>
    take(rotate(documents, nth * 97), make[kind], counts[kind]).map((text) => ({ kind, language, text })),
  )
}

function take(
  documents: readonly string[],
  make: (document: string, at: number) => string | undefined,
  most: number,
): readonly string[] {
  const made = new Set<string>()
  for (const [at, document] of documents.entries()) {
    const text = make(document, at)
    if (text) made.add(text)
    if (made.size === most) break
  }
  return [...made]
}

const rotate = <T>(items: readonly T[], by: number): readonly T[] => {
  const start = items.length === 0 ? 0 : by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

/** Words by the number of documents that hold them, the commonest first. */
function commonWords(documents: readonly string[], maker: Maker): readonly string[] {
  const holders = new Map<string, number>()
  for (const document of documents)
    for (const word of new Set(maker.words(document))) holders.set(word, (holders.get(word) ?? 0) + 1)
  return [...holders].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([word]) => word)
}

/** Two words of one document that are not among the hundred commonest. */
function twoWords(words: readonly string[], common: readonly string[]): string | undefined {
  const usual = new Set(common.slice(0, 100))
  const [first, second] = [...new Set(words)]
    .filter((word) => !usual.has(word))
    .toSorted((a, b) => (sha1(a) < sha1(b) ? -1 : 1))
  return first && second && `${first} ${second}`
}

const identifier = (document: string): string | undefined =>
  /\b(?:[a-z]+[A-Z]\w{2,30}|[A-Z][a-z]+[A-Z]\w{2,30}|[a-z]+_[a-z_]{2,30})\b/.exec(prose(document))?.[0]

const english: Maker = {
  title: (document) => map(headingOf(document), (heading) => heading.slice(0, 80)),
  words: (document) => (prose(document).match(/\b[a-z]{4,20}\b/gi) ?? []).map((word) => word.toLowerCase()),
  phrase: (document) => /^[A-Z][a-z]+ ([a-z]+(?: [a-z]+){3})\b/m.exec(prose(document))?.[1],
  ask: (title, at) =>
    [
      `How do I use ${title}?`,
      `What is ${title} and when should I use it?`,
      `Where is ${title} documented?`,
      `Why does ${title} fail?`,
    ][at % 4] ?? title,
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

const chinese: Maker = {
  title: (document) => headingOf(document) ?? /\p{sc=Han}[\p{sc=Han}A-Za-z]{3,15}/u.exec(prose(document))?.[0],
  words: (document) =>
    (prose(document).match(/\p{sc=Han}+/gu) ?? []).flatMap((run) =>
      [...segmenter.segment(run)].map(({ segment }) => segment).filter((word) => word.length > 1),
    ),
  phrase: (document) => /[，。](\p{sc=Han}{6})/u.exec(prose(document))?.[1],
  ask: (title, at) =>
    [`${title}应该怎么用？`, `什么是${title}？`, `为什么需要${title}？`, `${title}有哪些优点和缺点？`][at % 4] ?? title,
}

/** From the front matter or the first heading, without targets of links and marks that mean something in Markdown or a query. */
const headingOf = (document: string): string | undefined =>
  map(
    /^(?:title:|#{1,3} )\s*(.+)$/m.exec(document)?.[1],
    (found) =>
      found
        .replaceAll(/\]\([^)]*\)/g, '')
        .replaceAll(/["'`*#[\]|\\-]+/g, ' ')
        .trim() || undefined,
  )

const quote = (text: string | undefined): string | undefined => map(text, (found) => `"${found}"`)

const map = <T, U>(value: T | undefined, change: (value: T) => U): U | undefined =>
  value === undefined ? undefined : change(value)

const makers: Readonly<Record<Language, Maker>> = { en: english, zh: chinese }
