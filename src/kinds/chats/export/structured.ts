import { withoutHiddenWithin } from '../../../text/hidden-characters.ts'
import { tellChat } from '../gathering/chat-info.ts'
import { tellMessage, type Texts } from '../gathering/tell.ts'
import { partsOf, plain, shownOf, type Exported, type Fragment, type Wanted } from './fragments.ts'

/** One list of conversations, a line a message. */
export function writeJson(exported: Exported, wanted: Wanted): readonly Fragment[] {
  const { isFirst, isLast } = exported
  const [open, close] = [plain(isFirst ? '[\n' : ',\n'), plain(isLast ? '\n]\n' : '')]
  return [open, ...writeObject(exported, wanted, '\n'), close]
}

/** A line a conversation. */
export const writeJsonLines = (exported: Exported, wanted: Wanted): readonly Fragment[] => [
  ...writeObject(exported, wanted, ''),
  plain('\n'),
]

/** As gather_chats tells it. */
function writeObject({ conversation, ages }: Exported, wanted: Wanted, gap: string): readonly Fragment[] {
  const chat = JSON.stringify(withoutHiddenWithin(tellChat(conversation, ages)))
  const parts = partsOf(wanted)
  const messages = shownOf(conversation, wanted).map((message, at) => ({
    messages: [message],
    write: (texts: Texts) =>
      `${at === 0 ? '' : ','}${gap}${JSON.stringify(withoutHiddenWithin(tellMessage(message, texts, parts)))}`,
  }))
  return [plain(`{"chat":${chat},"messages":[`), ...messages, plain(`${gap}]}`)]
}
