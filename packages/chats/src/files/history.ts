import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'
import type { Engine } from '@wuku/kernel/base/engine'
import type { StoreView } from '@wuku/core/ports/store'
import { markTerm } from '@wuku/text/terms/mark-terms'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { readConversation, type Conversation, type ConversationBlock } from '../assemble.ts'
import { readCatalogue, type ChatEntry, citeChat } from '../catalogue.ts'
import { narrow } from '../narrowing.ts'
import { partsOf } from '../paths.ts'
import { markFamilies } from '../record.ts'
import { timed, type TimedMessage } from '../timed-messages.ts'
import { isWithin, type Window } from '../search/choose.ts'
import type { FileInput, FileOutput, TouchedIn } from './file-history-shapes.ts'

/** Which conversations touched a file: found by its name in the index, decided by what the calls named. */
export const readFileHistory = (requested: FileInput, engine: Engine): Promise<FileOutput> =>
  engine.read(async (view) => {
    const name = nameOf(requested.path)
    if (name === '') throw new WukuError('bad-input', msg('noFile', { path: requested.path.slice(0, 100) }))
    const { entries, window } = narrow(requested, await readCatalogue(view, engine), engine.now())
    const candidates = await entriesThatName(name, entries, view)
    const criteria = { isSame: isFile(requested.path), editedOnly: requested.edited_only, window }
    const results: TouchedIn[] = []
    let [spent, readCount] = [0, 0]
    for (const entry of candidates) {
      if (results.length === requested.limit) break
      const candidate = summariseTouches(await readConversation(entry, view), criteria)
      spent += candidate ? estimateTokens(JSON.stringify(candidate)) : 0
      if (candidate && spent > requested.budget && results.length > 0) break
      if (candidate) results.push(candidate)
      readCount++
    }
    const notes = results.length > 0 ? [] : [NOTHING]
    return { results, left_out: candidates.length - readCount, notes }
  })

const NOTHING =
  'No tool call named this file. Try a shorter end of the path; search_conversations finds messages that mention it.'

async function entriesThatName(name: string, entries: readonly ChatEntry[], view: StoreView) {
  const term = markTerm(markFamilies.file, name)
  const sources = [...new Set(entries.map(({ source }) => source.id))]
  if (sources.length === 0) return []
  const documentIds = (await view.terms.documentsWith([term], { sources })).get(term) ?? new Set()
  return entries.filter(({ documents }) => documents.some(({ id }) => documentIds.has(id)))
}

interface TouchCriteria {
  readonly isSame: IsSameFile
  readonly editedOnly: boolean
  readonly window: Window
}

interface Touch {
  readonly timedMessage: TimedMessage
  readonly tool: string
  readonly paths: readonly string[]
  readonly isEdit: boolean
}

/** Paths of one file that an answer lists, and tools. */
const MAX_NAMES = 5

function summariseTouches(conversation: Conversation, criteria: TouchCriteria): TouchedIn | undefined {
  const { entry } = conversation
  const touches = timed(conversation)
    .filter(({ at }) => isWithin(at, criteria.window))
    .flatMap((timedMessage) =>
      timedMessage.message.pieces.flatMap((block) => touchOf(block, { timedMessage, entry, ...criteria })),
    )
  const [first, last] = [touches[0], touches.at(-1)]
  if (!first || !last) return undefined
  const edits = touches.filter(({ isEdit }) => isEdit).length
  return {
    chatId: entry.id,
    title: entry.title,
    agent: entry.agent,
    ...(entry.project !== undefined && { project: entry.project }),
    timeRange: { from: entry.startedAt, to: entry.endedAt },
    edits,
    reads: touches.length - edits,
    paths: [...new Set(touches.flatMap(({ paths }) => paths))].slice(0, MAX_NAMES),
    tools: countTools(touches),
    first: mention(first, entry),
    last: mention(last, entry),
    citation: citeChat(entry),
  }
}

type InMessage = TouchCriteria & { readonly timedMessage: TimedMessage; readonly entry: ChatEntry }

function touchOf(block: ConversationBlock, { timedMessage, entry, isSame, editedOnly }: InMessage): readonly Touch[] {
  const named = (block.files ?? []).filter(({ path }) => isSame(path, entry.project))
  const isEdit = named.some(({ isEdited }) => isEdited)
  if (named.length === 0 || (editedOnly && !isEdit)) return []
  return [{ timedMessage, tool: block.tool ?? '', paths: named.map(({ path }) => path), isEdit }]
}

const countTools = (touches: readonly Touch[]): TouchedIn['tools'] =>
  [...Map.groupBy(touches, ({ tool }) => tool)]
    .map(([tool, own]) => ({ tool, calls: own.length }))
    .toSorted((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1))
    .slice(0, MAX_NAMES)

const mention = ({ timedMessage: { message, at } }: Touch, entry: ChatEntry): TouchedIn['first'] => ({
  messageId: message.id,
  index: message.index,
  createdAt: at,
  citation: citeChat(entry, message),
  ...(message.branch && { branch: message.branch }),
})

/** Whether a path that a conversation names is the file that a caller means. */
type IsSameFile = (named: string, project: string | undefined) => boolean

/**
 * The end of a path matches every file whose path ends with the same segments. A path relative to the working folder is
 * resolved against it. Case is ignored, as two of three systems do.
 */
export function isFile(requestedPath: string): IsSameFile {
  const requested = segmentsOf(requestedPath)
  const isFullPath = isAbsolute(requestedPath)
  return (named, project) => {
    const segments = segmentsOf(named)
    if (isAbsolute(named)) return endsWith(segments, requested, isFullPath)
    if (project !== undefined) return endsWith(segmentsOf(`${project}/${named}`), requested, isFullPath)
    // The location is unknown, so the shorter path may be the end of the longer one.
    return endsWith(segments, requested, false) || endsWith(requested, segments, false)
  }
}

/** The last segment as it is written, by which a file is looked up. */
export const nameOf = (path: string): string => partsOf(path).at(-1) ?? ''

const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:)/.test(path)

/** Segments of a path in lower case, with `.` and `..` resolved, for either kind of slash. */
const segmentsOf = (path: string): readonly string[] => partsOf(path.normalize('NFC').toLowerCase())

/** Nothing ends with nothing: no path names no file. */
function endsWith(path: readonly string[], end: readonly string[], isFullPath: boolean): boolean {
  if (end.length === 0 || end.length > path.length || (isFullPath && end.length !== path.length)) return false
  return end.every((segment, at) => segment === path[path.length - end.length + at])
}
