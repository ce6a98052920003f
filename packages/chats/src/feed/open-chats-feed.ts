import { closeSync } from 'node:fs'
import { msg } from '@wuku/messages/chats'
import { type Feed, type Polls, type ListedItem, isRefusal, type RawItem, type Refusal } from '@wuku/core/ports/feed'
import type { OpenChatDatabase, ChatDatabase } from '@wuku/core/ports/chat-database'
import { createPathSelection } from '@wuku/folders/path-selection'
import { rememberRootFolder, type Tree, placeOf } from '@wuku/folders/root-folder'
import type { Container, ContainerFile, ContainerListing } from './container.ts'
import { exportContainer } from './export-file.ts'
import { keepOpen, rememberLast, type IdleResource } from './idle.ts'
import { listChats, type Exclusions, type Chats, fileOf, prefixOf } from './list.ts'
import { chatsPolicy, holdsItems, shapeOf, siblingFactsOf } from './chat-file-names.ts'
import { openCodeLegacy } from './opencode-legacy.ts'
import { below, readEntries } from '@wuku/folders/entries'
import { silent } from '@wuku/folders/walk'
import { watchFolder } from '@wuku/folders/watch'
import { createGlob } from '@wuku/text/glob'
import { crc32 } from 'node:zlib'
import { refusals, bytesInWords, codeOf, isGone } from '@wuku/folders/feed-refusals'
import { readBetween, openPlain } from './plain.ts'
import { readItem } from '@wuku/folders/read'
import { isWukuError } from '@wuku/core/errors'
import { isSecretPath } from '@wuku/folders/secrets'
import { asksToBeLeftOut, createLines, NOT_TO_BE_INDEXED, stampNow } from './line-container.ts'

export interface ChatsOptions {
  /** Absolute real path of a folder, or of the one file that is the whole source. */
  readonly root: string
  readonly patterns: readonly string[]
  readonly exclude: readonly string[]
  /** Ids of conversations and folders that were worked in, as globs, which are kept out of every source. */
  readonly leaveOut: readonly string[]
  readonly openDatabase: OpenChatDatabase
}

/** An archive of conversations: a folder of what agents leave behind, or one file. */
export function openChats({ root, patterns, exclude, leaveOut, openDatabase }: ChatsOptions): Feed {
  const exclusions = createExclusions(leaveOut)
  const selection = createPathSelection({ patterns, exclude: [...exclude, ...exclusions.paths] })
  const foundRoot = rememberRootFolder(root)
  const tree: Tree = { root, foundRoot, selection, policy: chatsPolicy, maxBytes: Number.MAX_SAFE_INTEGER }
  const containers = {
    lines: createLines(tree),
    whole: createSingleItem(tree),
    aider: createAiderHistory(),
    database: createDatabases(openDatabase),
    zip: lazyZip,
    export: exportContainer,
    opencode: openCodeLegacy,
  }
  const chats: Chats = { tree, containers, exclusions, located: new Map() }
  return {
    list: (request) => listChats(chats, request),
    read: (item) => readChat(chats, item),
    stamp: async (path, known) => stampOfChat(chats, path, known),
    isThere: async () => tree.foundRoot() !== undefined,
    watch: (changed, signal, looks) => watchChats(tree, changed, signal, looks),
  }
}

/** The reader of archives is loaded only if there is one: few sources have any, and every start would pay for it. */
const lazyZip: Container = {
  list: async (...args) => (await import('./zip.ts')).zipContainer.list(...args),
  read: async (...args) => (await import('./zip.ts')).zipContainer.read(...args),
}

/** A conversation is written to all the time while it goes on. */
const TALKING_MS = 2_000

/**
 * Watches a folder, with two additions: writes to a database first appear in its journal, and for items within a file
 * the system reports no folder of their own.
 */
function watchChats(tree: Tree, changed: (folders: readonly string[]) => void, signal: AbortSignal, looks?: Polls) {
  const { selection } = tree
  const takes = (path: string): boolean => selection.takes(path.replace(/-(?:wal|journal)$/, ''))
  const notify = (folders: readonly string[]): void =>
    changed([...new Set(folders.flatMap((folder) => [folder, ...containersIn(tree, folder)]))])
  return watchFolder({ ...tree, selection: { ...selection, takes } }, notify, signal, { longest: TALKING_MS, looks })
}

function containersIn(tree: Tree, folder: string): readonly string[] {
  const foundRoot = tree.foundRoot()
  const at = folder === '' ? foundRoot?.base : foundRoot && placeOf(foundRoot, folder)
  if (at === undefined || foundRoot?.only !== undefined) return []
  const names = readEntries({ path: folder, at }, silent).map(({ name }) => below(folder, name))
  return names.filter((path) => holdsItems(shapeOf(path)) && tree.selection.takes(path))
}

function createExclusions(globs: readonly string[]): Exclusions {
  const folders = globs.filter(isFolder).map((glob) => ({ glob, matches: folderGlob(glob) }))
  const against: Exclusions['against'] = (bytes, siblingFacts) => {
    if (folders.length === 0) return undefined
    const project = siblingFacts?.projectRoot ?? projectIn(siblingFacts?.firstLine ?? headOf(bytes))
    return project === undefined ? undefined : folders.find(({ matches }) => matches(project))?.glob
  }
  return { paths: globs.flatMap((glob) => (isFolder(glob) ? slugGlobs(glob) : idGlobs(glob))), against }
}

const isFolder = (glob: string): boolean => /^(?:\/|[A-Za-z]:[\\/])/.test(glob)

function folderGlob(glob: string): (project: string) => boolean {
  const within = slashed(glob).replace(/\/+(?:\*\*)?$/, '')
  const matches = [createGlob(within), createGlob(`${within}/**`)]
  return (project) => matches.some((match) => match(slashed(project)))
}

const slashed = (path: string): string => path.replaceAll('\\', '/')

/** An id is a file's name, the end of one (Codex), or a segment below a database or an archive. */
const idGlobs = (glob: string): readonly string[] =>
  glob.includes('/') ? [glob] : [glob, `${glob}.*`, `rollout-*-${glob}.*`].map((name) => `**/${name}`)

/** Claude Code calls the folder of a project by its path, with a dash for each other sign. */
function slugGlobs(glob: string): readonly string[] {
  const slug = glob.replace(/[\\/]+(?:\*\*)?$/, '').replaceAll(/[^A-Za-z0-9*?]/g, '-')
  return slug.includes('**') ? [] : [`**/${slug}`]
}

const HEAD_BYTES = 64 * 1024
const headOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString()

/** The words by which programs name the folder in what they write. */
const PROJECT = /"(?:cwd|directory|worktree|workspaceProjectDir)"\s*:\s*("(?:[^"\\]|\\.)+")/

function projectIn(text: string): string | undefined {
  try {
    return JSON.parse(PROJECT.exec(text)?.[1] ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** A history of aider: one item for each run, called by the time at which it began. */
function createAiderHistory(): Container {
  const runs = rememberLast(runsIn)
  return {
    async list(file) {
      if (file.bytes > MAX_SINGLE_BYTES) return { items: [], problems: [tooLong(file.path, file.bytes)] }
      return { items: [...(await runs(file)).values()].map(({ item }) => item) }
    },
    async read(file, { path }) {
      const run = (await runs(file)).get(path)
      if (!run) return refusals.gone(path)
      const bytes = readBetween(file.at, run.start, run.end)
      return stampOf(bytes) === run.item.stamp ? { ...run.item, bytes } : refusals.shrunk(path)
    },
  }
}

/** Runs with their places in the file, by the paths of their items. */
function runsIn({ path, at, bytes: length, modifiedAt }: ContainerFile) {
  const history = readBetween(at, 0, length)
  const heads = [...history.toString('latin1').matchAll(HEAD)]
  const seen = new Map<string, number>()
  const runs = heads.map((head, index) => {
    const [start, end] = [head.index, heads[index + 1]?.index ?? history.length]
    const name = `${head[1]}T${head[2]?.replaceAll(':', '-')}`
    const turn = (seen.get(name) ?? 0) + 1
    seen.set(name, turn)
    const stamp = stampOf(history.subarray(start, end))
    const item = { path: `${path}/${name}${turn === 1 ? '' : `-${turn}`}`, stamp, bytes: end - start, modifiedAt }
    return [item.path, { item, start, end }] as const
  })
  return new Map(runs)
}

/** Made of the bytes: what is appended belongs to the last run, or to a new one. */
const stampOf = (bytes: Uint8Array): string => `${bytes.length.toString(36)}-${crc32(bytes).toString(36)}`

const HEAD = /^# aider chat started at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/gm

/** A file that is one JSON or one text must be read at once. */
const MAX_SINGLE_BYTES = 64 * 1024 * 1024

/** One file, one item. */
const createSingleItem = (tree: Tree): Container => ({
  list: async (file) =>
    file.bytes <= MAX_SINGLE_BYTES ? { items: [file] } : { items: [], problems: [tooLong(file.path, file.bytes)] },
  read: (_file, item) => readItem(tree, item),
})

const tooLong = (path: string, bytes: number) => ({
  path,
  said: msg('tooLongAtOnce', { size: bytesInWords(bytes), limit: bytesInWords(MAX_SINGLE_BYTES) }),
  remedy: 'Split it, or leave it out with --exclude.',
})

async function readChat(chats: Chats, item: ListedItem): Promise<RawItem | Refusal> {
  const { tree, located, containers, exclusions } = chats
  if (tree.foundRoot() === undefined) return refusals.rootGone()
  if (isSecretPath(item.path)) return refusals.secret(item.path)
  const place = located.get(item.path) ?? fileOf(tree, item.path)
  if (!place) return refusals.gone(item.path)
  const prefix = prefixOf(tree, place.shape)
  try {
    const read = await containers[place.shape].read(place.file, { ...item, path: prefix + item.path })
    if (isRefusal(read)) return { ...read, path: item.path }
    const siblingFacts = { ...siblingFactsOf(tree, place.file.path), ...read.sidecar }
    const why = asksToBeLeftOut(read.bytes) ? NOT_TO_BE_INDEXED : exclusions.against(read.bytes, siblingFacts)
    if (why !== undefined) return leftOut(item.path, why)
    return { ...read, path: item.path, ...(Object.keys(siblingFacts).length > 0 && { sidecar: siblingFacts }) }
  } catch (error) {
    return refusalOf(item.path, error)
  }
}

const leftOut = (path: string, why: string): Refusal => ({
  path,
  said: 'It is left out.',
  remedy: 'Nothing needs to be done.',
  leftOut: why === NOT_TO_BE_INDEXED ? why : msg('excludedBy', { rule: why }),
})

function refusalOf(path: string, error: unknown): Refusal {
  if (isWukuError(error)) return { path, said: error.texts.message, remedy: error.texts.remedy }
  return isGone(error) ? refusals.gone(path) : refusals.unreadable(path, codeOf(error))
}

/** Items in a database or an archive cannot be checked cheaply: they keep their known stamp as long as the file exists. */
function stampOfChat({ tree, located }: Chats, path: string, believed?: string): string | undefined {
  const place = fileOf(tree, path)
  if (!place) return undefined
  const known = believed ?? located.get(path)?.stamp
  if (known === undefined || place.shape === 'whole') return place.file.stamp
  if (holdsItems(place.shape) || place.shape === 'opencode') return known
  const isPacked = place.file.path.endsWith('.zst')
  return stampNow(known, place.file.stamp, isPacked ? Number.POSITIVE_INFINITY : place.file.bytes)
}

/** The database of another program: one item a conversation. It is opened once for a run, and closed when all was read. */
function createDatabases(open: OpenChatDatabase): Container {
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

async function itemsIn(database: ChatDatabase, { path }: ContainerFile, ids: Map<string, string>) {
  const chats = await database.list()
  return chats.map(({ id, stamp, modifiedAt, bytes }) => {
    const item = { path: `${path}/${segmentOf(id)}`, stamp, modifiedAt, bytes }
    ids.set(item.path, id)
    return item
  })
}

/** An id as a segment of a path. */
// oxlint-disable-next-line no-control-regex
const segmentOf = (id: string): string => id.replaceAll(/[/\\\u0000-\u001F\u007F-\u009F]/g, '-')
