import { basename, dirname } from 'node:path'
import { sha1 } from '../../corpus.ts'

export interface Query {
  readonly kind: QueryKind
  readonly text: string
}

/** 200 in all, of what agents ask. */
const counts = { symbol: 60, words: 50, comment: 40, path: 20, 'common word': 15, Chinese: 15 } as const
export type QueryKind = keyof typeof counts
export const queryKinds = Object.keys(counts) as readonly QueryKind[]

interface SourceFile {
  readonly path: string
  readonly text: string
}

/** The same queries for the same files: each kind starts at another file, and the kinds come mixed. */
export function makeQueries(files: readonly SourceFile[]): readonly Query[] {
  const common = commonWords(files)
  const make: Record<QueryKind, (file: SourceFile, at: number) => string | undefined> = {
    symbol: ({ text }) => definedIn(text),
    words: ({ text }) => partsOf(definedIn(text)),
    comment: ({ text }) => commentIn(text),
    path: ({ path }) => `${basename(dirname(path))} ${basename(path).split('.')[0]}`,
    'common word': (_, at) => common[at * 3],
    Chinese: ({ text }, at) => askInChinese(partsOf(definedIn(text)), at),
  }
  return queryKinds
    .flatMap((kind, nth) => take(rotate(files, nth * 97), make[kind], counts[kind]).map((text) => ({ kind, text })))
    .toSorted((a, b) => (sha1(a.text) < sha1(b.text) ? -1 : 1))
}

function take(
  files: readonly SourceFile[],
  make: (file: SourceFile, at: number) => string | undefined,
  most: number,
): readonly string[] {
  const made = new Set<string>()
  for (const [at, file] of files.entries()) {
    const text = make(file, at)
    if (text) made.add(text)
    if (made.size === most) break
  }
  return [...made]
}

const rotate = <T>(items: readonly T[], by: number): readonly T[] => {
  const start = items.length === 0 ? 0 : by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

const definedIn = (text: string): string | undefined =>
  /\b(?:function|class|interface|def|type|struct|fn|func|const|module)\s+(\w{6,40})\b/.exec(text)?.[1]

/** `parseTemplateElement` is three words; a name of one word makes no question. */
function partsOf(name: string | undefined): string | undefined {
  const parts = (name?.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu) ?? []).map((part) => part.toLowerCase())
  return parts.length > 1 ? parts.join(' ') : undefined
}

const commentIn = (text: string): string | undefined =>
  /^\s*(?:\/\/|\*|#)\s+([A-Z][a-z]+(?: [a-z]+){3,10})\b/m.exec(text)?.[1]

const askInChinese = (words: string | undefined, at: number): string | undefined =>
  words && [`${words} 在哪里实现？`, `如何调用 ${words}`, `${words} 的错误处理`][at % 3]

/** By the number of files that hold them, the commonest first. */
function commonWords(files: readonly SourceFile[]): readonly string[] {
  const holders = new Map<string, number>()
  for (const { text } of files)
    for (const word of new Set(text.toLowerCase().match(/\b[a-z]{4,20}\b/g)))
      holders.set(word, (holders.get(word) ?? 0) + 1)
  return [...holders].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([word]) => word)
}
