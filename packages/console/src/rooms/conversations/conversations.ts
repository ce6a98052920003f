import { api, runOperation, told, type Answer } from '../../api/client.ts'
import type { paths } from '../../../schema.d.ts'

export type Listing = Answer<'/api/v1/chats'>
export type ListedConversation = Listing['list'][number]
export type Choices = Listing['choices']
export type Found = Answer<'/api/v1/chats/search', 'post'>
export type FoundConversation = Found['results'][number]
export type Timeline = Answer<'/api/v1/chats/timeline'>
export type Stats = Answer<'/api/v1/chats/stats'>
export type ConversationView = Answer<'/api/v1/chats/{conversation}'>
export type Message = ConversationView['messages'][number]
export type Part = Message['parts'][number]
export type TouchedFile = ConversationView['files'][number]
export type FileHistory = Answer<'/api/v1/chats/files'>

export type ReadQuery = NonNullable<paths['/api/v1/chats/{conversation}']['get']['parameters']['query']>

export const readConversation = async (
  conversation: string,
  query: ReadQuery,
  signal?: AbortSignal,
): Promise<ConversationView> =>
  told(
    api.GET('/api/v1/chats/{conversation}', {
      params: { path: { conversation }, query },
      ...(signal && { signal }),
    }),
  )

/** All pages of an export, as one text. */
export async function exportConversation(id: string, format: 'markdown' | 'json'): Promise<string> {
  const pages: string[] = []
  let cursor: string | null = null
  do {
    const page = (await runOperation('export_conversation', {
      chatIds: [id],
      format,
      include_tools: true,
      include_thinking: format === 'json',
      max_chars: 4_000_000,
      ...(cursor !== null && { cursor }),
    })) as { readonly content: string; readonly cursor: string | null }
    pages.push(page.content)
    ;({ cursor } = page)
  } while (cursor !== null)
  return pages.join('')
}

/** Minutes ahead of UTC: days begin at the midnight of whoever reads. */
export const utcOffset = (): number => -new Date().getTimezoneOffset()

/** Where a conversation is read; from a message on, and with words to look for. */
export function addressOfConversation(
  id: string,
  { message, branch, find, at }: { message?: number; branch?: string; find?: string; at?: string } = {},
): string {
  const query = new URLSearchParams({
    ...(branch !== undefined && branch !== 'main' && { branch }),
    ...(find && { find }),
    ...(at !== undefined && { at }),
  }).toString()
  return `/conversations/${encodeURIComponent(id)}${query && `?${query}`}${message === undefined ? '' : `#m${message}`}`
}

/** The last part of a path, whatever the system calls its slash. */
export const lastName = (path: string): string => path.split(/[\\/]/).findLast(Boolean) ?? path
