import type { DocumentId, SourceId } from '@wuku/core/core-types'
import type { ManifestEntry, SourceView } from '@wuku/core/ports/index-view'
import { isShown, type ReadContext } from '../read-context.ts'

export const createManifest =
  (context: ReadContext): SourceView['manifest'] =>
  async (source, folders) => {
    if (!isShown(context, source)) return new Map()
    const row = await context.db.row<ManifestRow>(
      `SELECT array_agg(id) AS ids, array_agg(item) AS items, array_agg(stamp) AS stamps, array_agg(hash) AS hashes,
         array_agg(analyser) AS analysers
       FROM (${folders ? IN_FOLDERS : OF_SOURCE}) AS listed`,
      valuesOf(source, folders),
    )
    return row ? toEntries(row) : new Map()
  }

const valuesOf = (source: SourceId, folders: readonly string[] | undefined) =>
  folders ? [source, ...boundsOf([...new Set(folders)])] : [source]

const OF_SOURCE = 'SELECT id, item, stamp, hash, analyser FROM documents WHERE source = $1 ORDER BY id'

/** Items of a folder and of those below it begin with its slash, and end before `0`, the sign after the slash. */
const boundsOf = (folders: readonly string[]): readonly [tops: readonly string[], afters: readonly string[]] => [
  folders.map((name) => (name === '' ? '' : `${name}/`)),
  folders.map((name) => (name === '' ? LAST_SIGN : `${name}0`)),
]

const LAST_SIGN = '\u{10ffff}'

const IN_FOLDERS = `
  SELECT id, item, stamp, hash, analyser
  FROM unnest($2::text[], $3::text[]) AS asked (top, after) JOIN documents
    ON source = $1 AND item > top AND item < after AND strpos(substr(item, length(top) + 1), '/') = 0
  ORDER BY id`

/** All in one row, as with names; each is NULL where there are none. */
interface ManifestRow {
  readonly ids: readonly DocumentId[] | null
  readonly items: readonly string[] | null
  readonly stamps: readonly string[] | null
  readonly hashes: readonly string[] | null
  readonly analysers: readonly string[] | null
}

function toEntries({ ids, items, stamps, hashes, analysers }: ManifestRow): ReadonlyMap<string, ManifestEntry> {
  const entries = new Map<string, ManifestEntry & { documents: DocumentId[] }>()
  for (const [at, id] of (ids ?? []).entries()) {
    const item = items?.[at] ?? ''
    const entry = entries.get(item)
    const [stamp = '', hash = '', analyser = ''] = [stamps?.[at], hashes?.[at], analysers?.[at]]
    if (entry) entry.documents.push(id)
    else entries.set(item, { item, stamp, hash, analyser, documents: [id] })
  }
  return entries
}
