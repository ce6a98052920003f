import type { Problem, Skipped } from '@wuku/core/core-types'
import type { ListedItem } from '@wuku/core/ports/feed'
import type { ContainerFile } from './container.ts'
import { createCutter, createLineCutter, type Cut } from './export-cutter.ts'
import { asksToBeLeftOut, NOT_TO_BE_INDEXED } from './line-container.ts'
import { WukuError } from '@wuku/core/errors'
import { parseJson } from '@wuku/core/lenient-parsing'
import { msg, type Text } from '@wuku/messages/chats'
import { bytesInWords } from '@wuku/folders/feed-refusals'

/** A longer conversation than anybody has: it would not fit into memory several times over. */
const MAX_BYTES = 32 * 1024 * 1024

/** Upper limit of conversations in one file. A file with more was made to exhaust the memory. */
const MAX_CHATS = 1_000_000
/** A file with more elements that are no conversations is no export. */
const MAX_OTHERS = 10_000

/** Contents of one file of an export. */
export interface Contents {
  /** By the last segment of an item's path. */
  readonly chats: ReadonlyMap<string, Place>
  /** Conversations that ask not to be indexed. */
  readonly unwanted: ReadonlySet<string>
  /** Told more than once. */
  readonly twice: ReadonlySet<string>
  readonly problems: readonly Problem[]
}

/** `path` as a problem names it; `.jsonl` has a conversation on each line. */
export async function readContents(path: string, entry: number, chunks: AsyncIterable<Uint8Array>): Promise<Contents> {
  const found = createFinds(path, entry)
  const cutter = path.endsWith('.jsonl') ? createLineCutter(MAX_BYTES) : createCutter(MAX_BYTES)
  for await (const chunk of chunks) for (const cut of cutter.push(chunk)) found.take(cut)
  const { cuts, brokenAt } = cutter.end()
  for (const cut of cuts) found.take(cut)
  return found.contents(brokenAt)
}

function createFinds(path: string, entry: number) {
  const chats = new Map<string, Place>()
  const unwanted = new Set<string>()
  const twice = new Set<string>()
  const tooLong: Problem[] = []
  const broken = createCount()
  const other = createCount()

  const take = ({ start, length, bytes }: Cut): void => {
    if (!bytes) return void tooLong.push(exportProblems.tooLong(path, start, length))
    const element = readElement(bytes)
    if (element.is === 'empty') return
    if (element.is !== 'chat') return (element.is === 'broken' ? broken : other).add(start)
    if (chats.delete(element.name) || unwanted.delete(element.name)) twice.add(element.name)
    if (asksToBeLeftOut(bytes)) unwanted.add(element.name)
    else chats.set(element.name, { entry, start, length })
    if (chats.size > MAX_CHATS) throw exportProblems.tooMany()
  }
  const contents = (brokenAt: number | undefined): Contents => {
    const problems = [...tooLong, ...broken.told(path, 'broken'), ...other.told(path, 'other')]
    if (brokenAt !== undefined) problems.push(exportProblems.breaksOff(path, brokenAt))
    return { chats, unwanted, twice, problems }
  }
  return { take, contents }
}

function createCount() {
  let [first, count] = [0, 0]
  return {
    add(at: number): void {
      if (count === 0) first = at
      if (++count > MAX_OTHERS) throw exportProblems.otherwise()
    },
    told: (path: string, what: 'broken' | 'other') => (count === 0 ? [] : [exportProblems[what](path, first, count)]),
  }
}

/** Later files override earlier ones. `more` are problems of files that could not be read at all. */
export function listingOf(file: ContainerFile, parts: readonly Contents[], more: readonly Problem[] = []) {
  const chats = new Map<string, Place>()
  const unwanted = new Set<string>()
  const twice = new Set(parts.flatMap((part) => [...part.twice]))
  for (const part of parts) {
    for (const name of [...part.chats.keys(), ...part.unwanted])
      if (chats.delete(name) || unwanted.delete(name)) twice.add(name)
    for (const [name, place] of part.chats) chats.set(name, place)
    for (const name of part.unwanted) unwanted.add(name)
  }
  const problems = [...parts.flatMap((part) => part.problems), ...more]
  if (twice.size > 0) problems.push(exportProblems.twice(file.path, [...twice]))
  if (chats.size + unwanted.size + more.length === 0)
    return { items: [], skipped: [{ path: file.path, why: NO_EXPORT }], problems }
  const skipped = [...unwanted].map((name): Skipped => ({ path: pathIn(file, name), why: NOT_TO_BE_INDEXED }))
  const isSettled = problems.length + skipped.length === 0
  const count = isSettled ? chats.size : UNSETTLED
  const items = [...chats].map(([name, place]): ListedItem => ({
    path: pathIn(file, name),
    stamp: stampOfPlace(place, count, file),
    bytes: place.length,
    modifiedAt: file.modifiedAt,
  }))
  return { items, skipped, problems }
}

export const NO_EXPORT = 'not an export of conversations'

const pathIn = ({ path }: ContainerFile, name: string): string => `${path}/${name}`

/** Kind of an element of an export. */
type Element =
  | { readonly is: 'chat'; readonly name: string }
  /** An empty one was opened, but is without any message: exports are full of them, and they are not worth a report. */
  | { readonly is: 'empty' | 'other' | 'broken' }

/** A conversation of ChatGPT keeps its messages in a `mapping`, one of Claude.ai in `chat_messages`. */
function readElement(bytes: Buffer): Element {
  const value = parse(bytes)
  if (value === undefined) return { is: 'broken' }
  if (typeof value !== 'object' || value === null || !('mapping' in value || 'chat_messages' in value))
    return { is: 'other' }
  const name = nameOf(value)
  if (name === undefined) return { is: 'other' }
  return isEmpty(value) ? { is: 'empty' } : { is: 'chat', name }
}

/** Whether these bytes are still the conversation that an item is called by. */
export function isCalled(name: string, bytes: Buffer): boolean {
  const element = readElement(bytes)
  return element.is === 'chat' && element.name === name
}

const parse = (bytes: Buffer): unknown => parseJson(bytes.toString().replace(/^\uFEFF/, ''))

function isEmpty(chat: object): boolean {
  if ('chat_messages' in chat) return Array.isArray(chat.chat_messages) && chat.chat_messages.length === 0
  if (!('mapping' in chat) || typeof chat.mapping !== 'object' || chat.mapping === null) return false
  return !Object.values(chat.mapping).some((node: unknown) => (node as { readonly message?: unknown } | null)?.message)
}

const LONGEST_ID = 300

/** Its id as the last segment of an item's path. */
function nameOf(chat: object): string | undefined {
  const { conversation_id, id, uuid } = chat as Readonly<Record<string, unknown>>
  const given = [conversation_id, id, uuid].find((each) => typeof each === 'string' && each !== '')
  if (typeof given !== 'string' || given.length > LONGEST_ID || /^\.+$/.test(given)) return undefined
  // A part's number begins with `@`.
  // oxlint-disable-next-line no-control-regex
  return given.toWellFormed().replaceAll(/[/\\@\0-\x1f\x7f]/g, '-')
}

/** Place of a conversation in an export: index of the file in it, and range of unpacked bytes. */
export interface Place {
  /** From 0. */
  readonly entry: number
  readonly start: number
  readonly length: number
}

/**
 * The stamp of an item says where it stands, how many there are, and the stamp of the whole: with all of them known, the
 * file need not be opened to be listed, and none need be searched for to be read.
 */
const stampOfPlace = ({ entry, start, length }: Place, count: number, file: ContainerFile): string =>
  `${entry}.${start}.${length}.${count}~${file.stamp}`

/** Count for a file whose problems must be reported each time: its stamps never suffice to skip it. */
const UNSETTLED = 0

const SHAPE = /^(\d+)\.(\d+)\.(\d+)\.(\d+)~(.*)$/s

export function parseStamp(stamp: string): (Place & { readonly count: number; readonly file: string }) | undefined {
  const found = SHAPE.exec(stamp)
  if (!found) return undefined
  const [, entry, start, length, count, file = ''] = found
  return { entry: Number(entry), start: Number(start), length: Number(length), count: Number(count), file }
}

/** Its items as the store knows them, when it knows all of the file as it lies there. */
export function listedBefore(file: ContainerFile, known: ReadonlyMap<string, string>) {
  const items = knownIn(file, known).flatMap((item) => {
    const place = parseStamp(item.stamp)
    return place?.file === file.stamp ? [{ place, item: { ...item, bytes: place.length } }] : []
  })
  const [first] = items
  if (first?.place.count !== items.length) return undefined
  return items.toSorted(({ place: a }, { place: b }) => a.entry - b.entry || a.start - b.start).map(({ item }) => item)
}

/** All that the store knows of a file, of any version of it. */
export function knownIn({ path, modifiedAt }: ContainerFile, known: ReadonlyMap<string, string>) {
  const folder = `${path}/`
  return [...known].flatMap(([item, stamp]) =>
    item.startsWith(folder) ? [{ path: item, stamp, bytes: 0, modifiedAt }] : [],
  )
}

/** Every sentence about an export. `path` is the file's, or that of a file in it. */
export const exportProblems = {
  tooLong: (path: string, at: number, length: number) =>
    problem(path, msg('partTooLong', { at, size: bytesInWords(length) }), OTHERS),
  broken: (path: string, at: number, count: number) =>
    problem(path, count === 1 ? msg('elementBroken', { at }) : msg('elementsBroken', { count, at }), OTHERS),
  other: (path: string, at: number, count: number) =>
    problem(path, count === 1 ? msg('elementWithoutId', { at }) : msg('elementsWithoutId', { count, at }), OTHERS),
  breaksOff: (path: string, at: number) =>
    problem(path, msg('breaksOff', { at }), 'Ask for the export again, or leave this one out with --exclude.'),
  twice: (path: string, all: readonly string[]) => {
    const [count, names] = [all.length, shortened(all)]
    const said = count === 1 ? msg('occursTwice', { names }) : msg('occurTwice', { count, names })
    return problem(path, said, 'Nothing needs to be done, unless they are different conversations.')
  },
  damaged: (why: string) => new WukuError('bad-input', msg('damaged', { why })),
  encrypted: () => new WukuError('bad-input', msg('encrypted')),
  packing: () => new WukuError('bad-input', msg('packing')),
  tooMuch: () => new WukuError('too-large', msg('tooMuch')),
  tooMany: () => new WukuError('too-large', msg('tooMany')),
  otherwise: () => new WukuError('bad-input', msg('otherwise')),
} as const

const OTHERS = 'Nothing needs to be done: the others are indexed.'
const problem = (path: string, said: Text, remedy: Text): Problem => ({ path, said, remedy })

const MAX_NAMED = 3

const shortened = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ', ...' : '')
