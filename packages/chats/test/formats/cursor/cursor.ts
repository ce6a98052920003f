import type { FormatOutput } from '../../../src/conversation.ts'
import { cursor } from '../../../src/formats/cursor/index.ts'

export function readCursor(path: string, text: string, part = 1): FormatOutput {
  const piece = { path, part, text, modifiedAt: 0 }
  if (!cursor.recognises(piece)) throw new Error('It is not recognised.')
  return cursor.read(piece)
}
