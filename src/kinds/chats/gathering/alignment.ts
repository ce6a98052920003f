import type { Conversation, ConversationMessage } from '../assemble.ts'
import type { Aligned } from './shapes.ts'
import { contentOf, type Texts } from './tell.ts'

/** Places of one message in one conversation; "go on" stands in some hundred times. */
const MOST_PLACES = 10

/** What somebody says in every one of the conversations, whatever case and spaces it is written with; earliest first. */
export function alignConversations(conversations: readonly Conversation[], texts: Texts): readonly Aligned[] {
  if (conversations.length < 2) return []
  const said = conversations.map(({ messages }) => Map.groupBy(messages, (message) => signatureOf(message, texts)))
  const [first, ...others] = said
  const shared = [...(first?.keys() ?? [])].filter(
    (signature) => !signature.endsWith(BETWEEN) && others.every((each) => each.has(signature)),
  )
  return shared
    .map((signature) => said.map((each) => each.get(signature) ?? []))
    .map((places) => ({ places, earliest: earliestOf(places.flat()) }))
    .toSorted((a, b) => (a.earliest.at ?? Infinity) - (b.earliest.at ?? Infinity) || 0)
    .map(({ places, earliest }) => ({
      role: earliest.role,
      content: contentOf(earliest, texts),
      refs: places.flatMap((messages, chat) => messages.slice(0, MOST_PLACES).map((each) => placeOf(each, chat + 1))),
    }))
}

const BETWEEN = '\u001f'

const signatureOf = (message: ConversationMessage, texts: Texts): string =>
  message.role + BETWEEN + plain(contentOf(message, texts))

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('\r', '')
    .replaceAll(/[\n\t]/g, ' ')
    .trim()
    .replaceAll(/ {2,}/g, ' ')

/** At least one is given. */
const earliestOf = (messages: readonly ConversationMessage[]): ConversationMessage =>
  messages.reduce((first, each) => ((each.at ?? Infinity) < (first.at ?? Infinity) ? each : first))

const placeOf = ({ index, id }: ConversationMessage, chatIdx: number): Aligned['refs'][number] => ({
  chatIdx,
  index,
  messageIdPrefix: id.slice(0, 8),
})
