import { withoutHiddenWithin } from '../../../text/hidden-characters.ts'
import type { ConversationMessage } from '../assemble.ts'
import { contentOf, type Texts } from '../gathering/tell.ts'
import { shownOf, type Exported, type Fragment, type Wanted } from './fragments.ts'

/** What somebody asked, in one message or several, and all that was answered. */
interface Pair {
  readonly user: readonly ConversationMessage[]
  readonly assistant: readonly ConversationMessage[]
}

/** A line a question with its answer, in the shape that programs which fine-tune models read. */
export function writePairs({ conversation }: Exported, wanted: Wanted): readonly Fragment[] {
  const spoken = { ...wanted, include_tools: false, include_thinking: false, branches: 'active' } as const
  return pairsOf(shownOf(conversation, spoken)).map(({ user, assistant }) => ({
    messages: [...user, ...assistant],
    write: (texts: Texts) => {
      const [asked, answered] = [user, assistant].map((messages) =>
        messages.map((message) => contentOf(message, texts).trim()).join('\n\n'),
      )
      const messages = [
        { role: 'user', content: asked },
        { role: 'assistant', content: answered },
      ]
      return `${JSON.stringify(withoutHiddenWithin({ messages }))}\n`
    },
  }))
}

function pairsOf(messages: readonly ConversationMessage[]): readonly Pair[] {
  const pairs: { user: ConversationMessage[]; assistant: ConversationMessage[] }[] = []
  for (const message of messages) {
    const last = pairs.at(-1)
    if (message.role === 'user' && last?.assistant.length === 0) last.user.push(message)
    else if (message.role === 'user') pairs.push({ user: [message], assistant: [] })
    else if (message.role === 'assistant') last?.assistant.push(message)
  }
  return pairs.filter(({ assistant }) => assistant.length > 0)
}
