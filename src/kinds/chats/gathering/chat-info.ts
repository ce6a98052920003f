import type { DocumentId, Freshness } from '../../../core/words.ts'
import type { Conversation } from '../assemble.ts'
import { citeChat } from '../catalogue.ts'
import type { ChatInfo } from './shapes.ts'
import { editedIn } from '../said.ts'

/** Edited files that an answer lists. */
const MOST_FILES = 100

/** Facts about a conversation apart from its messages. */
export function tellChat({ entry, messages }: Conversation, ages: ReadonlyMap<DocumentId, Freshness>): ChatInfo {
  const edited = editedIn(messages)
  return {
    id: entry.id,
    title: entry.title,
    messageCount: messages.length,
    timeRange: { from: entry.startedAt, to: entry.endedAt },
    agent: entry.agent,
    ...(entry.project !== undefined && { project: entry.project }),
    ...(entry.branch !== undefined && { branch: entry.branch }),
    ...(entry.parent && { parent: entry.parent }),
    models: [...entry.models],
    files: edited.slice(0, MOST_FILES),
    ...(edited.length > MOST_FILES && { filesOmitted: edited.length - MOST_FILES }),
    inputTokens: entry.inputTokens,
    outputTokens: entry.outputTokens,
    ...(isMissing(entry.documents[0], ages) && { source_missing: true }),
    citation: citeChat(entry),
  }
}

/** Stamp of a document whose file an index run found to be gone. */
export const GONE = 'gone'

function isMissing(
  document: { readonly id: DocumentId; readonly stamp: string } | undefined,
  ages: ReadonlyMap<DocumentId, Freshness>,
): boolean {
  if (!document) return false
  return document.stamp === GONE || ages.get(document.id) === 'missing'
}
