import { join } from 'node:path'
import type { Source } from '@wuku/core/core-types'
import { everything } from '@wuku/core/ports/access'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { Converter } from '@wuku/core/ports/converter'
import type { Feed } from '@wuku/core/ports/feed'
import { pageOfPath } from '@wuku/core/ports/history-page'
import { loadOnCall, once } from '@wuku/core/once'
import { readableFor, type Store } from '@wuku/core/ports/store'
import { openFolder } from '@wuku/folders/folder'
import { codePolicy } from '@wuku/folders/ignore-policy'
import type { FeedType } from '@wuku/kernel/base/kind'
import type { Environment, Settings } from '@wuku/settings/app-settings'
import { expandPath } from '@wuku/settings/user-path'
import { storehouseOf } from '@wuku/storehouses/storehouses'

export interface FeedContext {
  readonly settings: Settings
  readonly environment: Environment
  readonly store: Store
  readonly blobs: Blobs
  readonly converter: Converter
  /** Remembers what it refused. */
  noteConverter(): Promise<Converter>
  findGit(): Promise<string | undefined>
}

/** Feed of a source, by the type that its storehouse declares: a process loads those of the sources that it reads. */
export async function openFeed(source: Source, context: FeedContext): Promise<Feed> {
  const { pushed, sealed, connected } = source.options
  if (connected) return (await import('@wuku/connectors/connected-feed')).openConnectedFeed(connected.every)
  if (sealed !== undefined) return (await import('@wuku/folders/pushed-feed')).openSealedFeed()
  if (pushed) return (await import('@wuku/folders/pushed-feed')).openPushedFeed({ blobs: context.blobs, place: pushed })
  const { feed, facts } = storehouseOf(source.kind)
  return feeds[feed]({ ...source, patterns: source.options.patterns ?? facts.patterns }, context)
}

interface FeedTarget extends Pick<Source, 'root' | 'options'> {
  /** The user's, or those of the storehouse. */
  readonly patterns: readonly string[]
}

const feeds: Readonly<Record<FeedType, (target: FeedTarget, context: FeedContext) => Promise<Feed>>> = {
  async folder({ root, patterns, options: { exclude = [] } }, { settings, noteConverter }) {
    const converting = { converter: await noteConverter(), maxBytes: settings.docs.fileBytes }
    return openFolder({ root, patterns, exclude, maxBytes: settings.fileBytes, converting })
  },
  async repository({ root, patterns, options: { exclude = [] } }, { settings, findGit }) {
    const { fileBytes, commits } = settings.code
    const folder = { root, patterns, exclude, policy: codePolicy, maxBytes: fileBytes }
    const files = openFolder(folder)
    const feed = once(async () => {
      const [{ withHistory }, { openFileRules }, { isWritten }] = await Promise.all([
        import('@wuku/folders/git/feed'),
        import('@wuku/folders/file-rules'),
        import('@wuku/code/roles'),
      ])
      const memory = join(settings.home, 'git')
      const rules = openFileRules(folder, isWritten)
      return withHistory(files, { folder: root, git: await findGit(), commits, memory, rules })
    })
    // Whether a file has changed needs no history.
    return {
      ...loadOnCall<Pick<Feed, 'list' | 'read'>>(feed, ['list', 'read']),
      watch: async (...given) => (await feed()).watch?.(...given),
      stamp: async (path) => (pageOfPath(path) === undefined ? files : await feed()).stamp(path),
      picture: async (path) => files.picture?.(path),
      isThere: () => files.isThere(),
    }
  },
  /** The folder that a program keeps everything in is narrowed to its conversations, unless the user says what to take. */
  async conversations({ root, patterns, options }, { settings, environment }) {
    const [{ openChats }, { chatPlaceOf }, { openChatDatabase }] = await Promise.all([
      import('@wuku/chats/feed/open-chats-feed'),
      import('@wuku/chats/feed/chat-places'),
      import('@wuku/chats/databases/chat-databases'),
    ])
    return openChats({
      root,
      patterns: options.patterns ?? chatPlaceOf(root)?.patterns ?? patterns,
      exclude: options.exclude ?? [],
      leaveOut: settings.chats.exclude.map((glob) => expandPath(glob, environment) ?? glob),
      openDatabase: openChatDatabase,
    })
  },
  scratchpads: async (_, { store }) => (await import('@wuku/folders/pads')).openPadFeed(readableFor(store, everything)),
  async library({ root, options }, { settings, blobs, converter }) {
    const [{ openDocsFeed }, { documentEndings }] = await Promise.all([
      import('@wuku/docs/feed/feed'),
      import('@wuku/docs/docs-facts'),
    ])
    return openDocsFeed({
      blobs,
      originals: options.originals ?? '',
      root,
      converter,
      endings: documentEndings,
      unreadableMilliseconds: settings.docs.unreadableSeconds * 1_000,
    })
  },
}
