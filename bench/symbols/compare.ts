import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from './plain-code.ts'
import { SOURCE } from '../code/ask.ts'
import type { Product } from '../house/build.ts'
import { leftOut } from './left-out.ts'
import { tagsOf, type Tag } from './ctags.ts'
import { openTree, parsedFiles, type SymbolTree } from './trees.ts'

export interface HeldTag extends Tag {
  readonly repository: string
  readonly isHeld: boolean
  /** Why nobody wants it in an outline; none, if it is wanted. */
  readonly reason: string | undefined
}

/** Every definition that ctags finds in the files of a repository, and whether their outlines have it. */
export async function compareSymbols(tree: SymbolTree): Promise<readonly HeldTag[]> {
  const product = await openTree(tree)
  try {
    const paths = (await parsedFiles(product)).map(({ path }) => path)
    const tags = Map.groupBy(await tagsOf(tree.tree, paths), ({ path }) => path)
    const held: HeldTag[] = []
    for (let at = 0; at < paths.length; at += FILES_AT_ONCE) {
      const some = paths.slice(at, at + FILES_AT_ONCE)
      const outlines = await outlinesOf(product, some)
      for (const path of some) {
        const text = MISLEADING.test(path) ? codeOf(readFileSync(join(tree.tree, path), 'utf8'), languageOf(path)) : []
        for (const tag of tags.get(path) ?? [])
          held.push(await judge(tag, outlines.get(path) ?? [], { product, repository: tree.name, text }))
      }
    }
    return held
  } finally {
    await product.close()
  }
}

const FILES_AT_ONCE = 20

/** Languages of which ctags reads examples in comments and documentation like code. */
const MISLEADING = /\.(?:lua|exs?)$/
const languageOf = (path: string): string => (path.endsWith('.lua') ? 'lua' : 'elixir')

interface OutlineLine {
  readonly start: number
  readonly end: number
  readonly says: string
}

async function outlinesOf(product: Product, path: readonly string[]) {
  const { files } = await product.call<Outlines>('file_outline', {
    path,
    project_path: SOURCE,
    docs: false,
    budget: 1_000_000,
  })
  return new Map(files.map((file) => [file.path, file.outline.split('\n').flatMap(readLine)]))
}

interface Outlines {
  readonly files: readonly { readonly path: string; readonly outline: string }[]
}

function readLine(line: string): readonly OutlineLine[] {
  const [, start, end = start, says = ''] = /^\s*(\d+)(?:-(\d+))? (.*)$/.exec(line) ?? []
  return start === undefined ? [] : [{ start: Number(start), end: Number(end), says }]
}

/** Decorators, templates and comments may begin it some lines earlier. */
const NEAR = 4

interface Judging {
  readonly product: Product
  readonly repository: string
  /** Lines of the file without comments and strings, where these mislead ctags. */
  readonly text: readonly string[]
}

async function judge(
  tag: Tag,
  outline: readonly OutlineLine[],
  { product, repository, text }: Judging,
): Promise<HeldTag> {
  const reason = leftOut(tag, text) ?? (isLocal(tag, outline) ? 'stands within a function' : undefined)
  const isHeld = isIn(outline, tag) || (reason === undefined && (await isFound(tag, product)))
  return { ...tag, repository, isHeld, reason }
}

const isIn = (outline: readonly OutlineLine[], { name, line }: Tag): boolean =>
  outline.some(({ start, says }) => start <= line && line - start <= NEAR && says.includes(asWritten(name)))

/** Operators of C++ without a blank, and accessors of Ruby without the sign of their writer. */
const asWritten = (name: string): string => name.replace(/^operator (?!\w)/, 'operator').replace(/(?<=\w)=$/, '')

/** How functions of languages begin for which ctags does not say, or not whole, what is around a name. */
const functions: Readonly<Record<string, RegExp>> = {
  JavaScript:
    /^(?!(?:export )?(?:default )?(?:class|interface|enum)\b).*(?:=>|\bfunction\b|\)|(?:=|default) (?:async )?\w+$)/,
  Lua: /\bfunction\b/,
  Python: /^(?:async )?def\b/,
  Rust: /\bfn\s/,
  Go: /^func\b/,
  Elixir: /^(?:defp?|defmacrop?|test|describe)\b/,
  'C++': /^(?!(?:template\s*<.*>\s*)?(?:class|struct|union|enum|namespace|typedef|using)\b).*\)/,
}

const isLocal = ({ language, line }: Tag, outline: readonly OutlineLine[]): boolean => {
  const begins = functions[language === 'TypeScript' ? 'JavaScript' : language]
  return (
    begins !== undefined && outline.some(({ start, end, says }) => start < line && line <= end && begins.test(says))
  )
}

/** The signature in an outline ends at the body, and some names stand behind it. */
async function isFound({ name, path, line }: Tag, product: Product): Promise<boolean> {
  const { symbols } = await product
    .call<Found>('find_symbol', {
      name: asWritten(name),
      project_path: SOURCE,
      match: 'exact',
      max_results: 200,
      budget: 200_000,
    })
    .catch(() => ({ symbols: [] }))
  return symbols.some((each) => each.path === path && each.startLine <= line && line <= each.endLine + 1)
}

interface Found {
  readonly symbols: readonly { readonly path: string; readonly startLine: number; readonly endLine: number }[]
}
