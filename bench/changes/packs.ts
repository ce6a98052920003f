import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base'
import { limits } from '@wuku/core/limits'
import { piecesOf } from '../code/baselines.ts'
import { SOURCE } from '../code/ask.ts'
import type { Lines } from '../code/sets.ts'
import type { Tools } from '../house/build.ts'
import { bm25 } from '../quality/bm25.ts'
import { mean } from '../quality/metrics.ts'
import type { ChangeTask } from './tasks.ts'

/** Code that an answer shows, and what the answer costs. */
export interface Pack {
  readonly pieces: readonly Piece[]
  /** Paths that stand anywhere in it. */
  readonly named: ReadonlySet<string>
  readonly tokens: number
  readonly codeTokens: number
}

interface Piece {
  readonly path: string
  readonly lines: Lines
}

export interface PackScore {
  /** Shares of the changed files that are named, and of which code is shown. */
  readonly named: number
  readonly files: number
  /** Share of the changed lines that are shown. */
  readonly lines: number
  /** Share of the answer's tokens that are code. */
  readonly code: number
  readonly tokens: number
}

export function scorePack({ files }: ChangeTask, { pieces, named, tokens, codeTokens }: Pack): PackScore {
  const shows = (path: string, line: number): boolean =>
    pieces.some((piece) => piece.path === path && piece.lines.start <= line && line <= piece.lines.end)
  const wanted = files.flatMap(({ path, lines }) =>
    lines.flatMap((span) => linesOf(span).map((line) => ({ path, line }))),
  )
  const shown = new Set(pieces.map(({ path }) => path))
  return {
    named: mean(files.map(({ path }) => (named.has(path) ? 1 : 0))),
    files: mean(files.map(({ path }) => (shown.has(path) ? 1 : 0))),
    lines: mean(wanted.map(({ path, line }) => (shows(path, line) ? 1 : 0))),
    code: tokens === 0 ? 0 : codeTokens / tokens,
    tokens,
  }
}

const linesOf = ({ start, end }: Lines): readonly number[] =>
  Array.from({ length: end - start + 1 }, (_, at) => start + at)

/** As an agent asks before it edits, with the task as it was written. */
export async function askPack(product: Tools, task: string, budget: number): Promise<Pack> {
  const { output, told } = await asked(product, task, budget)
  const pieces: (Piece & { text: string })[] = []
  const named = new Set<string>()
  collect(output, '', { pieces, named })
  return {
    pieces,
    named,
    tokens: countTokens(shownIn(told)),
    codeTokens: pieces.reduce((sum, { text }) => sum + countTokens(text), 0),
  }
}

/** Plain text is shown as it is. */
const shownIn = (told: unknown): string => {
  const { plainText = '', ...facts } = Object(told) as Readonly<Record<string, unknown>>
  return String(plainText) + JSON.stringify(facts)
}

/** Versions that take no longer tasks are given the beginning. */
async function asked(product: Tools, query: string, budget: number) {
  const input = { project_path: SOURCE, budget }
  try {
    return await product.told('repo_context_pack', { query, ...input })
  } catch (error) {
    if (query.length <= limits.queryChars) throw error
    return product.told('repo_context_pack', { query: query.slice(0, limits.queryChars), ...input })
  }
}

interface Collected {
  readonly pieces: (Piece & { text: string })[]
  readonly named: Set<string>
}

/** Wherever a snippet stands with its first line; the path is that of the nearest object around. */
function collect(value: unknown, around: string, into: Collected): void {
  if (typeof value === 'string') into.named.add(value.replace(/:\d+(?:-\d+)?$/, ''))
  if (Array.isArray(value)) for (const each of value) collect(each, around, into)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const { path = around, snippet, snippetStartLine, startLine } = value as Readonly<Record<string, unknown>>
  const start = Number(snippetStartLine ?? startLine)
  if (typeof snippet === 'string' && snippet !== '' && Number.isFinite(start))
    into.pieces.push({
      path: String(path),
      lines: { start, end: start + snippet.replace(/\n$/, '').split('\n').length - 1 },
      text: snippet,
    })
  for (const [key, each] of Object.entries(value)) if (key !== 'snippet') collect(each, String(path), into)
}

/** The best pieces of forty lines by BM25, as many as the budget holds. */
export async function packPieces(tree: string): Promise<(task: string, budget: number) => Promise<Pack>> {
  const { pieces, documents } = piecesOf({ tree, root: '' })
  const ready = await bm25.takeIn({ name: tree, language: '', depth: 10, documents, questions: [] })
  return async (text, budget) => {
    const found = await ready.ask({ text, scope: '', grades: new Map(), excluded: new Set() })
    const held: (typeof pieces)[number][] = []
    let tokens = 0
    for (const piece of found.flat().flatMap((id) => pieces[Number(id)] ?? [])) {
      const cost = countTokens(piece.text)
      if (tokens + cost > budget) break
      tokens += cost
      held.push(piece)
    }
    const shown = held.flatMap(({ path, lines }) => (lines ? [{ path, lines }] : []))
    return { pieces: shown, named: new Set(shown.map(({ path }) => path)), tokens, codeTokens: tokens }
  }
}
