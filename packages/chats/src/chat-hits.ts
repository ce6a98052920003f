import { writeCitation } from '@wuku/core/citation'
import { partOf, partPath, fullPathOf } from '@wuku/core/part-paths'
import type { ChunkId, DocumentId, StoredDocument } from '@wuku/core/core-types'
import type { Hit, HitFacts, Turn } from '@wuku/kernel/query/types'
import type { StoreView } from '@wuku/core/ports/store'
import { metaOf, recordOf, type MessageRecord, type BlockRecord } from './record.ts'
import { answerIn, firstLines, isQuestion, lastSegment, REPLY_LIMITS, type Cut } from './replies.ts'
import { writeDay } from './days.ts'

/** Hits in conversations, with the reply to a question that was found, or the question of what was found. */
export async function renderChatHits(hits: readonly Hit[], view: StoreView): Promise<ReadonlyMap<ChunkId, HitFacts>> {
  const places = await view.chunks.places(hits.map(({ chunk }) => chunk))
  const starts = new Map(places.map(({ chunk, facts }) => [chunk, facts.start]))
  const parts = partReader(view)
  const render = async (hit: Hit) => ({ hit, rendered: await renderChatHit(hit, starts.get(hit.chunk) ?? 0, parts) })
  return new Map(eachOnce(await Promise.all(hits.map(render))))
}

/** Leaves out messages around a hit if a better hit shows them: often both a question and its reply are found. */
function eachOnce(hits: readonly { readonly hit: Hit; readonly rendered: HitFacts }[]) {
  const shown = new Set<string>()
  return hits.map(({ hit, rendered }) => {
    const turns = rendered.turns?.filter(({ citation }) => citation === undefined || !shown.has(citation))
    for (const { citation = hit.citation } of turns ?? []) shown.add(citation)
    return [hit.chunk, { ...rendered, ...(turns && { turns }) }] as const
  })
}

/** A part of a conversation, and what comes after or before it where its ends do not say enough. */
interface Part {
  readonly document: StoredDocument
  readonly messages: readonly MessageRecord[]
  readonly text: string
}

type PartReader = ReturnType<typeof partReader>

/** Several hits may lie in one part. */
function partReader(view: StoreView) {
  const known = new Map<DocumentId, Promise<Part>>()
  const read = async (document: StoredDocument): Promise<Part> => {
    const { id } = document
    const [outlines, texts] = await Promise.all([view.documents.outlines([id]), view.documents.bodies([id])])
    return { document, messages: recordOf(outlines.get(id)).messages, text: texts.get(id) ?? '' }
  }
  return {
    read(document: StoredDocument): Promise<Part> {
      const part = known.get(document.id) ?? read(document)
      known.set(document.id, part)
      return part
    },
    /** The part so many after it. */
    partAtOffset: async ({ source, path }: StoredDocument, by: number) =>
      (await view.documents.at([{ source, path: partPath(fullPathOf(path), partOf(path) + by) }]))[0],
  }
}

async function renderChatHit(hit: Hit, start: number, parts: PartReader): Promise<HitFacts> {
  const { document, source, passage } = hit
  const part = await parts.read(document)
  const { agent, project, startedAt } = metaOf(document)
  const at = part.messages.findIndex(({ id }) => id === passage.anchor)
  const time = part.messages[at]?.at ?? startedAt
  const about = [agent, project && lastSegment(project), time !== undefined && writeDay(time)]
  return {
    about: about.filter((word) => typeof word === 'string' && word !== '').join(' · '),
    title: await titleOf(document, parts),
    turns: await exchangeOf({ hit, start, part, at, parts, source: source.name }),
  }
}

async function titleOf(document: StoredDocument, parts: PartReader): Promise<string> {
  const number = partOf(document.path)
  if (number === 1) return document.title
  return (await parts.partAtOffset(document, 1 - number))?.title ?? document.title
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
  const block = message.pieces.find(({ end }) => around.start < end) ?? message.pieces.at(-1)
  const own: Turn = { who: whoOf(message, block), text: snippetText(around.hit) }
  return message.role === 'user' ? [own, ...(await replyTo(around, at))] : [...(await questionBefore(around)), own]
}

/** Under a title, how the conversation began. */
async function opening(around: Around): Promise<readonly Turn[]> {
  const at = around.part.messages.findIndex(isQuestion)
  const [message] = around.part.messages.slice(at, at + 1)
  if (!message || at < 0) return [{ who: 'title', text: snippetText(around.hit) }]
  const question = turnOf(message, { ...around, limits: QUESTION_LIMITS })
  return [question, ...(await replyTo(around, at))]
}

const replyTo = (around: Around, at: number): Promise<readonly Turn[]> =>
  turnIn(around, around.part.messages.slice(at + 1), { find: answerIn, limits: REPLY_LIMITS, beside: 1 })

const questionBefore = (around: Around): Promise<readonly Turn[]> =>
  turnIn(around, around.part.messages.slice(0, around.at), { find: lastQuestion, limits: QUESTION_LIMITS, beside: -1 })

const lastQuestion = (messages: readonly MessageRecord[]): MessageRecord | undefined => messages.findLast(isQuestion)

interface Sought {
  readonly find: typeof lastQuestion
  readonly limits: Cut
  readonly beside: 1 | -1
}

/** The turn found among these messages, or in the neighbouring part, unless another question comes first. */
async function turnIn(around: Around, messages: readonly MessageRecord[], { find, limits, beside }: Sought) {
  const { part, parts } = around
  const found = find(messages)
  if (found) return [turnOf(found, { ...around, limits })]
  if (messages.some(isQuestion) || partOf(part.document.path) + beside < 1) return []
  const document = await parts.partAtOffset(part.document, beside)
  if (!document) return []
  const other = await parts.read(document)
  const further = find(other.messages)
  return further ? [turnOf(further, { ...around, part: other, limits })] : []
}

/** Shown of a question. */
const QUESTION_LIMITS = { chars: 160, lines: 1 }

function turnOf(
  message: MessageRecord,
  { part: { document, text }, source, limits }: Pick<Around, 'part' | 'source'> & { readonly limits: Cut },
): Turn {
  const textBlocks = message.pieces.filter(({ kind }) => kind === 'text')
  const blocks = textBlocks.length > 0 ? textBlocks : message.pieces.slice(0, 1)
  const content = blocks.map(({ start, end }) => text.slice(start, end)).join('\n')
  return {
    who: whoOf(message, blocks[0]),
    text: firstLines(content, limits),
    citation: writeCitation({ kind: 'chats', source, path: document.path, anchor: message.id }),
  }
}

function whoOf({ role }: MessageRecord, block: BlockRecord | undefined): string {
  if (block?.kind === 'call' || block?.kind === 'result') return `tool ${block.tool ?? ''}`.trimEnd()
  return role === 'user' ? 'you' : role
}

/** Line numbers mean nothing in a conversation, and the speaker is named before the text. */
const snippetText = ({ snippet }: Hit): string =>
  snippet.text
    .split('\n')
    .map((line) => line.replace(/^\d+: ?/, ''))
    .filter((line, at) => line.trim() !== '' && !(at === 0 && /^Tool \S/.test(line)))
    .join('\n')
