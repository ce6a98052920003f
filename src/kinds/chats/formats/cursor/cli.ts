import type { ChatPiece, DraftMessage, ReadPiece } from '../../conversation.ts'
import { spanned, titled } from '../facts.ts'
import { fieldsOf, listOf, parseFields, type Fields } from '../fields.ts'
import { parsed, roleOf, textIn } from '../lookup.ts'
import { readMoment } from '../moment.ts'
import { withResultsAtCalls } from '../pieces.ts'
import { createTroubles } from '../troubles.ts'
import { piecesOfContent, textOfContent } from './blocks.ts'
import { pathOf } from './paths.ts'
import { typedIn } from './typed.ts'

/** The database of one conversation of the command line: its messages in the order in which they were written. */
export function readCli({ path, text }: ChatPiece): ReadPiece {
  const item = fieldsOf(parsed(text))
  const id = textIn(item, 'id')
  if (id === undefined) return { problems: [] }
  const [meta, about] = [fieldsOf(parsed(item.meta)), fieldsOf(parsed(item.about))]
  const troubles = createTroubles(path)
  const blobs = listOf(item.blobs).flatMap((row) => {
    const blob = parseFields(String(fieldsOf(row).data))
    if (!blob) troubles.note('A message is not JSON')
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
    problems: troubles.said(),
  }
}

const UNNAMED = /^(?:New|Untitled) (?:Agent|Chat|Session)$/i

interface Blob {
  readonly id: string | undefined
  readonly fields: Fields
}

const folderTold = ({ role, content }: Fields): string | undefined =>
  role === 'user' ? typedIn(textOfContent(content)).project : undefined

/** What Cursor tells every model at the beginning is nobody's turn. */
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
