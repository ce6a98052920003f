import { partOf, wholeOf } from '../../core/parts.ts'
import type { ChunkFacts, StoredDocument } from '../../core/words.ts'
import type { LatestAsked, LatestPart } from '../../engine/kind.ts'
import { hearContinuation } from '../../engine/search/query/continuing.ts'
import type { TimeSpan } from '../../engine/search/types.ts'
import { metaOf, recordOf, type MessageRecord } from './record.ts'
import { answerIn, isQuestion } from './replies.ts'

/**
 * The last exchange of each of the newest conversations that a person had: what they said last, or what was answered to
 * a prompt to go on. A conversation that is nothing but such a prompt is the one that asks.
 */
export async function latestExchanges(
  newest: readonly StoredDocument[],
  { view, time, limit }: LatestAsked,
): Promise<readonly LatestPart[]> {
  const ends = lastParts(newest, time).slice(0, limit + SPARE)
  const ids = ends.map(({ id }) => id)
  const [outlines, texts, chunks] = await Promise.all([
    view.documents.outlines(ids),
    view.documents.bodies(ids),
    view.chunks.of(ids),
  ])
  const found = ends.flatMap((document): LatestPart[] => {
    const { messages } = recordOf(outlines.get(document.id))
    const message = lastTold(messages, texts.get(document.id) ?? '', time)
    const facts = message && chunkOf(message, chunks.get(document.id) ?? [])
    return facts ? [{ document, facts, at: message.at ?? endOf(document) }] : []
  })
  return found.slice(0, limit)
}

/** Read besides: in some nobody said anything else. */
const SPARE = 2

const endOf = (document: StoredDocument): number => metaOf(document).endedAt ?? document.modifiedAt

/** The last part of each conversation within the time, without runs of programs. */
function lastParts(newest: readonly StoredDocument[], { before = Infinity }: TimeSpan): readonly StoredDocument[] {
  const spoken = newest.filter((document) => {
    const { isAutomated, parentAs, turns, startedAt = 0 } = metaOf(document)
    return !isAutomated && parentAs !== 'subagent' && turns > 0 && startedAt < before
  })
  const byConversation = Map.groupBy(spoken, ({ source, path }) => `${source} ${wholeOf(path)}`)
  return [...byConversation.values()].flatMap((parts) => parts.toSorted(lastFirst).slice(0, 1)).toSorted(lastFirst)
}

const lastFirst = (a: StoredDocument, b: StoredDocument): number =>
  endOf(b) - endOf(a) || partOf(b.path) - partOf(a.path)

function lastTold(
  messages: readonly MessageRecord[],
  text: string,
  { since = -Infinity, before = Infinity }: TimeSpan,
): MessageRecord | undefined {
  const heard = messages.filter(({ at }) => at === undefined || (at >= since && at < before))
  for (let at = heard.length - 1; at >= 0; at--) {
    const message = heard[at]
    if (!message || !isQuestion(message)) continue
    if (hearContinuation(saidIn(message, text)) === undefined) return message
    const answer = answerIn(heard.slice(at + 1))
    if (answer) return answer
  }
  return undefined
}

const saidIn = ({ pieces }: MessageRecord, text: string): string =>
  pieces.flatMap(({ kind, start, end }) => (kind === 'text' ? [text.slice(start, end)] : [])).join('\n')

/** Its spoken text, in front of what it calls and carries. */
function chunkOf({ id, pieces }: MessageRecord, chunks: readonly ChunkFacts[]): ChunkFacts | undefined {
  const spoken = pieces.find(({ kind }) => kind === 'text')
  const own = chunks.filter(({ anchor }) => anchor === id)
  return own.find(({ start }) => spoken !== undefined && start >= spoken.start && start < spoken.end) ?? own[0]
}
