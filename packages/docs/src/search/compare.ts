import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import { append } from '@wuku/core/list-helpers'
import type { DocumentId, Source } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import type { StoreView } from '@wuku/core/ports/store'
import { commandLine } from '@wuku/text/show/shell-words'
import { diffSections, type DocSection } from '../differences.ts'
import { libraryWord, parseLibraryId } from '../names/library-id.ts'
import { describeVersion } from './docs-shapes.ts'
import { type RankedSnippet, rankSnippets } from './rank-snippets.ts'
import { type AnsweringVersion, chooseScope, topicsOf } from '../scope.ts'

/** Pages about a topic that are compared, of either version. */
const PAGES = 12
/** Sections of one version that are compared at most. */
const MAX_SECTIONS = 500

/** Sections of the pages about a topic in either version, paired with the same pages in the other. */
export async function compareVersionsOf(
  request: { library: string | number; from: string; to?: string | undefined; query?: string | undefined },
  engine: Engine,
) {
  const [from, to] = await engine.read(async (view) => [
    await only(request.library, request.from, view),
    await only(request.library, request.to, view),
  ])
  if (!from || !to) throw new Error('The chosen version does not exist.')
  if (from.scope.version.id === to.scope.version.id) throw theSame(from.scope)
  const [before, after] = await Promise.all([
    pagesAbout(request.query, from.scope.source, engine),
    pagesAbout(request.query, to.scope.source, engine),
  ])
  const paths = request.query === undefined ? undefined : new Set([...before, ...after])
  const [old, now] = await engine.read(async (view) => [
    await sectionsOf(from.scope.source, paths, view),
    await sectionsOf(to.scope.source, paths, view),
  ])
  const isCut = Math.max(old?.length ?? 0, now?.length ?? 0) >= MAX_SECTIONS
  return {
    ...diffSections(old ?? [], now ?? []),
    from: describeVersion(from.scope),
    to: describeVersion(to.scope),
    notes: [
      ...from.notes,
      ...to.notes,
      ...(paths?.size === 0 ? ['Neither version mentions this.'] : []),
      ...(isCut ? [`Only ${MAX_SECTIONS} sections of each were compared: a topic narrows it.`] : []),
    ],
  }
}

async function only(library: string | number, version: string | undefined, view: StoreView) {
  const { answering, notes } = await chooseScope(parseLibraryId(library), version, view)
  const [scope, ...others] = answering
  if (scope && others.length === 0) return { scope, notes }
  throw new WukuError('bad-input', msg('onlyVersionsOfOneLibrary'))
}

async function pagesAbout(topic: string | undefined, source: Source, engine: Engine): Promise<readonly string[]> {
  if (topic === undefined) return []
  const { snippets } = await rankSnippets({ topics: topicsOf(topic), sources: [source], mode: undefined }, engine)
  const documents = [...new Set(snippets.map(({ document }: RankedSnippet) => document))].slice(0, PAGES)
  return engine.read(async (view) => (await view.documents.byId(documents)).map(({ path }) => path))
}

/** Chunks under one heading are one section; the page leads its headings, since many pages have the same ones. */
async function sectionsOf(source: Source, paths: ReadonlySet<string> | undefined, view: StoreView) {
  const documents = await view.documents.list({ sources: [source.id], ...(paths && { paths: [...paths] }) })
  const sections: DocSection[] = []
  for (const { id, title } of documents) {
    append(sections, await sectionsIn(id, title, view))
    if (sections.length >= MAX_SECTIONS) break
  }
  return sections.slice(0, MAX_SECTIONS)
}

async function sectionsIn(document: DocumentId, title: string, view: StoreView): Promise<readonly DocSection[]> {
  const text = (await view.documents.bodies([document])).get(document) ?? ''
  const byPath = new Map<string, { path: readonly string[]; text: string }>()
  for (const { headings, start, end } of (await view.chunks.of([document])).get(document) ?? []) {
    const path = headings[0] === title ? headings : [title, ...headings]
    const key = path.join('\n')
    const before = byPath.get(key)
    const own = text.slice(start, end)
    byPath.set(key, { path, text: before ? `${before.text}\n${own}` : own })
  }
  return [...byPath.values()]
}

const theSame = ({ known: { library }, version }: AnsweringVersion): WukuError =>
  new WukuError(
    'bad-input',
    msg('theSame', {
      name: library.name,
      version: version.version,
      command: commandLine`wuku docs show ${libraryWord(library)}`,
    }),
  )
