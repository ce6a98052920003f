import type { ListedItem } from '@wuku/core/ports/feed'
import type { ContainerFile } from './container.ts'

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
export const stampOfPlace = ({ entry, start, length }: Place, count: number, file: ContainerFile): string =>
  `${entry}.${start}.${length}.${count}~${file.stamp}`

/** Count for a file whose problems must be reported each time: its stamps never suffice to skip it. */
export const UNSETTLED = 0

const SHAPE = /^(\d+)\.(\d+)\.(\d+)\.(\d+)~(.*)$/s

interface Stamped extends Place {
  readonly count: number
  readonly file: string
}

export function parseStamp(stamp: string): Stamped | undefined {
  const found = SHAPE.exec(stamp)
  if (!found) return undefined
  const [, entry, start, length, count, file = ''] = found
  return { entry: Number(entry), start: Number(start), length: Number(length), count: Number(count), file }
}

/** Its items as the store knows them, when it knows all of the file as it lies there. */
export function listedBefore(
  file: ContainerFile,
  known: ReadonlyMap<string, string>,
): readonly ListedItem[] | undefined {
  const items = knownIn(file, known).flatMap((item) => {
    const place = parseStamp(item.stamp)
    return place?.file === file.stamp ? [{ place, item: { ...item, bytes: place.length } }] : []
  })
  const [first] = items
  if (first?.place.count !== items.length) return undefined
  return items.toSorted((a, b) => byPlace(a.place, b.place)).map(({ item }) => item)
}

/** All that the store knows of a file, of any version of it. */
export function knownIn(
  { path, modifiedAt }: ContainerFile,
  known: ReadonlyMap<string, string>,
): readonly ListedItem[] {
  const folder = `${path}/`
  return [...known].flatMap(([item, stamp]) =>
    item.startsWith(folder) ? [{ path: item, stamp, bytes: 0, modifiedAt }] : [],
  )
}

const byPlace = (a: Place, b: Place): number => a.entry - b.entry || a.start - b.start
