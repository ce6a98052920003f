import { opendirSync, type Dir, type Dirent } from 'node:fs'
import { basename, join } from 'node:path'
import { entryAt } from '@wuku/folders/entries'
import { findRootFolder } from '@wuku/folders/root-folder'
import { readBetween } from './plain.ts'

/**
 * A folder or file that agents keep conversations in, with the globs of the files that may hold them, unless all of it may. A
 * few names are looked at, and the beginning of a file.
 */
export function chatPlaceOf(root: string): { readonly patterns?: readonly string[] | undefined } | undefined {
  const foundRoot = findRootFolder(root)
  if (!foundRoot) return undefined
  if (foundRoot.only !== undefined) return isTranscript(root) ? {} : undefined
  const known = programFolders.find(({ isIt }) => isIt(root))
  return known && { patterns: known.patterns }
}

/** The folder in which Claude Code keeps its transcripts, where a root is that or the one around it. */
export const claudeProjectsIn = (root: string): string | undefined => [join(root, 'projects'), root].find(holdsProjects)

/** The same of Gemini CLI. */
export const geminiChatsIn = (root: string): string | undefined =>
  [join(root, 'tmp'), root].find((folder) => hasFolder(folder, holdsGeminiChats))

/** The folder that a program has for everything is narrowed to what holds conversations; a folder of only these is not. */
const programFolders: readonly { isIt(root: string): boolean; readonly patterns?: readonly string[] }[] = [
  { isIt: (root) => holdsProjects(`${root}/projects`), patterns: ['projects/**'] },
  {
    isIt: (root) =>
      hasFolder(`${root}/chats`, isCursorWorkspace) || hasFolder(`${root}/projects`, holdsAgentTranscripts),
    patterns: ['chats/**/store.db', 'projects/*/agent-transcripts/**'],
  },
  { isIt: holdsProjects },
  { isIt: (root) => hasFolder(root, holdsAgentTranscripts) },
  {
    isIt: (root) => ['sessions', 'archived_sessions'].some((name) => holdsRollouts(`${root}/${name}`)),
    patterns: ['sessions/**', 'archived_sessions/**'],
  },
  { isIt: holdsRollouts },
  { isIt: (root) => hasFolder(`${root}/tmp`, holdsGeminiChats), patterns: ['tmp/**'] },
  { isIt: (root) => hasFolder(root, holdsGeminiChats) || isGeminiChats(root) },
  {
    isIt: (root) => hasFile(`${root}/globalStorage/state.vscdb`),
    patterns: ['globalStorage/state.vscdb', 'workspaceStorage/*/state.vscdb'],
  },
  { isIt: (root) => hasFile(`${root}/state.vscdb`), patterns: ['state.vscdb'] },
  {
    isIt: (root) => hasFile(`${root}/opencode.db`) || hasFolder(`${root}/storage/session`, () => true),
    patterns: ['opencode*.db', 'storage/**'],
  },
  { isIt: holdsExport, patterns: ['conversations*.json*'] },
  { isIt: (root) => basename(root) === 'app.chatwise' && hasFile(`${root}/app.db`), patterns: ['app.db'] },
]

/** So many names of a folder suffice to recognise it. */
const ENOUGH = 200

/** No more than that is read: a folder may hold very many, and this is asked with every search. */
function entriesOf(at: string): readonly Dirent[] {
  if (!entryAt(at)?.isDirectory()) return []
  try {
    const folder = opendirSync(at, { bufferSize: ENOUGH })
    try {
      return [...entriesFrom(folder)]
    } finally {
      folder.closeSync()
    }
  } catch {
    return []
  }
}

function* entriesFrom(folder: Dir): Generator<Dirent> {
  for (let count = 0; count < ENOUGH; count++) {
    const entry = folder.readSync()
    if (!entry) return
    yield entry
  }
}

const hasFile = (at: string): boolean => entryAt(at)?.isFile() === true

/** A folder in it is such a one. */
const hasFolder = (at: string, isOne: (folder: string) => boolean): boolean =>
  entriesOf(at).some((entry) => entry.isDirectory() && isOne(`${at}/${entry.name}`))

const hasFileCalled = (at: string, name: RegExp): boolean =>
  entriesOf(at).some((entry) => entry.isFile() && name.test(entry.name))

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** Claude Code: a folder for each project, called by its path. */
function holdsProjects(at: string): boolean {
  return hasFolder(at, (folder) => /^(?:-|[A-Za-z]--)/.test(basename(folder)) && hasFileCalled(folder, SESSION))
}

const SESSION = new RegExp(`(?:${UUID.source}|^agent-[\\w-]+)\\.jsonl$`)

const holdsAgentTranscripts = (folder: string): boolean =>
  entryAt(`${folder}/agent-transcripts`)?.isDirectory() === true

const isCursorWorkspace = (folder: string): boolean => hasFolder(folder, (chat) => hasFile(`${chat}/store.db`))

/** Codex: below folders for year, month and day, or all in one. */
function holdsRollouts(at: string, depth = 0): boolean {
  if (hasFileCalled(at, /^rollout-.*\.jsonl?(?:\.zst)?$/)) return true
  return depth < 3 && hasFolder(at, (folder) => /^\d{2,4}$/.test(basename(folder)) && holdsRollouts(folder, depth + 1))
}

const holdsGeminiChats = (folder: string): boolean => isGeminiChats(`${folder}/chats`)

const isGeminiChats = (folder: string) => basename(folder) === 'chats' && hasFileCalled(folder, /^session-.*\.jsonl?$/)

/** Unpacked export of ChatGPT or Claude.ai. */
function holdsExport(root: string): boolean {
  const names = ['conversations.json', 'conversations-000.json'].map((name) => join(root, name))
  return names.some((file) => hasFile(file) && isTranscript(file))
}

/** Looked at in a single file. */
const HEAD_BYTES = 16 * 1024

function isTranscript(file: string): boolean {
  if (file.endsWith('.aider.chat.history.md') || /\/rollout-[^/]*\.jsonl?(?:\.zst)?$/.test(file)) return true
  if (!/\.jsonl?$/.test(file)) return false
  try {
    return /"(?:sessionId|session_meta|parentUuid|projectHash|chat_messages|mapping)"/.test(
      readBetween(file, 0, HEAD_BYTES).toString(),
    )
  } catch {
    return false
  }
}
