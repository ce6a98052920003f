import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync } from 'node:zlib'
import { makeChatWise, makeCursor, makeCursorCli, makeOpenCode } from './databases.ts'
import { chatgptExport, claudeExport } from './exports.ts'

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'chats')

/** Where each program keeps its conversations below the home of a user; what is downloaded lies where its user put it. */
export const places = {
  claudeCode: '.claude',
  codex: '.codex',
  geminiCli: '.gemini',
  cursor: '.config/Cursor/User',
  cursorCli: '.cursor',
  openCode: '.local/share/opencode',
  aider: 'webhook/.aider.chat.history.md',
  chatgpt: 'Downloads/chatgpt.zip',
  claudeAi: 'Downloads/claude.zip',
  chatWise: '.local/share/app.chatwise',
} as const

export const databases = {
  [`${places.chatWise}/app.db`]: makeChatWise,
  [`${places.cursor}/globalStorage/state.vscdb`]: makeCursor,
  [`${places.cursorCli}/chats/5e4d/c1100000-cli/store.db`]: makeCursorCli,
  [`${places.openCode}/opencode.db`]: makeOpenCode,
} as const

/** Histories of all programs in the home of a user. The programs still have their databases open. */
export function installPrograms(home: string): readonly DatabaseSync[] {
  for (const [name, place] of [
    ['claude-code', places.claudeCode],
    ['codex', places.codex],
    ['gemini-cli', places.geminiCli],
    ['cursor', places.cursorCli],
    ['opencode', places.openCode],
    ['aider', '.'],
  ] as const)
    cpSync(join(fixtures, name), join(home, place), { recursive: true })
  packArchived(join(home, places.codex, 'archived_sessions'))
  dateTranscripts(join(home, places.cursorCli, 'projects/home-ada-garden/agent-transcripts'))
  write(join(home, places.chatgpt), chatgptExport())
  write(join(home, places.claudeAi), claudeExport())
  return Object.entries(databases).map(([path, make]) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    return make(join(home, path))
  })
}

/** Codex packs what was archived long ago. */
function packArchived(folder: string): void {
  for (const name of readdirSync(folder)) {
    writeFileSync(join(folder, `${name}.zst`), zstdCompressSync(readFileSync(join(folder, name))))
    rmSync(join(folder, name))
  }
}

/** What tells no time was held when its file was written. */
function dateTranscripts(folder: string): void {
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1_760_500_000, 1_760_500_000)
}

function write(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
}
