import type { Answer } from '../../api/client.ts'

export type Source = Answer<'/api/v1/sources'>['sources'][number]

/** Where the console shows what a source holds. */
export function roomOfSource({ kind, name }: Pick<Source, 'kind' | 'name'>): string {
  if (kind === 'pads') return '/pads'
  if (kind === 'docs') return '/libraries'
  const room = { code: '/code', notes: '/notes', chats: '/conversations' }[kind as string] ?? '/ask'
  return `${room}?source=${encodeURIComponent(name)}`
}
