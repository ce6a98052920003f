import { createLruMap } from '@wuku/core/lru-map'
import { type Range, subtractRanges } from '@wuku/core/ranges'
import type { SourceId } from '@wuku/core/core-types'
import { type Postings, splitByBlock, maskOf } from '@wuku/index-core/postings/posting-codec'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { counter, revisionsOf } from '@wuku/store-sql/sqlite/counters'
import type { FindChunkScope } from '../documents/chunk-scope.ts'
import type { Shown } from '@wuku/store-sql/visible-rows'

/** Kept chunks without any visible source. */
export interface HiddenChunks {
  readonly ranges: readonly Range[]
  /** Blocks that have some of them; there a chunk is hidden where its number has a 1. */
  readonly blocks: ReadonlyMap<number, Uint8Array>
}

/** Finds them again only after one of the sources that are not shown changed, or what sources share. */
export type FindHidden = (db: Connection, shown: Shown) => HiddenChunks

/** Number of different sets of visible sources that are cached. */
const MAX_CACHED = 8

export function createFindHidden(chunkScope: FindChunkScope): FindHidden {
  const known = createLruMap<string, Known>(MAX_CACHED)
  return (db, shown) => {
    const before = known.get(shown.key)
    const combined = `${counter(db, 'shares')} ${revisionsOf(db).combined}`
    if (before?.combined === combined) return before.hidden
    const revision = revisionHidden(db, shown)
    const hidden = before?.revision === revision ? before.hidden : hiddenChunks(rangesHidden(db, shown, chunkScope))
    known.set(shown.key, { combined, revision, hidden })
    return hidden
  }
}

interface Known {
  /** Revision of all sources: while none changes, nothing need be looked at. */
  readonly combined: string
  readonly revision: string
  readonly hidden: HiddenChunks
}

function revisionHidden(db: Connection, { sources }: Shown): string {
  const hidden = [...revisionsOf(db).bySource.values()].filter(({ id }) => !sources.has(id))
  return [counter(db, 'shares'), ...hidden.map(({ id, revision }) => `${id}:${revision}`)].join()
}

/** A chunk that several sources share is hidden when all of them are. */
function rangesHidden(db: Connection, shown: Shown, chunkScope: FindChunkScope): readonly Range[] {
  const all = db.rows<{ id: SourceId }>('SELECT id FROM sources').map(({ id }) => id)
  const rangesOf = (sources: readonly SourceId[]): readonly Range[] => chunkScope(db, { sources }).ranges
  return subtractRanges(rangesOf(all), rangesOf([...shown.sources]))
}

const hiddenChunks = (ranges: readonly Range[]): HiddenChunks => ({
  ranges,
  blocks: new Map([...splitByBlock(ranges)].map(([block, parts]) => [block, maskOf(parts)])),
})

export const chunksIn = (db: Connection, { first, last }: Range): number =>
  db.row<{ chunks: number }>('SELECT count(*) AS chunks FROM chunks WHERE id >= ? AND id <= ?', [first, last])
    ?.chunks ?? 0

export function markedIn({ count, chunks }: Postings, mask: Uint8Array): number {
  let marked = 0
  for (let at = 0; at < count; at++) marked += mask[chunks[at] ?? 0] ?? 0
  return marked
}
