import { hash } from 'node:crypto'
import { maskSecrets } from '../../../text/secrets.ts'
import type { DraftConversation, DraftMessage, Rewind } from '../conversation.ts'

/**
 * Ids are stored, shown, cited and typed, so that one which no program means seriously gets another name: what cannot be
 * seen or written, what is endless, what is a key. It is the same in every part and in every run.
 */
export function withPlainIds(told: DraftConversation): DraftConversation {
  const ids = idsIn(told)
  if (!ids.some(isStrange) && isClean(ids.join('\n'))) return told
  const { parent, leaf, links, rewinds } = told
  return {
    ...told,
    id: plainId(told.id),
    ...(parent && { parent: { ...parent, id: plainId(parent.id) } }),
    ...(leaf !== undefined && { leaf: plainId(leaf) }),
    ...(links && { links: links.map(([id, before]) => [plainId(id), plainId(before)] as const) }),
    ...(rewinds && { rewinds: rewinds.map(plainRewind) }),
    messages: told.messages.map(plainMessage),
  }
}

function idsIn({ id, parent, leaf, links = [], rewinds = [], messages }: DraftConversation): readonly string[] {
  const ids = new Set<string | null | undefined>([id, parent?.id, leaf, ...links.flat()])
  for (const rewind of rewinds) if ('to' in rewind) ids.add(rewind.to)
  for (const message of messages) ids.add(message.id).add(message.parent)
  return [...ids].filter((each) => typeof each === 'string')
}

const plainId = (id: string): string =>
  isStrange(id) || !isClean(id) ? `id-${hash('sha256', JSON.stringify(id), 'hex').slice(0, 24)}` : id

const MOST_CHARACTERS = 300

/** In a citation they mean something else: a folder, lines, nothing. */
const UNCITABLE = /^(?:\.{1,2}|L\d+(?:-L?\d+)?|\s*)$/

const isStrange = (id: string): boolean =>
  id.length > MOST_CHARACTERS || UNCITABLE.test(id) || /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u.test(id)

const isClean = (text: string): boolean => maskSecrets(text).found.length === 0

const plainRewind = (rewind: Rewind): Rewind => ('to' in rewind ? { to: plainId(rewind.to) } : rewind)

const plainMessage = ({ parent, ...message }: DraftMessage): DraftMessage => ({
  ...message,
  id: plainId(message.id),
  ...(parent !== undefined && { parent: parent === null ? null : plainId(parent) }),
})
