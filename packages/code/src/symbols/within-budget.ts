import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import { nearest } from '@wuku/text/edits/edit'
import { cutToTokens, estimateTokens } from '@wuku/text/terms/tokens'
import { folderWithin, type Project } from '../code-project.ts'
import type { CodeContext } from '../graph/import-links.ts'

/** Tokens of an answer around its results. */
export const HEAD_TOKENS = 120

export const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value))

/** The first of some results, as long as they fit; a later one never takes the place of an earlier one. The first is always there. */
export function withinBudget<T>(results: readonly T[], budget: number): readonly T[] {
  let left = budget - HEAD_TOKENS
  const fits = results.findIndex((result, at) => (left -= tokensOf(result)) < 0 && at > 0)
  return fits < 0 ? results : results.slice(0, fits)
}

/** Divides a total: short ones get what they ask for, long ones share the rest evenly. */
export function shareOut(wished: readonly number[], total: number): readonly number[] {
  const given = wished.map(() => 0)
  let left = Math.max(0, total)
  const shortestFirst = wished.map((_, at) => at).toSorted((a, b) => (wished[a] ?? 0) - (wished[b] ?? 0))
  for (const [served, at] of shortestFirst.entries()) {
    const share = Math.min(wished[at] ?? 0, Math.floor(left / (wished.length - served)))
    given[at] = share
    left -= share
  }
  return given
}

/** The first lines of a text that fit into so many tokens, and how many lines are left out; of a line that is too long its beginning. */
export function cutLines(text: string, tokens: number): { readonly text: string; readonly omitted: number } {
  if (tokensOf(text) <= tokens) return { text, omitted: 0 }
  // Line breaks and quotes take two characters in a JSON answer.
  const cut = cutToTokens(text, Math.floor(tokens * FOR_QUOTING))
  const end = cut.endsWith('\n') ? cut.length - 1 : cut.lastIndexOf('\n')
  const retained = end > 0 ? cut.slice(0, end) : cut
  return { text: retained, omitted: text.split('\n').length - (retained === '' ? 0 : retained.split('\n').length) }
}

const FOR_QUOTING = 0.9

/** Short ones whole; the long ones share what is left. */
export function cutTexts(texts: readonly string[], tokens: number): readonly ReturnType<typeof cutLines>[] {
  const shares = shareOut(texts.map(tokensOf), tokens)
  return texts.map((text, at) => cutLines(text, shares[at] ?? 0))
}

/** Documents of a project, of one folder of it if the call names one; a folder without files is an error with the nearest. */
export function withinProject(project: Project, under: string | undefined, context: CodeContext): DocumentFilter {
  const folder = folderWithin(project, under)
  if (folder === '') return { sources: [project.source.id] }
  if (!context.paths.all.some((path) => path.startsWith(`${folder}/`) || path === folder))
    throw noFolder(folder, context)
  return { sources: [project.source.id], under: folder }
}

function noFolder(folder: string, { paths }: CodeContext): WukuError {
  const folders = new Set(paths.all.flatMap(foldersOf))
  const near = nearest(folder, folders, { max: 4, limit: 3 })
  return new WukuError(
    'not-found',
    msg('noIndexedFile', { folder: folder.slice(0, 200) }),
    near.length > 0 ? msg('didYouMean', { near: near.join(', ') }) : msg('listFoldersWithRepoMap'),
  )
}

const foldersOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'))
