import { closeSync } from 'node:fs'
import type { OpenChatDatabase, ChatDatabase } from '@wuku/core/ports/chat-database'
import { isWukuError } from '@wuku/core/errors'
import type { ListedItem } from '@wuku/core/ports/feed'
import { refusals } from '@wuku/folders/feed-refusals'
import type { Container, ContainerFile, ContainerListing } from './container.ts'
import { keepOpen, type IdleResource } from './idle.ts'
import { openPlain } from './plain.ts'

/** The database of another program: one item a conversation. It is opened once for a run, and closed when all was read. */
export function createDatabases(open: OpenChatDatabase): Container {
  const opened = new Map<string, Opened>()
  /** A link may have taken its place since it was listed. */
  const openInPlace = async (place: string): Promise<ChatDatabase | undefined> => {
    closeSync(openPlain(place))
    return open(place)
  }
  const at = (file: ContainerFile): Opened => {
    const known = opened.get(file.at) ?? {
      database: keepOpen(() => openInPlace(file.at), closeOf),
      ids: new Map(),
      toRead: new Set(),
    }
    opened.set(file.at, known)
    return known
  }
  return {
    async list(file, known) {
      const here = at(file)
      const database = await here.database.get()
      if (!database) {
        await here.database.close()
        return noConversations(file.path, known)
      }
      const items = await itemsIn(database, file, here.ids)
      const problems = database.problems.map((message) => ({ path: file.path, said: message, remedy: IN_ITS_PROGRAM }))
      here.toRead = new Set(items.filter(({ path, stamp }) => known.get(path) !== stamp).map(({ path }) => path))
      if (here.toRead.size === 0) await here.database.close()
      return { items, problems }
    },
    async read(file, item) {
      const here = at(file)
      try {
        const database = await here.database.get()
        if (database && !here.ids.has(item.path)) await itemsIn(database, file, here.ids)
        const bytes = await database?.read(here.ids.get(item.path) ?? '')
        return bytes
          ? { path: item.path, stamp: item.stamp, modifiedAt: item.modifiedAt, bytes }
          : refusals.gone(item.path)
      } catch (error) {
        if (isWukuError(error)) return { path: item.path, said: error.texts.message, remedy: error.texts.remedy }
        throw error
      } finally {
        here.toRead.delete(item.path)
        if (here.toRead.size === 0) await here.database.close()
      }
    },
  }
}

const IN_ITS_PROGRAM = 'Check whether its program can still open it.'

/** One that was read before is damaged or half written: nothing of what is known of it goes. */
const noConversations = (path: string, known: ReadonlyMap<string, string>): ContainerListing =>
  [...known.keys()].some((item) => item.startsWith(`${path}/`))
    ? {
        items: [],
        problems: [{ path, said: 'It no longer holds conversations that can be read.', remedy: IN_ITS_PROGRAM }],
      }
    : { items: [], skipped: [{ path, why: 'no database of conversations in a known format' }] }

interface Opened {
  readonly database: IdleResource<ChatDatabase | undefined>
  /** The program's own ids, by the path of the item. */
  readonly ids: Map<string, string>
  toRead: Set<string>
}

const closeOf = async (database: ChatDatabase | undefined): Promise<void> => database?.close()

async function itemsIn(
  database: ChatDatabase,
  { path }: ContainerFile,
  ids: Map<string, string>,
): Promise<readonly ListedItem[]> {
  const chats = await database.list()
  return chats.map(({ id, stamp, modifiedAt, bytes }) => {
    const item = { path: `${path}/${segmentOf(id)}`, stamp, modifiedAt, bytes }
    ids.set(item.path, id)
    return item
  })
}

/** An id as a segment of a path. */
// oxlint-disable-next-line no-control-regex
export const segmentOf = (id: string): string => id.replaceAll(/[/\\\u0000-\u001F\u007F-\u009F]/g, '-')
