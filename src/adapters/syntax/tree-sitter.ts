import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Language, Parser } from 'web-tree-sitter'
import type { Syntax } from '../../ports/syntax.ts'
import { hasHugeLexer, settleLexer } from './huge-lexers.ts'

/**
 * A text that takes more steps is read without a tree. Steps are counted, since a busy machine must not change what is in the
 * index; each is about a tenth of a millisecond. Of 4,000 honest files none took more than one for 58 characters.
 */
const CHARS_OF_STEP = 32
const FEWEST_STEPS = 1_000
/** Steps of hostile text may be slow. */
const PATIENCE_MS = 15_000

const unpack = promisify(brotliDecompress)

/** One that loads in no time. */
const SMALL = 'lua'

/** Grammars lie in `folder`, compressed; each is loaded when a text first needs it, and kept. One thread has one. */
export function openTreeSitter(folder: URL): Syntax {
  const languages = new Map<string, Promise<Language>>()
  const ready = new Map<string, Language>()
  let starting: Promise<Parser> | undefined
  let parser: Parser | undefined

  const start = async (): Promise<Parser> => {
    const { Parser } = await import('web-tree-sitter')
    await Parser.init({ wasmBinary: await bytesOf(folder, 'runtime') })
    return (parser = new Parser())
  }
  const loadOne = async (grammar: string): Promise<Language> => {
    const started = await (starting ??= start())
    const { Language } = await import('web-tree-sitter')
    const language = await Language.load(await bytesOf(folder, grammar))
    if (hasHugeLexer(grammar)) settleLexer(started, language, await known(SMALL))
    ready.set(grammar, language)
    return language
  }
  const known = (grammar: string): Promise<Language> => {
    const loading = languages.get(grammar) ?? loadOne(grammar)
    languages.set(grammar, loading)
    return loading
  }
  return {
    async load(grammars) {
      await Promise.all(grammars.map(known))
    },
    parse(grammar, text, visit) {
      const language = ready.get(grammar)
      if (!parser || !language) return undefined
      parser.setLanguage(language)
      const tree = parser.parse(text, null, { progressCallback: impatience(text.length) })
      if (!tree) return forget(parser)
      try {
        return visit(tree.rootNode)
      } finally {
        tree.delete()
      }
    },
  }
}

/** Asked at each step whether it has been enough. */
function impatience(length: number): () => boolean {
  const until = performance.now() + PATIENCE_MS
  let steps = FEWEST_STEPS + length / CHARS_OF_STEP
  return () => --steps < 0 || performance.now() > until
}

/** A parser that gave up would go on with the old text next time. */
function forget(parser: Parser): undefined {
  parser.reset()
  return undefined
}

async function bytesOf(folder: URL, name: string): Promise<Uint8Array> {
  return unpack(await readFile(new URL(`${name}.wasm.br`, folder)))
}
