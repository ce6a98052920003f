import { crc32 } from 'node:zlib'
import type { ListedItem } from '../../../ports/feed.ts'
import { refusals } from '../refusals.ts'
import type { Container, ContainerFile } from './container.ts'
import { readBetween } from './plain.ts'
import { tooLong, WHOLE_BYTES } from './whole.ts'

/** A history of aider: one item for each run, called by the time at which it began. */
export function createAiderHistory(): Container {
  const runs = rememberRuns()
  return {
    async list(file) {
      if (file.bytes > WHOLE_BYTES) return { items: [], problems: [tooLong(file.path, file.bytes)] }
      return { items: [...runs(file).values()].map(({ item }) => item) }
    },
    async read(file, { path }) {
      const run = runs(file).get(path)
      if (!run) return refusals.gone(path)
      const bytes = readBetween(file.at, run.start, run.end)
      return stampOf(bytes) === run.item.stamp ? { ...run.item, bytes } : refusals.shrunk(path)
    },
  }
}

interface Run {
  readonly item: ListedItem
  readonly start: number
  readonly end: number
}

/** Of the file that was asked about last: its runs are read one after the other. */
function rememberRuns(): (file: ContainerFile) => ReadonlyMap<string, Run> {
  let last: { readonly of: string; readonly runs: ReadonlyMap<string, Run> } | undefined
  return (file) => {
    const of = `${file.at}\0${file.stamp}`
    if (last?.of !== of) last = { of, runs: new Map(runsIn(file).map((run) => [run.item.path, run])) }
    return last.runs
  }
}

function runsIn({ path, at, bytes: length, modifiedAt }: ContainerFile): readonly Run[] {
  const history = readBetween(at, 0, length)
  const heads = [...history.toString('latin1').matchAll(HEAD)]
  const seen = new Map<string, number>()
  return heads.map((head, index) => {
    const [start, end] = [head.index, heads[index + 1]?.index ?? history.length]
    const name = `${head[1]}T${head[2]?.replaceAll(':', '-')}`
    const turn = (seen.get(name) ?? 0) + 1
    seen.set(name, turn)
    const stamp = stampOf(history.subarray(start, end))
    const item = { path: `${path}/${name}${turn === 1 ? '' : `-${turn}`}`, stamp, bytes: end - start, modifiedAt }
    return { item, start, end }
  })
}

/** Made of the bytes: what is appended belongs to the last run, or to a new one. */
const stampOf = (bytes: Uint8Array): string => `${bytes.length.toString(36)}-${crc32(bytes).toString(36)}`

const HEAD = /^# aider chat started at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/gm
