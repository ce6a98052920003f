import type { Source } from '@wuku/core/core-types'
import { noCounts, type FileDraft, type VersionCounts } from '@wuku/core/ports/library-store'
import type { StoreView } from '@wuku/core/ports/store'
import type { DocOutline } from '../snippets.ts'
import { dayOf } from '@wuku/kernel/day'
import type { Engine } from '@wuku/kernel/base/engine'

/** Outlines unpacked together: bounds the memory that they take. */
const AT_ONCE = 500

export interface Counted {
  readonly counts: VersionCounts
  /** Facts about each file, by path. */
  readonly files: ReadonlyMap<string, Pick<FileDraft, 'title' | 'type' | 'chunks' | 'tokens'>>
}

/** Counts the indexed files of a version; `without` are paths that will be removed. */
export async function countVersion(view: StoreView, source: Source['id'], without: ReadonlySet<string> = new Set()) {
  const documents = (await view.documents.list({ sources: [source] })).filter(({ path }) => !without.has(path))
  const files = new Map<string, Pick<FileDraft, 'title' | 'type' | 'chunks' | 'tokens'>>()
  let counts = { ...noCounts, documents: documents.length }
  for (let at = 0; at < documents.length; at += AT_ONCE) {
    const page = documents.slice(at, at + AT_ONCE)
    const outlines = await view.documents.outlines(page.map(({ id }) => id))
    for (const { id, path, title } of page) {
      const outline = outlines.get(id) as DocOutline | undefined
      const own = countOutline(outline)
      counts = addCounts(counts, own)
      files.set(path, { title, type: outline?.format ?? '', chunks: own.snippets, tokens: own.tokens })
    }
  }
  return { counts, files }
}

export const bothCounted = (one: Counted, other: Counted): Counted => ({
  counts: addCounts(one.counts, other.counts),
  files: new Map([...one.files, ...other.files]),
})

function countOutline({ snippets }: Pick<DocOutline, 'snippets'> = { snippets: [] }): VersionCounts {
  const of = (one: string) => snippets.filter(({ type }) => type === one || type === 'mixed').length
  return {
    documents: 0,
    snippets: snippets.length,
    code: of('code'),
    info: of('info'),
    tokens: snippets.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

const addCounts = (one: VersionCounts, other: VersionCounts): VersionCounts => ({
  documents: one.documents + other.documents,
  snippets: one.snippets + other.snippets,
  code: one.code + other.code,
  info: one.info + other.info,
  tokens: one.tokens + other.tokens,
})

/** For the statistics of the day: documents that were taken in, and their bytes. */
export function countImported(files: readonly FileDraft[], library: number, engine: Engine): void {
  const importedFiles = files.filter(({ status }) => status === 'completed')
  if (importedFiles.length === 0) return
  const sum = importedFiles.reduce((all, { bytes }) => all + bytes, 0)
  const day = dayOf(engine.now())
  engine.record({ counts: [{ day, metric: 'import.documents', library, count: importedFiles.length, sum }] })
}
