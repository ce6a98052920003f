import type { ChatFormat, FormatInput, DraftMessage, FormatOutput } from '../../conversation.ts'
import { type Fields, fieldsOf, listOf, parseFields, parseTimestamp, parsed, roleOf, textIn } from '../fields.ts'
import { withResultsAtCalls } from '../draft-blocks.ts'
import { createProblemList, spanned, titled } from '../draft.ts'
import { readContentBlocks, textOfContent, typedIn, pathOf } from './cursor-blocks.ts'
import { readEditor } from './editor.ts'
import { isLineTranscript, isTextTranscript, readLineTranscript, readTextTranscript } from './transcript.ts'

/** Cursor keeps conversations in three places: the editor's database, one of the command line each, and transcripts. */
export const cursor: ChatFormat = {
  agent: 'cursor',
  recognises: (input) =>
    EDITOR.test(input.text) || CLI.test(input.text) || isLineTranscript(input) || isTextTranscript(input),
  read: (input) => {
    if (EDITOR.test(input.text)) return readEditor(input)
    if (CLI.test(input.text)) return readCli(input)
    return isTextTranscript(input) ? readTextTranscript(input) : readLineTranscript(input)
  },
}

const EDITOR = /^\s*\{\s*"from"\s*:\s*"cursor"/
const CLI = /^\s*\{\s*"from"\s*:\s*"cursor-cli"/

/** The database of one conversation of the command line: its messages in the order in which they were written. */
function readCli({ path, text }: FormatInput): FormatOutput {
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
    pathOf(about.cwd) ?? blobs.map(({ fields }) => reportedFolder(fields)).find((folder) => folder !== undefined)
  const startedAt = parseTimestamp(meta.createdAt) ?? parseTimestamp(about.createdAtMs)
  const endedAt = parseTimestamp(about.updatedAtMs)
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
    problems: problemList.list(),
  }
}

const UNNAMED = /^(?:New|Untitled) (?:Agent|Chat|Session)$/i

interface Blob {
  readonly id: string | undefined
  readonly fields: Fields
}

const reportedFolder = ({ role, content }: Fields): string | undefined =>
  role === 'user' ? typedIn(textOfContent(content)).project : undefined

/** Cursor's opening prompt for the model is not a message. */
function messageOf({ id, fields }: Blob, index: number, defaultModel: string | undefined): readonly DraftMessage[] {
  const role = roleOf(fields.role)
  const blocks = role === 'system' ? [] : readContentBlocks(fields.content, role)
  if (blocks.length === 0) return []
  const at = parseTimestamp(fields.createdAt)
  const model = textIn(fieldsOf(fieldsOf(fields.providerOptions).cursor), 'modelName') ?? defaultModel
  return [
    {
      id: id ?? String(index + 1),
      role,
      ...(at === undefined ? {} : { at }),
      ...(role === 'assistant' && model !== undefined ? { model } : {}),
      pieces: blocks,
    },
  ]
}
