import { writeCitation } from '../../core/citation.ts'
import type { DocumentId } from '../../core/words.ts'
import type { ChatEntry } from './catalogue.ts'

/** A conversation, or one message of it by the part in which it stands. */
export function citeChat(
  { source, documents }: Pick<ChatEntry, 'source' | 'documents'>,
  message?: { readonly id: string; readonly document: DocumentId },
): string {
  const part = documents.find(({ id }) => id === message?.document) ?? documents[0]
  const at = { kind: source.kind, source: source.name, path: part?.path ?? '' }
  return writeCitation(message ? { ...at, anchor: message.id } : at)
}
