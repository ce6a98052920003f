import { crc32 } from 'node:zlib'
import type { ListedItem } from '../../../ports/feed.ts'
import { refusals } from '../refusals.ts'
import type { Container, ContainerFile } from './container.ts'
import { readBetween } from './plain.ts'
import { tooLong, WHOLE_BYTES } from './whole.ts'

/** A history of aider: one item for each run, called by the time at which it began. */
export const aiderHistory: Container = {
  async list(file) {
    if (file.bytes > WHOLE_BYTES) return { items: [], problems: [tooLong(file.path, file.bytes)] }
    return { items: runsIn(file).map(({ item }) => item) }
  },
  async read(file, { path }) {
    const run = runsIn(file).find(({ item }) => item.path === path)
    return run ? { ...run.item, bytes: run.bytes } : refusals.gone(path)
  },
}

interface Run {
  readonly item: ListedItem
  readonly bytes: Uint8Array
}

/** The stamp is made of the bytes: what is appended belongs to the last run, or to a new one. */
function runsIn({ path, at, bytes: length, modifiedAt }: ContainerFile): readonly Run[] {
  const history = readBetween(at, 0, length)
  const heads = [...history.toString('latin1').matchAll(HEAD)]
  const seen = new Map<string, number>()
  return heads.map((head, index) => {
    const bytes = history.subarray(head.index, heads[index + 1]?.index)
    const name = `${head[1]}T${head[2]?.replaceAll(':', '-')}`
    const turn = (seen.get(name) ?? 0) + 1
    seen.set(name, turn)
    const stamp = `${bytes.length.toString(36)}-${crc32(bytes).toString(36)}`
    const item = { path: `${path}/${name}${turn === 1 ? '' : `-${turn}`}`, stamp, bytes: bytes.length, modifiedAt }
    /** Its own memory: bytes are handed to another thread. */
    return { item, bytes: Uint8Array.from(bytes) }
  })
}

const HEAD = /^# aider chat started at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/gm
