import type { Problem, Skipped } from '@wuku/core/core-types'
import type { ListedItem } from '@wuku/core/ports/feed'
import type { ContainerFile, ContainerListing } from './container.ts'
import { createCutter, createLineCutter, type Cut } from './export-cutter.ts'
import { readElement } from './export-element.ts'
import { stampOfPlace, UNSETTLED, type Place } from './export-place.ts'
import { exportProblems } from './export-problems.ts'
import { asksToBeLeftOut, NOT_TO_BE_INDEXED } from './spans.ts'

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

interface ExportPart {
  /** As a problem names it; `.jsonl` has a conversation on each line. */
  readonly path: string
  readonly entry: number
}

export async function readContents({ path, entry }: ExportPart, chunks: AsyncIterable<Uint8Array>): Promise<Contents> {
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

  const addCut = ({ start, length, bytes }: Cut): void => {
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
  return { take: addCut, contents }
}

function createCount() {
  let [first, count] = [0, 0]
  return {
    add(at: number): void {
      if (count === 0) first = at
      if (++count > MAX_OTHERS) throw exportProblems.otherwise()
    },
    told: (path: string, what: 'broken' | 'other'): readonly Problem[] =>
      count === 0 ? [] : [exportProblems[what](path, first, count)],
  }
}

/** Later files override earlier ones. `more` are problems of files that could not be read at all. */
export function listingOf(
  file: ContainerFile,
  parts: readonly Contents[],
  more: readonly Problem[] = [],
): ContainerListing {
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
  return { items: [...chats].map(([name, place]) => itemOf(file, name, { place, count })), skipped, problems }
}

export const NO_EXPORT = 'not an export of conversations'

const pathIn = ({ path }: ContainerFile, name: string): string => `${path}/${name}`

const itemOf = (
  file: ContainerFile,
  name: string,
  { place, count }: { readonly place: Place; readonly count: number },
): ListedItem => ({
  path: pathIn(file, name),
  stamp: stampOfPlace(place, count, file),
  bytes: place.length,
  modifiedAt: file.modifiedAt,
})
