import { beforeEach, expect, it } from 'vitest'
import { BLOCK_SIZE } from '@wuku/index-core/postings/posting-codec'
import { connect, type Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { allocateChunkIds } from '../src/documents/runs.ts'
import { migrate } from '../src/schema.ts'
import type { SourceId } from '@wuku/core/core-types'

const source = 1 as SourceId

let db: Connection
beforeEach(() => {
  db = connect(':memory:', 0)
  migrate(db)
})

/** Takes ids, and stores chunks under the first `living` of them. */
function store(count: number, living = count): number {
  const first = allocateChunkIds(db, source, count)
  for (let id = first; id < first + living; id++)
    db.run('INSERT INTO chunks (id, document, start, stop, line, end_line) VALUES (?, 1, 0, 0, 1, 1)', [id])
  return first
}

interface Step {
  readonly asks: number
  /** As many as it asks for, when absent. */
  readonly living?: number
  readonly first: number
}

it.each<[says: string, steps: readonly Step[]]>([
  [
    'follow one another',
    [
      { asks: 3, first: 1 },
      { asks: 0, first: 4 },
      { asks: 1, first: 4 },
    ],
  ],
  [
    'begin a block when they are few and the last one is crowded',
    [
      { asks: 3_000, first: 1 },
      { asks: 2, first: BLOCK_SIZE },
      { asks: 64, first: BLOCK_SIZE + 2 },
    ],
  ],
  [
    'fill the block when they are many',
    [
      { asks: 3_000, first: 1 },
      { asks: 65, first: 3_001 },
      { asks: BLOCK_SIZE, first: 3_066 },
      { asks: 2, first: 2 * BLOCK_SIZE },
    ],
  ],
  [
    'stay in a block that many have left',
    [
      { asks: 3_000, living: 512, first: 1 },
      { asks: 1, first: 3_001 },
      { asks: 1, first: BLOCK_SIZE },
    ],
  ],
])('ids of new chunks: %s', (_, steps) => {
  for (const { asks, living, first } of steps) expect(store(asks, living)).toBe(first)
  const runs = db.rows<{ first: number; last: number }>('SELECT first, last FROM source_runs')
  expect(runs).toHaveLength(1)
  expect(db.row('SELECT 1 FROM chunks WHERE NOT id BETWEEN ? AND ?', [runs[0]?.first ?? 0, runs[0]?.last ?? 0])).toBe(
    undefined,
  )
})
