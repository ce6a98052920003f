import { writeCitation } from '../../core/citation.ts'
import { partOf, partPath, wholeOf } from '../../core/parts.ts'
import type { ChunkId, DocumentId, StoredDocument } from '../../core/words.ts'
import type { Hit, Told, Turn } from '../../engine/search/types.ts'
import type { StoreView } from '../../ports/store.ts'
import { metaOf, recordOf, type MessageRecord, type PieceRecord } from './record.ts'
import { answerIn, firstLines, isQuestion, lastSegment, MOST_OF_REPLY, type Cut } from './replies.ts'
import { writeDay } from './days.ts'

/** Hits in conversations, with the reply to a question that was found, or the question of what was found. */
export async function tellChats(hits: readonly Hit[], view: StoreView): Promise<ReadonlyMap<ChunkId, Told>> {
  const places = await view.chunks.places(hits.map(({ chunk }) => chunk))
  const starts = new Map(places.map(({ chunk, facts }) => [chunk, facts.start]))
  const parts = partReader(view)
  const tell = async (hit: Hit) => ({ hit, told: await tellChat(hit, starts.get(hit.chunk) ?? 0, parts) })
  return new Map(eachOnce(await Promise.all(hits.map(tell))))
}

/** Leaves out messages around a hit if a better hit shows them: often both a question and its reply are found. */
function eachOnce(hits: readonly { readonly hit: Hit; readonly told: Told }[]): (readonly [ChunkId, Told])[] {
  const shown = new Set<string>()
  return hits.map(({ hit, told }) => {
    const turns = told.turns?.filter(({ citation }) => citation === undefined || !shown.has(citation))
    for (const { citation = hit.citation } of turns ?? []) shown.add(citation)
    return [hit.chunk, { ...told, ...(turns && { turns }) }]
  })
}

/** A part of a conversation, and what comes after or before it where its ends do not say enough. */
interface Part {
  readonly document: StoredDocument
  readonly messages: readonly MessageRecord[]
  readonly text: string
}

interface PartReader {
  read(document: StoredDocument): Promise<Part>
  /** The part so many after it. */
  beside(document: StoredDocument, by: number): Promise<StoredDocument | undefined>
}

/** Several hits may lie in one part. */
function partReader(view: StoreView): PartReader {
  const known = new Map<DocumentId, Promise<Part>>()
  const read = async (document: StoredDocument): Promise<Part> => {
    const { id } = document
    const [outlines, texts] = await Promise.all([view.documents.outlines([id]), view.documents.bodies([id])])
    return { document, messages: recordOf(outlines.get(id)).messages, text: texts.get(id) ?? '' }
  }
  return {
    read(document) {
      const part = known.get(document.id) ?? read(document)
      known.set(document.id, part)
      return part
    },
    beside: async ({ source, path }, by) =>
      (await view.documents.at([{ source, path: partPath(wholeOf(path), partOf(path) + by) }]))[0],
  }
}

async function tellChat(hit: Hit, start: number, parts: PartReader): Promise<Told> {
  const { document, source, passage } = hit
  const part = await parts.read(document)
  const { agent, project, startedAt } = metaOf(document)
  const at = part.messages.findIndex(({ id }) => id === passage.anchor)
  const moment = part.messages[at]?.at ?? startedAt
  const about = [agent, project && lastSegment(project), moment !== undefined && writeDay(moment)]
  return {
    about: about.filter((word) => typeof word === 'string' && word !== '').join(' · '),
    title: await titleOf(document, parts),
    turns: await exchangeOf({ hit, start, part, at, parts, source: source.name }),
  }
}

async function titleOf(document: StoredDocument, parts: PartReader): Promise<string> {
  const number = partOf(document.path)
  if (number === 1) return document.title
  return (await parts.beside(document, 1 - number))?.title ?? document.title
}

interface Around {
  readonly hit: Hit
  readonly start: number
  readonly part: Part
  /** Place of its message in the part; -1 for a title. */
  readonly at: number
  readonly parts: PartReader
  readonly source: string
}

async function exchangeOf(around: Around): Promise<readonly Turn[]> {
  const { at, part } = around
  const message = part.messages[at]
  if (!message) return opening(around)
  const piece = message.pieces.find(({ end }) => around.start < end) ?? message.pieces.at(-1)
  const own: Turn = { who: whoOf(message, piece), text: saidIn(around.hit) }
  return message.role === 'user' ? [own, ...(await replyTo(around, at))] : [...(await questionBefore(around)), own]
}

/** Under a title, how the conversation began. */
async function opening(around: Around): Promise<readonly Turn[]> {
  const at = around.part.messages.findIndex(isQuestion)
  const [message] = around.part.messages.slice(at, at + 1)
  if (!message || at < 0) return [{ who: 'title', text: saidIn(around.hit) }]
  const asked = turnOf(message, { ...around, most: MOST_OF_QUESTION })
  return [asked, ...(await replyTo(around, at))]
}

async function replyTo(around: Around, at: number): Promise<readonly Turn[]> {
  const { part, parts } = around
  const answer = answerIn(part.messages.slice(at + 1))
  if (answer) return [turnOf(answer, { ...around, most: MOST_OF_REPLY })]
  if (part.messages.slice(at + 1).some(isQuestion)) return []
  const next = await parts.beside(part.document, 1)
  if (!next) return []
  const following = await parts.read(next)
  const later = answerIn(following.messages)
  return later ? [turnOf(later, { ...around, part: following, most: MOST_OF_REPLY })] : []
}

async function questionBefore(around: Around): Promise<readonly Turn[]> {
  const { part, parts, at } = around
  const asked = part.messages.slice(0, at).findLast(isQuestion)
  if (asked) return [turnOf(asked, { ...around, most: MOST_OF_QUESTION })]
  const before = partOf(part.document.path) > 1 ? await parts.beside(part.document, -1) : undefined
  if (!before) return []
  const earlier = await parts.read(before)
  const last = earlier.messages.findLast(isQuestion)
  return last ? [turnOf(last, { ...around, part: earlier, most: MOST_OF_QUESTION })] : []
}

/** Shown of a question. */
const MOST_OF_QUESTION = { chars: 160, lines: 1 }

function turnOf(
  message: MessageRecord,
  { part: { document, text }, source, most }: Pick<Around, 'part' | 'source'> & { readonly most: Cut },
): Turn {
  const spoken = message.pieces.filter(({ kind }) => kind === 'text')
  const pieces = spoken.length > 0 ? spoken : message.pieces.slice(0, 1)
  const said = pieces.map(({ start, end }) => text.slice(start, end)).join('\n')
  return {
    who: whoOf(message, pieces[0]),
    text: firstLines(said, most),
    citation: writeCitation({ kind: 'chats', source, path: document.path, anchor: message.id }),
  }
}

function whoOf({ role }: MessageRecord, piece: PieceRecord | undefined): string {
  if (piece?.kind === 'call' || piece?.kind === 'result') return `tool ${piece.tool ?? ''}`.trimEnd()
  return role === 'user' ? 'you' : role
}

/** Line numbers mean nothing in a conversation, and the speaker is named before the text. */
const saidIn = ({ snippet }: Hit): string =>
  snippet.text
    .split('\n')
    .map((line) => line.replace(/^\d+: ?/, ''))
    .filter((line, at) => line.trim() !== '' && !(at === 0 && /^Tool \S/.test(line)))
    .join('\n')
