import { join } from 'node:path'
import { openChats } from '../adapters/feeds/chats/open.ts'
import { chatPlaceOf } from '../adapters/feeds/chats/places.ts'
import { openDocsFeed } from '../adapters/feeds/docs/feed.ts'
import { openFolder } from '../adapters/feeds/folder.ts'
import { openPadFeed } from '../adapters/feeds/pads.ts'
import { codeTaste } from '../adapters/feeds/taste.ts'
import { withHistory } from '../adapters/git/feed.ts'
import { openChatDatabase } from '../adapters/feeds/databases/chat-databases.ts'
import type { Source } from '../core/words.ts'
import type { FeedType } from '../engine/kind.ts'
import { documentEndings } from '../kinds/docs/facts.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Converter } from '../ports/converter.ts'
import type { Feed } from '../ports/feed.ts'
import { everything } from '../ports/access.ts'
import { readableFor, type Store } from '../ports/store.ts'
import type { Settings, Surroundings } from './settings.ts'
import { storehouseOf } from './storehouses.ts'
import { expandPath } from './user-path.ts'

export interface FeedContext {
  readonly settings: Settings
  readonly surroundings: Surroundings
  readonly store: Store
  readonly blobs: Blobs
  readonly converter: Converter
  readonly noteConverter: Converter
  readonly gitProgram: () => string | undefined
}

/** Of what a storehouse says that it is fed by. */
export function openFeed(source: Source, context: FeedContext): Feed {
  const { feed, facts } = storehouseOf(source.kind)
  return feeds[feed]({ ...source, patterns: source.options.patterns ?? facts.patterns }, context)
}

interface Wanted extends Pick<Source, 'root' | 'options'> {
  /** The user's, or those of the storehouse. */
  readonly patterns: readonly string[]
}

const feeds: Readonly<Record<FeedType, (wanted: Wanted, context: FeedContext) => Feed>> = {
  folder: ({ root, patterns, options: { exclude = [] } }, { settings, noteConverter }) => {
    const converting = { converter: noteConverter, maxBytes: settings.docs.fileBytes }
    return openFolder({ root, patterns, exclude, maxBytes: settings.fileBytes, converting })
  },
  repository: ({ root, patterns, options: { exclude = [] } }, { settings, gitProgram }) => {
    const { fileBytes, commits } = settings.code
    const files = openFolder({ root, patterns, exclude, taste: codeTaste, maxBytes: fileBytes })
    return withHistory(files, { folder: root, git: gitProgram(), commits, memory: join(settings.home, 'git') })
  },
  /** The folder that a program keeps everything in is narrowed to its conversations, unless the user says what to take. */
  conversations: ({ root, patterns, options }, { settings, surroundings }) =>
    openChats({
      root,
      patterns: options.patterns ?? chatPlaceOf(root)?.patterns ?? patterns,
      exclude: options.exclude ?? [],
      leaveOut: settings.chats.exclude.map((glob) => expandPath(glob, surroundings) ?? glob),
      openDatabase: openChatDatabase,
    }),
  scratchpads: (_, { store }) => openPadFeed(readableFor(store, everything)),
  library: ({ root, options }, { blobs, converter }) =>
    openDocsFeed({ blobs, originals: options.originals ?? '', root, converter, endings: documentEndings }),
}
