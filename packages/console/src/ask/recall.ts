import type { LocationQuery } from 'vue-router'
import { api, told, type Answer } from '../api/client.ts'

export type RecallAnswer = Answer<'/api/v1/recall'>
export type Hit = RecallAnswer['hits'][number]

export const KINDS = ['code', 'notes', 'chats', 'pads', 'docs'] as const
export const SINCE = { day: '1d', week: '7d', month: '30d', year: '1y' } as const
export const MODES = ['lexical', 'semantic', 'hybrid'] as const

/** The input of `recall` that an address tells: what the console asks is what an agent would ask. */
export type RecallInput = {
  readonly query: string
  readonly kinds?: readonly string[]
  readonly sources?: readonly string[]
  readonly since?: string
  readonly weak?: true
  readonly mode?: string
}

const textIn = (value: LocationQuery[string] | undefined): string => (typeof value === 'string' ? value.trim() : '')

/** The question of an address: `?q=tides&kinds=notes,code&since=7d`. */
export function inputIn(query: LocationQuery): RecallInput {
  const kinds = textIn(query['kinds']).split(',').filter(Boolean)
  const [source, since, mode] = [textIn(query['source']), textIn(query['since']), textIn(query['mode'])]
  return {
    query: textIn(query['q']),
    ...(kinds.length > 0 && { kinds }),
    ...(source && { sources: [source] }),
    ...(since && { since }),
    ...(textIn(query['weak']) && { weak: true }),
    ...(mode && { mode }),
  }
}

/** The same, as an address has it. */
export const addressOfInput = ({ query, kinds, sources, since, weak, mode }: RecallInput): Record<string, string> => ({
  ...(query && { q: query }),
  ...(kinds && { kinds: kinds.join(',') }),
  ...(sources?.[0] !== undefined && { source: sources[0] }),
  ...(since !== undefined && { since }),
  ...(weak && { weak: 'yes' }),
  ...(mode !== undefined && { mode }),
})

export interface RecallMore {
  readonly limit?: number
  readonly budget?: number
  readonly explain?: boolean
  readonly under?: string
}

/** What the list of a page holds; scores are explained for the hit that is looked at alone. */
export const LISTED = { limit: 20, budget: 8_000 } as const

export const recall = async (input: RecallInput, more: RecallMore, signal?: AbortSignal): Promise<RecallAnswer> =>
  told(api.GET('/api/v1/recall', { params: { query: { ...input, ...more } as never }, ...(signal && { signal }) }))

/** Where a hit is, in words: ids of conversations and pads say nothing to a person. */
export function whereOf({ kind, source, path, line, about, headings }: Hit): string {
  if (kind === 'chats' && about) return about
  if (kind === 'pads') return [source, ...headings].join(' / ')
  return `${source} / ${path}${line ? `:${line}` : ''}`
}
