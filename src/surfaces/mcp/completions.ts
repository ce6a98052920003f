import type { CompleteResult } from '@modelcontextprotocol/server'
import type { Source } from '../../core/words.ts'
import type { Readable, StoreView } from '../../ports/store.ts'

/** What a client knows when it asks how a variable of a resource template may go on. */
export interface CompletionRequest {
  readonly template: string
  readonly variable: string
  readonly typed: string
  /** Variables that are filled in already. */
  readonly known: Readonly<Record<string, string>>
}

/** The protocol's own bound. */
const VALUES = 100

export async function completeTemplate(
  request: CompletionRequest,
  store: Readable,
): Promise<CompleteResult['completion']> {
  const found = await store.read((view) => candidates(request, view))
  const matching = matchesOf(request.typed, found)
  return { values: matching.slice(0, VALUES), total: matching.length, hasMore: matching.length > VALUES }
}

async function candidates(
  { template, variable, typed, known }: CompletionRequest,
  view: StoreView,
): Promise<readonly string[]> {
  const sources = await ownNames(view)
  if (template.startsWith('qmd:')) return collectionPaths(typed, sources, view)
  const ofKind = sources.filter(({ kind }) => known['kind'] === undefined || kind === known['kind'])
  switch (variable) {
    case 'kind':
      return sources.map(({ kind }) => kind)
    case 'source':
      return ofKind.map(({ name }) => name)
    case 'path':
      return pathsIn(view, ...ofKind.filter(({ name }) => name === known['source']))
    default:
      return []
  }
}

/** A library that is called by the title of a web site lends that to its sources: what is offered are names of the user's own. */
async function ownNames(view: StoreView): Promise<readonly Source[]> {
  const sources = await view.sources()
  if (!sources.some(({ kind }) => kind === 'docs')) return sources
  const libraries = await view.libraries.libraries()
  const own = new Set(libraries.filter(({ name, slug }) => slug.endsWith(`/${name}`)).map(({ name }) => name))
  return sources.filter(({ kind, name }) => kind !== 'docs' || own.has(name.replace(/@.*$/s, '')))
}

/** `qmd://` paths begin with the collection: first its name, then, once it is there, the paths in it. */
async function collectionPaths(typed: string, sources: readonly Source[], view: StoreView): Promise<readonly string[]> {
  const collections = sources.filter(({ kind }) => kind === 'notes')
  const chosen = collections.find(({ name }) => typed.startsWith(`${name}/`))
  if (!chosen) return collections.map(({ name }) => `${name}/`)
  return (await pathsIn(view, chosen)).map((path) => `${chosen.name}/${path}`)
}

async function pathsIn(view: StoreView, ...sources: readonly Source[]): Promise<readonly string[]> {
  if (sources.length === 0) return []
  const documents = await view.names({ sources: sources.map(({ id }) => id) })
  return documents.map(({ path }) => path)
}

/** Those that begin as typed, then those that hold it further in; case does not matter. */
function matchesOf(typed: string, found: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase()
  const folded = [...new Set(found)].map((value) => ({ value, at: value.toLowerCase().indexOf(wanted) }))
  const beginning = folded.filter(({ at }) => at === 0)
  const within = folded.filter(({ at }) => at > 0)
  return [...beginning, ...within].map(({ value }) => value)
}
