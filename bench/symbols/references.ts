import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SOURCE } from '../code/ask.ts'
import { sha1 } from '../corpus.ts'
import type { Tools } from '../house/build.ts'
import type { HeldTag } from './compare.ts'
import { codeOf } from './plain-code.ts'
import { openTree, parsedFiles, type SymbolTree } from './trees.ts'

/** Uses of one name, by `find_references` and by a search for the word in what is neither comment nor string. */
export interface Referred {
  readonly repository: string
  readonly language: string
  readonly name: string
  readonly words: number
  readonly found: number
  /** It says itself that more may be there. */
  readonly isTold: boolean
  readonly missed: readonly string[]
}

const NAMES = 12

/** Names of functions and types that one place of the repository defines. */
function namesIn(tags: readonly HeldTag[]): readonly HeldTag[] {
  const byName = Map.groupBy(
    tags.filter(({ isHeld, reason, name }) => isHeld && !reason && /^[A-Za-z_]\w{4,}$/.test(name)),
    ({ name }) => name,
  )
  return [...byName.values()]
    .flatMap((own) => (own.length === 1 ? own : []))
    .map((tag) => ({ tag, order: sha1(`${tag.path} ${tag.name}`) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, NAMES)
    .map(({ tag }) => tag)
}

export async function compareReferences(tree: SymbolTree, tags: readonly HeldTag[]): Promise<readonly Referred[]> {
  const product = await openTree(tree)
  try {
    const files = (await parsedFiles(product)).map(({ path, language }) => ({
      path,
      lines: codeOf(readFileSync(join(tree.tree, path), 'utf8'), language),
    }))
    const referred: Referred[] = []
    for (const { name, language } of namesIn(tags)) {
      const word = new RegExp(`(?<![\\w$])${name}(?![\\w$])`)
      const wanted = files.flatMap(({ path, lines }) =>
        lines.flatMap((line, at) => (word.test(line) ? [`${path}:${at + 1}`] : [])),
      )
      const { places, isTold } = await placesOf(product, name)
      const missed = wanted.filter((place) => !places.has(place))
      const found = wanted.length - missed.length
      referred.push({ repository: tree.name, language, name, words: wanted.length, found, isTold, missed })
    }
    return referred
  } finally {
    await product.close()
  }
}

async function placesOf(product: Tools, name: string) {
  const input = { name, project_path: SOURCE, max_results: 1_000, budget: 200_000 }
  const answer = await product.call<References>('find_references', input)
  const defined = answer.definitions.flatMap(({ path, startLine, endLine }) =>
    Array.from({ length: Math.min(endLine, startLine + 4) - startLine + 1 }, (_, at) => `${path}:${startLine + at}`),
  )
  const used = answer.files.flatMap(({ path, lines }) => lines.map(({ line }) => `${path}:${line}`))
  return {
    places: new Set([...defined, ...used]),
    isTold: answer.isBounded || answer.ofNamesakes > 0 || answer.omittedLines > 0,
  }
}

interface References {
  readonly definitions: readonly { readonly path: string; readonly startLine: number; readonly endLine: number }[]
  readonly files: readonly { readonly path: string; readonly lines: readonly { readonly line: number }[] }[]
  readonly isBounded: boolean
  readonly ofNamesakes: number
  readonly omittedLines: number
}
