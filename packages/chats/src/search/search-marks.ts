import type { ChunkId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { roles, type Role } from '../conversation.ts'
import { markFamilies, type SnippetSource } from '../record.ts'
import type { SearchInput } from './chat-search-shapes.ts'

/** Which chunks count, as the store is asked. */
export interface Marks {
  readonly required: readonly string[]
  readonly excluded: readonly string[]
}

const sourceTerm = (source: SnippetSource): string => markTerm(markFamilies.source, source)
const roleTerm = (role: Role): string => markTerm(markFamilies.role, role)

/** Kinds of text that are searched. Nobody says a title: where roles are asked for, it counts only when it alone is. */
export function sourcesOf(requested: SearchInput): readonly SnippetSource[] {
  const { scope, include_tools_in_search: withTools } = requested
  if (scope === 'title') return ['title']
  const isWithoutTitles = rolesOf(requested) !== undefined || scope === 'content'
  return ['content', ...(withTools ? (['tool'] as const) : []), ...(isWithoutTitles ? [] : (['title'] as const))]
}

export function rolesOf({ role_filter: filter, user_only: onlyUser }: SearchInput): readonly Role[] | undefined {
  if (onlyUser) return filter === undefined || filter.includes('user') ? ['user'] : []
  return filter === undefined || filter.length === 0 ? undefined : filter
}

/** The chunks of all kinds that are searched. */
export function marksOf(requested: SearchInput): Marks {
  const sources = sourcesOf(requested)
  return { ...withinSources(sources), ...(sources[0] !== 'title' && rolesAdded(sources, requested)) }
}

/** The same without roles: what leaves a conversation out may have been said by anybody. */
export const marksOfScope = (requested: SearchInput): Marks =>
  withinSources(sourcesOf({ ...requested, role_filter: undefined, user_only: false }))

const rolesAdded = (sources: readonly SnippetSource[], requested: SearchInput): Marks => {
  const { required, excluded } = withinSources(sources)
  return { required, excluded: [...excluded, ...otherRoles(rolesOf(requested))] }
}

const allSources: readonly SnippetSource[] = ['content', 'tool', 'title']

const withinSources = (sources: readonly SnippetSource[]): Marks =>
  sources.length === 1
    ? { required: sources.map(sourceTerm), excluded: [] }
    : { required: [], excluded: allSources.filter((source) => !sources.includes(source)).map(sourceTerm) }

/** A message has one role: without the others is with one of these. */
const otherRoles = (requested: readonly Role[] | undefined): readonly string[] =>
  requested === undefined ? [] : roles.filter((role) => !requested.includes(role)).map(roleTerm)

/** Chunks of a page of conversations. */
const MAX_CHUNKS = 64_000

/** Sources of the text in the chunks of some documents. */
export async function classesOf(
  within: DocumentFilter,
  requested: SearchInput,
  view: StoreView,
): Promise<(chunk: ChunkId) => SnippetSource> {
  const [defaultSource = 'content', ...others] = sourcesOf(requested)
  const found = await view.chunks.lexical(
    others.map((source) => ({
      terms: [{ term: sourceTerm(source), weight: 1 }],
      required: [],
      excluded: [],
      within,
      k1: 1,
      depth: MAX_CHUNKS,
    })),
  )
  const classes = new Map<ChunkId, SnippetSource>()
  for (const [at, source] of others.entries()) for (const { chunk } of found[at] ?? []) classes.set(chunk, source)
  return (chunk) => classes.get(chunk) ?? defaultSource
}
