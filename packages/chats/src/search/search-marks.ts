import type { RequestedMark } from '@wuku/kernel/query/types'
import { roles, type Role } from '../conversation.ts'
import { markFamilies, type SnippetSource } from '../record.ts'
import type { SearchInput } from './chat-search-shapes.ts'

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

/** The chunks of all kinds and roles that are searched. */
export function marksOf(requested: SearchInput): readonly RequestedMark[] {
  const sources = sourcesOf(requested)
  return [...withinSources(sources), ...(sources[0] === 'title' ? [] : otherRoles(rolesOf(requested)))]
}

/** The same without roles: what leaves a conversation out may have been said by anybody. */
export const marksOfScope = (requested: SearchInput): readonly RequestedMark[] =>
  withinSources(sourcesOf({ ...requested, role_filter: undefined, user_only: false }))

const allSources: readonly SnippetSource[] = ['content', 'tool', 'title']

const withinSources = (sources: readonly SnippetSource[]): readonly RequestedMark[] =>
  sources.length === 1
    ? sources.map((value) => ({ family: markFamilies.source, value }))
    : allSources.filter((source) => !sources.includes(source)).map((value) => without(markFamilies.source, value))

/** A message has one role: without the others is with one of these. */
const otherRoles = (requested: readonly Role[] | undefined): readonly RequestedMark[] =>
  requested === undefined
    ? []
    : roles.filter((role) => !requested.includes(role)).map((value) => without(markFamilies.role, value))

const without = (family: string, value: string): RequestedMark => ({ family, value, isNot: true })
