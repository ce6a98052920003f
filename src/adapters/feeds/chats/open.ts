import type { Feed } from '../../../ports/feed.ts'
import type { OpenChatDatabase } from '../../../ports/chat-database.ts'
import { createChoice } from '../choice.ts'
import { rememberGround, type Tree } from '../ground.ts'
import { createAiderHistory } from './aider.ts'
import type { Container } from './container.ts'
import { createDatabases } from './database.ts'
import { exportContainer } from './export-file.ts'
import { createExclusions, type Exclusions } from './exclusions.ts'
import { createLines } from './lines.ts'
import { listChats } from './list.ts'
import { chatsTaste, type Shape } from './names.ts'
import { openCodeLegacy } from './opencode-legacy.ts'
import { readChat, stampOfChat } from './read.ts'
import type { Located } from './locate.ts'
import { watchChats } from './watch.ts'
import { createWhole } from './whole.ts'

export interface ChatsOptions {
  /** Absolute real path of a folder, or of the one file that is the whole source. */
  readonly root: string
  readonly patterns: readonly string[]
  readonly exclude: readonly string[]
  /** Ids of conversations and folders that were worked in, as globs, which are kept out of every source. */
  readonly leaveOut: readonly string[]
  readonly openDatabase: OpenChatDatabase
}

/** A source of conversations, between its calls. */
export interface Chats {
  readonly tree: Tree
  readonly containers: Readonly<Record<Shape, Container>>
  readonly exclusions: Exclusions
  /** Where the items of the last listing are. */
  readonly located: Map<string, Located>
}

/** An archive of conversations: a folder of what agents leave behind, or one file. */
export function openChats({ root, patterns, exclude, leaveOut, openDatabase }: ChatsOptions): Feed {
  const exclusions = createExclusions(leaveOut)
  const choice = createChoice({ patterns, exclude: [...exclude, ...exclusions.paths] })
  const ground = rememberGround(root)
  const tree: Tree = { root, ground, choice, taste: chatsTaste, maxBytes: Number.MAX_SAFE_INTEGER }
  const containers = {
    lines: createLines(tree),
    whole: createWhole(tree),
    aider: createAiderHistory(),
    database: createDatabases(openDatabase),
    zip: lazyZip,
    export: exportContainer,
    opencode: openCodeLegacy,
  }
  const chats: Chats = { tree, containers, exclusions, located: new Map() }
  return {
    list: (asked) => listChats(chats, asked),
    read: (item) => readChat(chats, item),
    stamp: async (path, known) => stampOfChat(chats, path, known),
    isThere: async () => tree.ground() !== undefined,
    watch: (changed, signal, looks) => watchChats(tree, changed, signal, looks),
  }
}

/** What unpacks archives is loaded when there is one: few sources have any, and every start would pay for it. */
const lazyZip: Container = {
  list: async (...asked) => (await import('./zip.ts')).zipContainer.list(...asked),
  read: async (...asked) => (await import('./zip.ts')).zipContainer.read(...asked),
}
