import type { StoreView } from '../../../ports/store.ts'
import { estimateTokens } from '../../../text/tokens.ts'
import type { ConversationMessage } from '../assemble.ts'
import { citeChat } from '../cite.ts'
import { answerIn, firstLines, MOST_OF_REPLY } from '../replies.ts'
import type { ChatResult, ChatSnippet } from './shapes.ts'
import type { ShownChat } from './shown.ts'

/** A question that was found is of little use without what was answered: the best come with it, as long as there is room. */
export async function withReplies(
  results: readonly ChatResult[],
  shown: readonly ShownChat[],
  { view, budget }: { readonly view: StoreView; readonly budget: number },
): Promise<ChatResult[]> {
  let left = budget - estimateTokens(JSON.stringify(results))
  const replied: ChatResult[] = []
  for (const [at, result] of results.entries()) {
    const snippets: ChatSnippet[] = []
    for (const snippet of result.snippets) {
      const reply = left > 0 ? await replyTo(snippet, shown[at], view) : undefined
      const cost = reply ? estimateTokens(JSON.stringify(reply)) : 0
      const fits = reply !== undefined && cost <= left
      if (fits) left -= cost
      snippets.push(fits ? { ...snippet, reply } : snippet)
    }
    replied.push({ ...result, snippets })
  }
  return replied
}

async function replyTo(
  { messageId, role, source }: ChatSnippet,
  chat: ShownChat | undefined,
  view: StoreView,
): Promise<ChatSnippet['reply']> {
  if (!chat || role !== 'user' || source !== 'content') return undefined
  const at = chat.thread.findIndex(({ id }) => id === messageId)
  const branch = chat.thread[at]?.branch
  const answer = answerIn(chat.thread.slice(at + 1).filter((message) => message.branch === branch))
  if (at < 0 || !answer) return undefined
  return {
    text: firstLines(await wordsOf(answer, view), MOST_OF_REPLY),
    citation: citeChat(chat.entry, { id: answer.id, document: answer.document }),
  }
}

async function wordsOf({ pieces }: ConversationMessage, view: StoreView): Promise<string> {
  const said = pieces.filter(({ kind }) => kind === 'text')
  const texts = await view.bodies([...new Set(said.map(({ document }) => document))])
  return said.map(({ document, start, end }) => (texts.get(document) ?? '').slice(start, end)).join('\n')
}
