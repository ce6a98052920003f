import { hash } from 'node:crypto'
import { basename } from 'node:path'
import { parseObject } from '@wuku/core/lenient-parsing'
import type { Sidecar } from '@wuku/core/ports/feed'
import { placeOf, type Tree } from '@wuku/folders/root-folder'
import type { IgnorePolicy } from '@wuku/folders/ignore-policy'
import { isExportName } from './export-file.ts'
import { isSessionDataOfOpenCode, isSessionOfOpenCode } from './opencode-legacy.ts'
import { textAt as readText } from './plain.ts'

/** How a file is split into items. */
export type Shape = 'lines' | 'whole' | 'aider' | 'database' | 'zip' | 'export' | 'opencode'

/** By its name and place; `undefined` for a file that holds no conversation. */
export function shapeOf(path: string): Shape | undefined {
  if (isAiderHistory(path)) return 'aider'
  if (isExportName(path)) return 'export'
  if (/\.jsonl(?:\.zst)?$/.test(path)) return 'lines'
  if (/\.(?:db|vscdb|sqlite3?)$/.test(path)) return 'database'
  if (/\.zip$/i.test(path)) return 'zip'
  if (isSessionDataOfOpenCode(path)) return undefined
  if (isSessionOfOpenCode(path)) return 'opencode'
  if (path.endsWith('.json')) return 'whole'
  return /(?:^|\/)(?:agent-transcripts|tool-results)\/(?:[^/]+\/)*[^/]+\.txt$/.test(path) ? 'whole' : undefined
}

/** Items lie below such a file: `<path>/<id>`. */
export const holdsItems = (shape: Shape | undefined): boolean =>
  shape === 'aider' || shape === 'database' || shape === 'zip' || shape === 'export'

/** Agents keep much else next to their conversations. Hidden names are allowed: `.cursor`, `.claude`. */
export const chatsPolicy: IgnorePolicy = {
  file: (name) => (isOtherData(name) ? OTHER_DATA : undefined),
  folder: ({ name, at }) => (otherFolders.has(name) || sessionDataFolders.test(at) ? OTHER_DATA : undefined),
  // Aider has git ignore its history.
  heedsGit: false,
  largeFiles: 'refused',
  binaries: 'refused',
}

/** In the storage of OpenCode: what is read with a session needs no listing, and there are very many. */
const sessionDataFolders = /[\\/]storage[\\/](?:message|part|session_diff|session_share|todo|project|migration)$/

export const OTHER_DATA = "the program's own data, not a conversation"

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

/** File of the conversation to which a file in `subagents` or `tool-results` belongs. */
export const ownerOf = (path: string): string | undefined => {
  const folder = /^(.+?)\/(?:subagents|tool-results)\//.exec(path)?.[1]
  return folder === undefined || basename(folder) === 'projects' ? undefined : `${folder}.jsonl`
}

/** Such files are lines that programs leave for each other. */
const MAX_BYTES = 1024 * 1024

/**
 * Facts about a transcript from neighbouring files: about a subagent of Claude Code, the name of a thread of Codex, and
 * the folder of a session of Gemini CLI.
 */
export function siblingFactsOf(tree: Tree, path: string): Sidecar {
  const about = /\/agent-[^/]*\.jsonl$/.test(`/${path}`)
    ? textAt(tree, path.replace(/\.jsonl$/, '.meta.json'))
    : nameOfThread(tree, path)
  const projectRoot = isAiderHistory(path) ? folderAround(tree, path) : projectOfGemini(tree, path)
  return { ...(about !== undefined && { about }), ...(projectRoot !== undefined && { projectRoot }) }
}

const ROLLOUT = /(?:^|\/)rollout-[^/]*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[^/]*\.jsonl$/

/** A line a name, at the top of the program's own folder; the last one counts. */
function nameOfThread(tree: Tree, path: string): string | undefined {
  const id = ROLLOUT.exec(path)?.[1]
  if (id === undefined) return undefined
  return textAt(tree, 'session_index.jsonl')
    ?.split('\n')
    .findLast((line) => line.includes(id))
}

const isAiderHistory = (path: string): boolean => path.endsWith('.aider.chat.history.md')

function folderAround(tree: Tree, path: string): string | undefined {
  const foundRoot = tree.foundRoot()
  const place = foundRoot && placeOf(foundRoot, path)
  return place?.slice(0, -(path.length - path.lastIndexOf('/')))
}

/** `<slug>/chats/...` */
function projectOfGemini(tree: Tree, path: string): string | undefined {
  const slug = /^(?:.*\/)?([^/]+)\/chats\/[^/]+(?:\/[^/]+)?$/.exec(path)
  if (!slug) return undefined
  const folder = path.slice(0, path.lastIndexOf('/chats/'))
  return textAt(tree, `${folder}/.project_root`)?.trim() || projectOfSlug(tree, slug[1] ?? '')
}

/** Lies at the top of the program's own folder. A slug is a name, or in older versions a hash of the path. */
function projectOfSlug(tree: Tree, slug: string): string | undefined {
  const { projects } = parseObject(textAt(tree, 'projects.json') ?? '')
  return Object.entries(Object(projects)).find(([path, name]) => name === slug || hash('sha256', path) === slug)?.[0]
}

/** `undefined` when there is none within the root, or it is no short file. */
function textAt(tree: Tree, path: string): string | undefined {
  const foundRoot = tree.foundRoot()
  const place = foundRoot?.only === undefined ? foundRoot && placeOf(foundRoot, path) : undefined
  return place === undefined ? undefined : readText(place, MAX_BYTES)
}
