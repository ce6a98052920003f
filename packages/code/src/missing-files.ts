import { text } from '@wuku/kernel/base/operation-shapes'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { DocumentId, Freshness } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { counted } from '@wuku/kernel/base/counted'
import type { CodeContext } from './graph/import-links.ts'

/** Files that left the disk since they were indexed are in no answer: the next ones take their places. */

export type Ages = ReadonlyMap<DocumentId, Freshness>

/** One look at each of these files. */
export async function agesOf(ids: Iterable<DocumentId>, engine: Engine): Promise<Ages> {
  const [documents, sources] = await engine.read((view) =>
    Promise.all([view.documents.byId([...new Set(ids)]), view.sources.list()]),
  )
  return engine.search.freshness(documents, sources)
}

interface PresentItems<T> {
  readonly there: readonly T[]
  readonly ages: Ages
  /** Entries of `found` that were checked and left out, and their files. */
  readonly gone: number
  readonly goneFiles: number
}

/** Files that are looked at for one answer: after a change of branch many in a row may be gone. */
export const MAX_FILE_CHECKS = 1_000

/** The first of `found` whose files are there, up to a limit. */
export async function filterPresent<T extends { readonly document: DocumentId }>(
  found: readonly T[],
  limit: number,
  engine: Engine,
): Promise<PresentItems<T>> {
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

/** Paths, among the given ones, whose files are gone. */
export async function gonePaths(
  paths: Iterable<string>,
  context: CodeContext,
  engine: Engine,
): Promise<ReadonlySet<string>> {
  const ids = new Map(
    [...new Set(paths)].flatMap((path) => {
      const id = context.idOf(path)
      return id === undefined ? [] : [[id, path] as const]
    }),
  )
  const ages = await agesOf([...ids.keys()].slice(0, MAX_FILE_CHECKS), engine)
  return new Set([...ids].flatMap(([id, path]) => (ages.get(id) === 'missing' ? [path] : [])))
}

export const notes = z.array(text).optional().describe('Further notes, such as deleted files.')

export const goneNote = (files: number): readonly string[] =>
  files > 0
    ? [`${counted(files, 'file')} left out: deleted since the last index run. Call repo_reindex with dry_run false.`]
    : []

export const withNotes = (files: number): { notes?: string[] } => (files > 0 ? { notes: [...goneNote(files)] } : {})

export const fileGone = (path: string): WukuError => new WukuError('not-found', msg('fileGone', { path }))
