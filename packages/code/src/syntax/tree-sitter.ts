import { onceFor } from '@wuku/core/once'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Language, Parser, Range } from 'web-tree-sitter'
import type { HiddenLines, Syntax } from '@wuku/core/ports/syntax'
import { setFlagsFromString } from 'node:v8'

/**
 * A text that takes more steps is read without a tree. Steps are counted, since a busy machine must not change the contents
 * of the index; each is about a tenth of a millisecond. None of 4,000 honest files took more than one for 58 characters.
 */
const CHARS_OF_STEP = 32
const FEWEST_STEPS = 1_000
/** Steps of hostile text may be slow. */
const TIMEOUT_MS = 15_000

const unpack = promisify(brotliDecompress)

/** One that loads in no time. */
const SMALL = 'lua'

/** Grammars lie in `folder`, compressed; each is loaded when a text first needs it, and kept. One thread has one. */
export function openTreeSitter(folder: URL): Syntax {
  const ready = new Map<string, Language>()
  let starting: Promise<Parser> | undefined
  let parser: Parser | undefined
  let broken: Error | undefined

  const start = async (): Promise<Parser> => {
    const { Parser } = await import('web-tree-sitter')
    await Parser.init({ wasmBinary: await bytesOf(folder, 'runtime') })
    return (parser = new Parser())
  }
  const loadOne = async (grammar: string): Promise<Language> => {
    const started = await (starting ??= start())
    const { Language } = await import('web-tree-sitter')
    const language = await Language.load(await bytesOf(folder, grammar))
    if (hasHugeLexer(grammar)) compileLexer(started, language, await known(SMALL))
    ready.set(grammar, language)
    return language
  }
  const known = onceFor(loadOne)
  return {
    async load(grammars) {
      await Promise.all(grammars.map(known))
    },
    parse(grammar, text, visit, hidden = []) {
      const language = ready.get(grammar)
      if (broken) throw broken
      if (!parser || !language) return undefined
      try {
        parser.setLanguage(language)
        const tree = parser.parse(...shown(text, hidden))
        if (!tree) return forget(parser)
        try {
          return visit(tree.rootNode)
        } finally {
          tree.delete()
        }
      } catch (error) {
        if (error instanceof Error && OVERRUN.has(error.name)) broken = new Error(TOO_DEEP, { cause: error })
        throw broken ?? error
      }
    },
  }
}

/**
 * The stack of the parser is its own, and what runs over it may have written anywhere: nothing is parsed in this thread any
 * more, and the file is refused.
 */
const TOO_DEEP = 'it is nested too deeply'
const OVERRUN: ReadonlySet<string> = new Set(['RuntimeError', 'RangeError'])

/** Each part is given to the parser when it comes to it, and no more than that part. */
function shown(text: string, hidden: readonly HiddenLines[]): Parameters<Parser['parse']> {
  const progressCallback = impatience(text.length)
  if (hidden.length === 0) return [text, null, { progressCallback }]
  const includedRanges = shownRanges(text, hidden)
  let at = 0
  const read = (index: number): string => {
    if (index < (includedRanges[at]?.startIndex ?? text.length)) at = 0
    while (index >= (includedRanges[at]?.endIndex ?? text.length) && at < includedRanges.length) at++
    return text.slice(index, includedRanges[at]?.endIndex ?? index)
  }
  return [read, null, { includedRanges, progressCallback }]
}

function shownRanges(text: string, hidden: readonly HiddenLines[]): Range[] {
  const ends = [...hidden.map(({ start, row }) => ({ index: start, row })), { index: text.length, row: MAX_ROWS }]
  const starts = [{ index: 0, row: 0 }, ...hidden.map(({ end, endRow }) => ({ index: end, row: endRow }))]
  return starts.map((start, at) => {
    const end = ends[at] ?? start
    const startPosition = { row: start.row, column: 0 }
    const endPosition = { row: end.row, column: 0 }
    return { startIndex: start.index, endIndex: end.index, startPosition, endPosition }
  })
}

/** The last part ends with the text, in whatever row that is. */
const MAX_ROWS = 2 ** 31 - 1

/** Asked at each step whether it has been enough. */
function impatience(length: number): () => boolean {
  const until = performance.now() + TIMEOUT_MS
  let steps = FEWEST_STEPS + length / CHARS_OF_STEP
  return () => --steps < 0 || performance.now() > until
}

/** A parser that gave up would go on with the old text next time. */
function forget(parser: Parser): undefined {
  parser.reset()
  return undefined
}

const bytesOf = async (folder: URL, name: string): Promise<Uint8Array> =>
  unpack(await readFile(new URL(`${name}.wasm.br`, folder)))

/**
 * Grammars whose lexer is one function of 50 to 430 KB. V8 compiles frequent functions a second time, better, which takes
 * 100 MB for such a function, 600 MB for Kotlin's and 3 GB for Swift's, and longer than it saves: 0.7 MB of Bash are
 * parsed in 0.25 s of CPU without it instead of 0.5, 4 MB of Kotlin in 1.6 instead of 2.1, 18 MB of Ruby in the same 4.7.
 */
const huge: ReadonlySet<string> = new Set(['bash', 'c-sharp', 'cpp', 'css', 'elixir', 'kotlin', 'ruby', 'swift'])

export const hasHugeLexer = (grammar: string): boolean => huge.has(grammar)

/**
 * Has the lexer of `language` compiled once and for all. A function is compiled when it is first called, so an empty text
 * is parsed; with `small` before it, since what both languages share is to be compiled as well as it can be.
 */
function compileLexer(parser: Parser, language: Language, small: Language): void {
  // Other versions of Node may not know the flag, and would say so on standard error.
  if (!process.versions.node.startsWith('24.')) return
  parseNothing(parser, small)
  setFlagsFromString(`--wasm-tier-up-filter=${NO_FUNCTION}`)
  try {
    parseNothing(parser, language)
  } finally {
    setFlagsFromString(`--wasm-tier-up-filter=${ANY_FUNCTION}`)
  }
}

/** Numbers of functions. A module's own functions come after the given ones, of which there is always one. */
const NO_FUNCTION = 0
const ANY_FUNCTION = -1

function parseNothing(parser: Parser, language: Language): void {
  parser.setLanguage(language)
  parser.parse('')?.delete()
}
