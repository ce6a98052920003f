import type { ChatFormat, ChatPiece, DraftMessage, ReadPiece } from '../../conversation.ts'
import { type Fields, fieldsOf, listOf, parseFields, readMoment, parsed, roleOf, textIn } from '../fields.ts'
import { withResultsAtCalls } from '../pieces.ts'
import { createProblemList, spanned, titled } from '../draft.ts'
import { piecesOfContent, textOfContent, typedIn } from './blocks.ts'
import { readEditor } from './editor.ts'
import { pathOf } from './paths.ts'
import { isLineTranscript, isTextTranscript, readLineTranscript, readTextTranscript } from './transcript.ts'

/** Cursor keeps conversations in three places: the editor's database, one of the command line each, and transcripts. */
export const cursor: ChatFormat = {
  agent: 'cursor',
  recognises: (piece) =>
    EDITOR.test(piece.text) || CLI.test(piece.text) || isLineTranscript(piece) || isTextTranscript(piece),
  read: (piece) => {
    if (EDITOR.test(piece.text)) return readEditor(piece)
    if (CLI.test(piece.text)) return readCli(piece)
    return isTextTranscript(piece) ? readTextTranscript(piece) : readLineTranscript(piece)
  },
}

const EDITOR = /^\s*\{\s*"from"\s*:\s*"cursor"/
const CLI = /^\s*\{\s*"from"\s*:\s*"cursor-cli"/

/** The database of one conversation of the command line: its messages in the order in which they were written. */
function readCli({ path, text }: ChatPiece): ReadPiece {
  const item = fieldsOf(parsed(text))
  const id = textIn(item, 'id')
  if (id === undefined) return { problems: [] }
  const [meta, about] = [fieldsOf(parsed(item.meta)), fieldsOf(parsed(item.about))]
  const problemList = createProblemList(path)
  const blobs = listOf(item.blobs).flatMap((row) => {
    const blob = parseFields(String(fieldsOf(row).data))
    if (!blob) problemList.note('A message is not JSON')
    return blob && typeof blob.role === 'string' ? [{ id: textIn(fieldsOf(row), 'id'), fields: blob }] : []
  })
  const model = textIn(meta, 'lastUsedModel')
  const title = textIn(about, 'title') ?? textIn(meta, 'name')
  const project =
    pathOf(about.cwd) ?? blobs.map(({ fields }) => folderTold(fields)).find((folder) => folder !== undefined)
  const startedAt = readMoment(meta.createdAt) ?? readMoment(about.createdAtMs)
  const endedAt = readMoment(about.updatedAtMs)
  return {
    conversation: {
      agent: 'cursor',
      id,
      ...titled(title, UNNAMED),
      ...(project === undefined ? {} : { project }),
      ...(about.isSubagent === true ? { isAutomated: true } : {}),
      ...spanned(startedAt, endedAt),
      messages: withResultsAtCalls(blobs.flatMap((blob, at) => messageOf(blob, at, model))),
    },
    problems: problemList.said(),
  }
}

const UNNAMED = /^(?:New|Untitled) (?:Agent|Chat|Session)$/i

interface Blob {
  readonly id: string | undefined
  readonly fields: Fields
}

const folderTold = ({ role, content }: Fields): string | undefined =>
  role === 'user' ? typedIn(textOfContent(content)).project : undefined

/** Cursor's opening prompt for the model is not a message. */
function messageOf({ id, fields }: Blob, index: number, usual: string | undefined): readonly DraftMessage[] {
  const role = roleOf(fields.role)
  const pieces = role === 'system' ? [] : piecesOfContent(fields.content, role)
  if (pieces.length === 0) return []
  const at = readMoment(fields.createdAt)
  const model = textIn(fieldsOf(fieldsOf(fields.providerOptions).cursor), 'modelName') ?? usual
  return [
    {
      id: id ?? String(index + 1),
      role,
      ...(at === undefined ? {} : { at }),
      ...(role === 'assistant' && model !== undefined ? { model } : {}),
      pieces,
    },
  ]
}
