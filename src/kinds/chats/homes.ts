import type { Home } from '../../engine/kind.ts'

const configs = ['$XDG_CONFIG_HOME', '~/.config', '~/Library/Application Support', '$APPDATA'] as const
const data = ['$XDG_DATA_HOME', '~/.local/share', '~/Library/Application Support', '$LOCALAPPDATA', '$APPDATA'] as const

const below = (folders: readonly string[], path: string): readonly string[] =>
  folders.map((folder) => `${folder}/${path}`)

/**
 * Folders where agents keep conversations on Linux, macOS and Windows. A folder rather than the database file in it:
 * new writes first appear in the files next to the database. Aider keeps its history in each repository, and has no
 * home.
 */
export const chatHomes: readonly Home[] = [
  { name: 'claude-code', places: ['$CLAUDE_CONFIG_DIR', '~/.claude', '~/.config/claude'], patterns: ['projects/**'] },
  { name: 'codex', places: ['$CODEX_HOME', '~/.codex'], patterns: ['sessions/**', 'archived_sessions/**'] },
  { name: 'gemini-cli', places: ['$GEMINI_CLI_HOME/.gemini', '~/.gemini'], patterns: ['tmp/**'] },
  {
    name: 'cursor',
    places: below(configs, 'Cursor/User'),
    patterns: ['globalStorage/state.vscdb', 'workspaceStorage/*/state.vscdb'],
  },
  { name: 'cursor-cli', places: ['~/.cursor'], patterns: ['chats/**/store.db', 'projects/*/agent-transcripts/**'] },
  { name: 'opencode', places: ['$OPENCODE_DB', ...below(data, 'opencode')], patterns: ['opencode*.db', 'storage/**'] },
  {
    name: 'chatwise',
    places: ['$CHATWISE_DB_PATH', ...below(data, 'app.chatwise')],
    patterns: ['app.db'],
  },
]
