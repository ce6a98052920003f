import { WukuError } from '../../../core/errors.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { StoreView } from '../../../ports/store.ts'
import { markTerm } from '../../../text/terms/marks.ts'
import { estimateTokens } from '../../../text/terms/tokens.ts'
import { readConversation, type Conversation, type ConversationPiece } from '../assemble.ts'
import { readCatalogue, type ChatEntry, citeChat } from '../catalogue.ts'
import { narrow } from '../narrowing.ts'
import { markFamilies } from '../record.ts'
import { timed, type TimedMessage } from '../said.ts'
import { isWithin, type Window } from '../search/window.ts'
import type { FileInput, FileOutput, TouchedIn } from './shapes.ts'

/** Which conversations touched a file: found by its name in the index, decided by what the calls named. */
export const readFileHistory = (wanted: FileInput, engine: Engine): Promise<FileOutput> =>
  engine.read(async (view) => {
    const name = nameOf(wanted.path)
    if (name === '') throw noFile(wanted.path)
    const { entries, window } = narrow(wanted, await readCatalogue(view, engine), engine.now())
    const candidates = await entriesThatName(name, entries, view)
    const sought = { isSame: isFile(wanted.path), editedOnly: wanted.edited_only, window }
    const results: TouchedIn[] = []
    let [spent, looked] = [0, 0]
    for (const entry of candidates) {
      if (results.length === wanted.limit) break
      const told = tell(await readConversation(entry, view), sought)
      spent += told ? estimateTokens(JSON.stringify(told)) : 0
      if (told && spent > wanted.budget && results.length > 0) break
      if (told) results.push(told)
      looked++
    }
    const notes = results.length > 0 ? [] : [NOTHING]
    return { results, left_out: candidates.length - looked, notes }
  })

const NOTHING =
  'No tool call named this file. Try a shorter end of the path; search_conversations finds messages that mention it.'

const noFile = (path: string): WukuError =>
  new WukuError(
    'bad-input',
    `"${path.slice(0, 100)}" is no file name.`,
    'Give the path of a file, the end of it, or its name: src/index.ts.',
  )

async function entriesThatName(
  name: string,
  entries: readonly ChatEntry[],
  view: StoreView,
): Promise<readonly ChatEntry[]> {
  const term = markTerm(markFamilies.file, name)
  const sources = [...new Set(entries.map(({ source }) => source.id))]
  if (sources.length === 0) return []
  const holders = (await view.terms.holding([term], { sources })).get(term) ?? new Set()
  return entries.filter(({ documents }) => documents.some(({ id }) => holders.has(id)))
}

interface Sought {
  readonly isSame: IsSameFile
  readonly editedOnly: boolean
  readonly window: Window
}

interface Touch {
  readonly said: TimedMessage
  readonly tool: string
  readonly paths: readonly string[]
  readonly isEdit: boolean
}

/** Paths of one file that an answer lists, and tools. */
const MOST_NAMES = 5

function tell(conversation: Conversation, sought: Sought): TouchedIn | undefined {
  const { entry } = conversation
  const touches = timed(conversation)
    .filter(({ at }) => isWithin(at, sought.window))
    .flatMap((said) => said.message.pieces.flatMap((piece) => touchOf(piece, { said, entry, ...sought })))
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
    paths: [...new Set(touches.flatMap(({ paths }) => paths))].slice(0, MOST_NAMES),
    tools: countTools(touches),
    first: mention(first, entry),
    last: mention(last, entry),
    citation: citeChat(entry),
  }
}

type InMessage = Sought & { readonly said: TimedMessage; readonly entry: ChatEntry }

function touchOf(piece: ConversationPiece, { said, entry, isSame, editedOnly }: InMessage): readonly Touch[] {
  const named = (piece.files ?? []).filter(({ path }) => isSame(path, entry.project))
  const isEdit = named.some(({ isEdited }) => isEdited)
  if (named.length === 0 || (editedOnly && !isEdit)) return []
  return [{ said, tool: piece.tool ?? '', paths: named.map(({ path }) => path), isEdit }]
}

const countTools = (touches: readonly Touch[]): TouchedIn['tools'] =>
  [...Map.groupBy(touches, ({ tool }) => tool)]
    .map(([tool, own]) => ({ tool, calls: own.length }))
    .toSorted((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1))
    .slice(0, MOST_NAMES)

const mention = ({ said: { message, at } }: Touch, entry: ChatEntry): TouchedIn['first'] => ({
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
export function isFile(asked: string): IsSameFile {
  const wanted = segmentsOf(asked)
  const isWhole = isAbsolute(asked)
  return (named, project) => {
    const told = segmentsOf(named)
    if (isAbsolute(named)) return endsWith(told, wanted, isWhole)
    if (project !== undefined) return endsWith(segmentsOf(`${project}/${named}`), wanted, isWhole)
    // The location is unknown, so the shorter path may be the end of the longer one.
    return endsWith(told, wanted, false) || endsWith(wanted, told, false)
  }
}

/** The last segment as it is written, by which a file is looked up. */
export const nameOf = (path: string): string => partsOf(path).at(-1) ?? ''

const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:)/.test(path)

/** Segments of a path in lower case, with `.` and `..` resolved, for either kind of slash. */
const segmentsOf = (path: string): readonly string[] => partsOf(path.normalize('NFC').toLowerCase())

function partsOf(path: string): readonly string[] {
  const kept: string[] = []
  for (const part of path.split(/[\\/]+/)) {
    if (part === '..') kept.pop()
    else if (part !== '' && part !== '.' && part !== '~') kept.push(part)
  }
  return kept
}

/** Nothing ends with nothing: no path names no file. */
function endsWith(path: readonly string[], end: readonly string[], isWhole: boolean): boolean {
  if (end.length === 0 || end.length > path.length || (isWhole && end.length !== path.length)) return false
  return end.every((segment, at) => segment === path[path.length - end.length + at])
}
