import type { DraftDocument } from '../../../ports/reader.ts'
import type { DraftConversation, DraftMessage, DraftPiece, DraftTitle } from '../conversation.ts'
import { documentPath } from '../paths.ts'
import type { ChatMeta, PartRecord } from '../record.ts'
import { momentOf } from '../time.ts'
import { factsOf, spanOf } from './facts.ts'
import { layOut } from './layout.ts'
import { packNotes } from './notes.ts'
import { plainTitle, titleFrom, titleWithout } from './title.ts'

export interface Place {
  /** From 1, of the file that it stands in. */
  readonly part: number
  readonly modifiedAt: number
}

/** A conversation, or a part of one, as the document that is stored, found and read. */
export function documentOf(told: DraftConversation, { part, modifiedAt }: Place): DraftDocument {
  const conversation = tidy(told)
  const kept = conversation.messages.filter(({ pieces }) => pieces.length > 0).map(withoutInnerKeys)
  const title = titleOf(conversation, part)
  const heading = title?.text ?? untitled(conversation, { part, modifiedAt })
  const { text, messages, cuts } = layOut(heading, kept)
  const facts = factsOf({ conversation, kept, title })
  return {
    path: documentPath(conversation.id, { part, beside: conversation.beside }),
    title: heading,
    text,
    meta: packFacts(facts),
    ...(facts.endedAt !== undefined && { modifiedAt: facts.endedAt }),
    cuts,
    notes: packNotes({
      record: { messages, ...connections(conversation) },
      isTitled: title !== undefined,
      isNamed: title !== undefined && title.given !== 'firstLine',
    }),
  }
}

/** Only at the borders of parts are messages known by them. */
function withoutInnerKeys(message: DraftMessage, at: number, all: readonly DraftMessage[]): DraftMessage {
  if (at === 0 || at === all.length - 1) return message
  const { key: _, ...rest } = message
  return rest
}

/** Whether there is anything to keep: words, or what later parts say about earlier ones. */
export const isEmpty = (told: DraftConversation, part: number): boolean =>
  !told.messages.some(({ pieces }) => pieces.some(saysSomething)) && (part === 1 || !hasNews(told))

const hasNews = ({ title, links = [], rewinds = [], leaf }: DraftConversation): boolean =>
  title !== undefined || links.length > 0 || rewinds.length > 0 || leaf !== undefined

const tidy = (told: DraftConversation): DraftConversation => ({
  ...told,
  startedAt: momentOf(told.startedAt),
  endedAt: momentOf(told.endedAt),
  messages: told.messages.map(tidyMessage),
})

function tidyMessage({ at, pieces, ...message }: DraftMessage): DraftMessage {
  const moment = momentOf(at)
  return { ...message, ...(moment !== undefined && { at: moment }), pieces: pieces.filter(saysSomething) }
}

const saysSomething = (piece: DraftPiece): boolean =>
  piece.kind === 'call' || piece.kind === 'attachment' || /\S/.test(piece.text)

/** Later parts are named only by what they themselves tell: the words of a user in their midst begin nothing. */
function titleOf({ title, messages }: DraftConversation, part: number): DraftTitle | undefined {
  const given = plainTitle(title?.text ?? '')
  if (title && given !== '') return { text: given, given: title.given }
  const first = part === 1 ? titleFrom(messages) : undefined
  return first === undefined ? undefined : { text: first, given: 'firstLine' }
}

function untitled(conversation: DraftConversation, { part, modifiedAt }: Place): string {
  const { startedAt, endedAt } = spanOf(conversation)
  return titleWithout(conversation.agent, startedAt ?? endedAt ?? modifiedAt) + (part === 1 ? '' : ` (part ${part})`)
}

/** A message without words is nothing to show, and still connects those before and after it. */
function connections({ links = [], leaf, rewinds = [], messages }: DraftConversation): Omit<PartRecord, 'messages'> {
  const silent = messages.flatMap(({ id, parent, pieces }) =>
    pieces.length === 0 && typeof parent === 'string' ? [[id, parent] as const] : [],
  )
  const all = [...links, ...silent]
  return {
    ...(all.length > 0 && { links: all }),
    ...(leaf !== undefined && { leaf }),
    ...(rewinds.length > 0 && { rewinds }),
  }
}

/** Plain values all the way down; only the type of an interface does not say so. */
const packFacts = (facts: ChatMeta): DraftDocument['meta'] => facts as unknown as DraftDocument['meta']
