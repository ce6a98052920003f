import { partOf, fullPathOf } from '@wuku/core/part-paths'
import type { ChunkFacts, StoredDocument } from '@wuku/core/core-types'
import type { LatestRequest, LatestPart } from '@wuku/kernel/base/kind'
import { parseContinuation } from '@wuku/kernel/query/continuation'
import type { TimeSpan } from '@wuku/kernel/query/types'
import { metaOf, recordOf, type MessageRecord } from './record.ts'
import { answerIn, isQuestion } from './replies.ts'

/**
 * The last exchange of each of the newest conversations that a person had: what they said last, or what was answered to
 * a prompt to go on. A conversation that is nothing but such a prompt is the one that asks.
 */
export async function latestExchanges(newest: readonly StoredDocument[], { view, time, limit }: LatestRequest) {
  const ends = lastParts(newest, time).slice(0, limit + SPARE)
  const ids = ends.map(({ id }) => id)
  const [outlines, texts, chunks] = await Promise.all([
    view.documents.outlines(ids),
    view.documents.bodies(ids),
    view.chunks.of(ids),
  ])
  const found = ends.flatMap((document): LatestPart[] => {
    const { messages } = recordOf(outlines.get(document.id))
    const message = lastExchangeMessage(messages, texts.get(document.id) ?? '', time)
    const facts = message && chunkOf(message, chunks.get(document.id) ?? [])
    return facts ? [{ document, facts, at: message.at ?? endOf(document) }] : []
  })
  return found.slice(0, limit)
}

/** Read besides: some have no other message. */
const SPARE = 2

const endOf = (document: StoredDocument): number => metaOf(document).endedAt ?? document.modifiedAt

/** The last part of each conversation within the time, without runs of programs. */
function lastParts(newest: readonly StoredDocument[], { before = Infinity }: TimeSpan): readonly StoredDocument[] {
  const eligible = newest.filter((document) => {
    const { isAutomated, parentAs, turns, startedAt = 0 } = metaOf(document)
    return !isAutomated && parentAs !== 'subagent' && turns > 0 && startedAt < before
  })
  const byConversation = Map.groupBy(eligible, ({ source, path }) => `${source} ${fullPathOf(path)}`)
  return [...byConversation.values()].flatMap((parts) => parts.toSorted(lastFirst).slice(0, 1)).toSorted(lastFirst)
}

const lastFirst = (a: StoredDocument, b: StoredDocument) => endOf(b) - endOf(a) || partOf(b.path) - partOf(a.path)

function lastExchangeMessage(
  messages: readonly MessageRecord[],
  text: string,
  { since = -Infinity, before = Infinity }: TimeSpan,
): MessageRecord | undefined {
  const messagesInWindow = messages.filter(({ at }) => at === undefined || (at >= since && at < before))
  for (let at = messagesInWindow.length - 1; at >= 0; at--) {
    const message = messagesInWindow[at]
    if (!message || !isQuestion(message)) continue
    if (parseContinuation(messageText(message, text)) === undefined) return message
    const answer = answerIn(messagesInWindow.slice(at + 1))
    if (answer) return answer
  }
  return undefined
}

const messageText = ({ pieces: blocks }: MessageRecord, text: string): string =>
  blocks.flatMap(({ kind, start, end }) => (kind === 'text' ? [text.slice(start, end)] : [])).join('\n')

/** Its spoken text, in front of what it calls and carries. */
function chunkOf({ id, pieces: blocks }: MessageRecord, chunks: readonly ChunkFacts[]): ChunkFacts | undefined {
  const firstText = blocks.find(({ kind }) => kind === 'text')
  const own = chunks.filter(({ anchor }) => anchor === id)
  return own.find(({ start }) => firstText !== undefined && start >= firstText.start && start < firstText.end) ?? own[0]
}
