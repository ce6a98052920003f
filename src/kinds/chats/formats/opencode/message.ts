import type { DraftMessage, DraftPiece } from '../../conversation.ts'
import { fieldsOf, listOf, type Fields } from '../fields.ts'
import { countIn, parsed, roleOf, textIn } from '../lookup.ts'
import { readMoment } from '../moment.ts'
import { callPiece, resultPieces, textPiece, thinkingPiece } from '../pieces.ts'
import type { Troubles } from '../troubles.ts'

/** A row of messages; what it is made of comes as rows of parts. `undefined` when it has no id, or is broken. */
export function messageOf(row: Fields, troubles: Troubles): DraftMessage | undefined {
  const data = dataOf(row, troubles, 'A message is not JSON')
  const id = textIn(row, 'id') ?? textIn(data, 'id')
  if (id === undefined) return undefined
  const role = roleOf(data.role)
  const tokens = fieldsOf(data.tokens)
  const cache = fieldsOf(tokens.cache)
  const inputTokens = sum(countIn(tokens, 'input'), countIn(cache, 'read'), countIn(cache, 'write'))
  const outputTokens = sum(countIn(tokens, 'output'), countIn(tokens, 'reasoning'))
  const model = textIn(data, 'modelID') ?? textIn(fieldsOf(data.model), 'modelID')
  const at = readMoment(fieldsOf(data.time).created) ?? readMoment(row.time_created)
  return {
    id,
    role,
    ...(at === undefined ? {} : { at }),
    ...(role === 'assistant' && model !== undefined ? { model } : {}),
    ...(inputTokens === 0 ? {} : { inputTokens }),
    ...(outputTokens === 0 ? {} : { outputTokens }),
    pieces: partsOf(row, troubles).flatMap(piecesOf),
  }
}

const sum = (...counts: readonly (number | undefined)[]): number =>
  counts.reduce<number>((all, each) => all + (each ?? 0), 0)

function dataOf(row: Fields, troubles: Troubles, otherwise: string): Fields {
  const data = parsed(row.data)
  if (data === undefined) troubles.note(otherwise)
  return fieldsOf(data)
}

/** Ids of parts grow with time. */
function partsOf(row: Fields, troubles: Troubles): readonly Fields[] {
  const parts = listOf(row.parts).map(fieldsOf)
  return parts
    .toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : Number(String(one.id) > String(other.id))))
    .map((part) => dataOf(part, troubles, 'A part of a message is not JSON'))
}

function piecesOf(part: Fields): readonly DraftPiece[] {
  switch (part.type) {
    case 'text':
      // Nobody typed it: files read for the model, reminders.
      return part.synthetic === true || part.ignored === true ? [] : textPiece(textIn(part, 'text'))
    case 'reasoning':
      return thinkingPiece(textIn(part, 'text'))
    case 'subtask':
      return textPiece(textIn(part, 'prompt'))
    case 'tool':
      return toolPieces(part)
    case 'file': {
      const name = textIn(part, 'filename') ?? textIn(fieldsOf(part.source), 'path')
      return name === undefined ? [] : [{ kind: 'attachment', name, text: '' }]
    }
    default:
      return []
  }
}

function toolPieces(part: Fields): readonly DraftPiece[] {
  const tool = textIn(part, 'tool')
  if (tool === undefined) return []
  const [state, call] = [fieldsOf(part.state), textIn(part, 'callID')]
  const isError = state.status === 'error'
  const said = isError ? (state.error ?? state.output) : state.output
  return [callPiece({ call, tool, args: state.input }), ...resultPieces({ call, tool, said, isError })]
}
