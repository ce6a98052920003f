import { basename } from 'node:path'
import type { Taste } from '../taste.ts'
import { isAiderHistory } from './beside.ts'
import { isExportName } from './export-file.ts'
import { isBesideSessionOfOpenCode, isSessionOfOpenCode } from './opencode-legacy.ts'

/** How a file is told apart into items. */
export type Shape = 'lines' | 'whole' | 'aider' | 'database' | 'zip' | 'export' | 'opencode'

/** By its name and place; `undefined` for a file that holds no conversation. */
export function shapeOf(path: string): Shape | undefined {
  if (isAiderHistory(path)) return 'aider'
  if (isExportName(path)) return 'export'
  if (/\.jsonl(?:\.zst)?$/.test(path)) return 'lines'
  if (/\.(?:db|vscdb|sqlite3?)$/.test(path)) return 'database'
  if (/\.zip$/i.test(path)) return 'zip'
  if (isBesideSessionOfOpenCode(path)) return undefined
  if (isSessionOfOpenCode(path)) return 'opencode'
  if (path.endsWith('.json')) return 'whole'
  return /(?:^|\/)(?:agent-transcripts|tool-results)\/(?:[^/]+\/)*[^/]+\.txt$/.test(path) ? 'whole' : undefined
}

/** Items lie below such a file: `<path>/<id>`. */
export const holdsItems = (shape: Shape | undefined): boolean =>
  shape === 'aider' || shape === 'database' || shape === 'zip' || shape === 'export'

/** Agents keep much else beside their conversations. Hidden names are as good as others: `.cursor`, `.claude`. */
export const chatsTaste: Taste = {
  file: (name) => (isOtherData(name) ? OTHER_DATA : undefined),
  folder: ({ name, at }) => (otherFolders.has(name) || isBesideSessions.test(at) ? OTHER_DATA : undefined),
  // Aider has git ignore its history.
  heedsGit: false,
  largeFiles: 'refused',
  binaries: 'refused',
}

/** In the storage of OpenCode: what is read with a session needs no listing, and there are very many. */
const isBesideSessions = /[\\/]storage[\\/](?:message|part|session_diff|session_share|todo|project|migration)$/

const OTHER_DATA = "the program's own data, not a conversation"

const isOtherData = (name: string): boolean => otherFiles.has(name) || /^settings.*\.json$|\.meta\.json$/.test(name)

const otherFiles: ReadonlySet<string> = new Set(
  [
    'journal.jsonl history.jsonl session_index.jsonl sessions-index.json auth.json config.json version.json',
    'logs.json projects.json state.json trustedFolders.json oauth_creds.json google_accounts.json installation_id',
    'meta.json prompt_history.json mcp.json package.json package-lock.json tsconfig.json',
    'user.json users.json message_feedback.json shared_conversations.json',
  ].flatMap((names) => names.split(' ')),
)

const otherFolders: ReadonlySet<string> = new Set(
  'todos plugins shell-snapshots file-history statsig node_modules .venv ide extensions'.split(' '),
)

/** Of a file of `subagents` or `tool-results` in the folder of a conversation, that conversation's own file. */
export const ownerOf = (path: string): string | undefined => {
  const folder = /^(.+?)\/(?:subagents|tool-results)\//.exec(path)?.[1]
  return folder === undefined || basename(folder) === 'projects' ? undefined : `${folder}.jsonl`
}
