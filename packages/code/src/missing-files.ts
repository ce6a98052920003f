import { text } from '@wuku/kernel/base/operation-shapes'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { DocumentId, Freshness, Source, StoredDocument } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { counted } from '@wuku/kernel/base/counted'
import type { CodeContext } from './graph/import-links.ts'

/** Files that left the disk since they were indexed are in no answer: the next ones take their places. */

export type Ages = ReadonlyMap<DocumentId, Freshness>

export async function agesOf(ids: Iterable<DocumentId>, engine: Engine): Promise<Ages> {
  const [documents, sources] = await engine.read((view) =>
    Promise.all([view.documents.byId([...new Set(ids)]), view.sources.list()]),
  )
  return engine.search.freshness(documents, sources)
}

/** Files that are looked at for one answer: after a change of branch many in a row may be gone. */
export const MAX_FILE_CHECKS = 1_000

/** The first of `found` whose files are there, up to a limit; and how many were checked and left out, and their files. */
export async function filterPresent<T extends { readonly document: DocumentId }>(
  found: readonly T[],
  limit: number,
  engine: Engine,
) {
  const ages = new Map<DocumentId, Freshness>()
  const there: T[] = []
  const gone: DocumentId[] = []
  for (let at = 0; at < found.length && there.length < limit && ages.size < MAX_FILE_CHECKS;) {
    const page = found.slice(at, at + limit - there.length)
    at += page.length
    const fresh = page.map(({ document }) => document).filter((id) => !ages.has(id))
    for (const [id, age] of await agesOf(fresh, engine)) ages.set(id, age)
    for (const each of page)
      if (ages.get(each.document) === 'missing') gone.push(each.document)
      else there.push(each)
  }
  return { there, ages, gone: gone.length, goneFiles: new Set(gone).size }
}

const ROUNDS = 4

/** Again without what is gone from the disk, so that others take its place; `missing` is what the last round still had. */
export async function readUntilPresent<T extends { readonly documents: readonly StoredDocument[] }>(
  { search }: Pick<Engine, 'search'>,
  read: (gone: ReadonlySet<string>) => Promise<T>,
  sources?: readonly Source[],
) {
  let gone: ReadonlySet<string> = new Set()
  for (let round = 1; ; round++) {
    const found = await read(gone)
    const ages = await search.freshness(found.documents, sources)
    const missing = new Set(found.documents.filter(({ id }) => ages.get(id) === 'missing').map(({ path }) => path))
    if (missing.size === 0 || round === ROUNDS) return { ...found, ages, gone, missing }
    gone = gone.union(missing)
  }
}

export async function gonePaths(paths: Iterable<string>, context: CodeContext, engine: Engine) {
  const ids = [...new Set(paths)].flatMap((path) => context.idOf(path) ?? [])
  const ages = await agesOf(ids.slice(0, MAX_FILE_CHECKS), engine)
  return new Set(ids.flatMap((id) => (ages.get(id) === 'missing' ? (context.pathOf(id) ?? []) : [])))
}

export const notes = z.array(text).optional().describe('Further notes, such as deleted files.')

export const goneNote = (files: number): readonly string[] =>
  files > 0
    ? [`${counted(files, 'file')} left out: deleted since the last index run. Call repo_reindex with dry_run false.`]
    : []

export const withNotes = (files: number): { notes?: string[] } => (files > 0 ? { notes: [...goneNote(files)] } : {})

export const fileGone = (path: string): WukuError => new WukuError('not-found', msg('fileGone', { path }))
