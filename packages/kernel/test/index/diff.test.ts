import { expect, it } from 'vitest'
import type { DocumentId } from '@wuku/core/core-types'
import { createDiff } from '../../src/index/diff.ts'
import type { ManifestEntry } from '@wuku/core/ports/index-view'

interface Row {
  readonly says: string
  readonly disk: Readonly<Record<string, string>>
  readonly store: Readonly<Record<string, string>>
  readonly expected: {
    readonly unchanged?: number
    readonly read?: readonly string[]
    readonly gone?: readonly string[]
  }
  readonly complete?: boolean
  readonly force?: boolean
  readonly storedBy?: string
}

function check({ disk, store, complete = true, force = false, storedBy = 'now', expected }: Row) {
  const items = Object.entries(disk).map(([path, stamp]) => ({ path, stamp, bytes: 1, modifiedAt: 0 }))
  const manifest = new Map(Object.entries(store).map(([item, stamp]) => [item, entry(item, stamp, storedBy)]))
  const diff = createDiff(manifest, { analyserOf: () => 'now', force }).end({
    items,
    skipped: [],
    problems: [],
    complete,
  })
  expect({
    unchanged: diff.unchanged,
    read: diff.toRead.map((each) => each.path),
    gone: diff.gone.map((each) => each.item),
  }).toEqual({ unchanged: 0, read: [], gone: [], ...expected })
}

const entry = (item: string, stamp: string, analyser: string): ManifestEntry => ({
  item,
  stamp,
  hash: item,
  analyser,
  documents: [1 as DocumentId],
})

it.each<Row>([
  { says: 'nothing', disk: {}, store: {}, expected: {} },
  { says: 'new', disk: { a: '1' }, store: {}, expected: { read: ['a'] } },
  { says: 'unchanged', disk: { a: '1' }, store: { a: '1' }, expected: { unchanged: 1 } },
  { says: 'written since', disk: { a: '2' }, store: { a: '1' }, expected: { read: ['a'] } },
  { says: 'gone', disk: {}, store: { a: '1' }, expected: { gone: ['a'] } },
  { says: 'not gone when the listing broke off', disk: {}, store: { a: '1' }, complete: false, expected: {} },
  { says: 'forced', disk: { a: '1' }, store: { a: '1' }, force: true, expected: { read: ['a'] } },
  {
    says: 'analysed by an older version',
    disk: { a: '1' },
    store: { a: '1' },
    storedBy: 'old',
    expected: { read: ['a'] },
  },
])('a listing against the manifest: $says', check)
