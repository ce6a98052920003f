import type { ChatFormat } from '../../conversation.ts'
import { readCli } from './cli.ts'
import { readEditor } from './editor.ts'
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
