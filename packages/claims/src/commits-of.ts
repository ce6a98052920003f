import { historyFolder, pageOfPath } from '@wuku/core/ports/history-page'
import type { TouchedFile } from '@wuku/core/ports/history'
import type { Source } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { ClaimedProject } from '@wuku/kernel/base/engine'
import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import { markTerm } from '@wuku/text/terms/mark-terms'

/** One look into the store, for claims about a project. */
export interface Look {
  readonly view: StoreView
  readonly about: ClaimedProject
}

/** A commit of the index, as far as claims are concerned. */
export interface IndexedCommit {
  readonly sha: string
  /** `2024-05-01` */
  readonly day: string
  readonly files: readonly TouchedFile[]
  /** Excerpts of what it changed, as they stand in the index. */
  readonly changes: readonly string[]
}

/** Commits that one lookup considers. A file that more of them touched is there, or was touched last by one of these. */
const MAX_CHUNKS = 2_000
/** The newest of them are read. */
const MAX_READ = 12

/** For each list of terms the newest commits that hold any of them, newest first. */
export async function newestCommits(
  { view, about }: Look,
  lookups: readonly { readonly terms: readonly string[]; readonly required?: readonly string[] }[],
): Promise<readonly (readonly IndexedCommit[])[]> {
  const within = { sources: [about.source.id], under: historyFolder }
  const found = await chunksWithTerms(
    view,
    lookups.map(({ terms, required = [] }) => ({ terms, required, within, limit: MAX_CHUNKS })),
  )
  const places = await view.chunks.places([...new Set(found.flat().map(({ chunk }) => chunk))])
  const orders = new Map(
    places.map(({ chunk, document, facts }) => [chunk, (pageOfPath(document.path) ?? 0) * 1e7 + facts.line]),
  )
  const newest = found.map((own) =>
    own
      .map(({ chunk }) => chunk)
      .toSorted((a, b) => (orders.get(b) ?? 0) - (orders.get(a) ?? 0))
      .slice(0, MAX_READ),
  )
  const passages = await view.chunks.passages([...new Set(newest.flat())])
  const commits = new Map(passages.map(({ chunk, text }) => [chunk, readTouches(text)]))
  return newest.map((own) => own.flatMap((chunk) => commits.get(chunk) ?? []))
}

export const touching = (path: string): { readonly terms: readonly string[] } => ({ terms: [markTerm('file', path)] })

const howBy: Readonly<Record<string, TouchedFile['how']>> = { A: 'added', M: 'changed', D: 'removed', R: 'renamed' }

/** The files of a commit are listed below its first two lines, which hold its author and subject. */
function readTouches(text: string): readonly IndexedCommit[] {
  const [head = '', , ...lines] = text.split('\n')
  const [, sha, day = ''] = /^commit ([0-9a-f]{40,64}) (\S*)/.exec(head) ?? []
  if (sha === undefined) return []
  const from = lines.findIndex((line) => line.startsWith('@ '))
  const listed = from < 0 ? lines : lines.slice(0, from)
  const files = listed.flatMap((line, at): readonly TouchedFile[] => {
    const [, letter = '', path = ''] = /^([AMDR]) (.+)$/.exec(line) ?? []
    const how = howBy[letter]
    const before = /^ {2}was (.+)$/.exec(listed[at + 1] ?? '')?.[1]
    return how ? [{ path, how, ...(how === 'renamed' && before !== undefined && { from: before }) }] : []
  })
  return [{ sha, day, files, changes: from < 0 ? [] : lines.slice(from) }]
}

/** The folder of the source below the top of its repository, ending with a slash; empty if it is the top. */
export function prefixBelow(top: string, { root }: Source): string {
  const below = root.slice(top.length).replaceAll('\\', '/').replace(/^\/+/, '')
  return root.startsWith(top) && below !== '' ? `${below}/` : ''
}
