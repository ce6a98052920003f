import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { type Operation, asJson } from '@wuku/kernel/base/operation'
import { engineOf, invoke, type Call } from '@wuku/kernel/invoke/invoke'
import { writeSearchGuide } from './guide.ts'
import { callFrom, type OwnServer, refuseCursor, explained } from './request.ts'
import type { ToolViewOf, ToolView } from './tool-view.ts'
import type { Source } from '@wuku/core/core-types'
import type { JobError } from '@wuku/core/ports/jobs'
import { decodePercent } from '@wuku/core/lenient-parsing'
import type { Readable, StoreView } from '@wuku/core/ports/store'

/** Also under the addresses of go-mcp-context, whose users have them in their settings. */
const LIBRARY = /^(?:wuku|go-mcp-context):\/{3}library\/(?<library>.+)$/
const TOPIC = /^(?:wuku|go-mcp-context):\/{3}docs\/chunk\/(?<library_id>[^/]+)\/(?<version>[^/]+)\/(?<topic>.+)$/

const libraryTemplates: readonly ResourceTemplateType[] = [
  {
    name: 'library',
    title: 'Library',
    uriTemplate: 'wuku:///library/{id}',
    description: 'A library with its versions, by its number.',
  },
  {
    name: 'library-docs',
    title: 'Documentation of a library',
    uriTemplate: 'wuku:///docs/chunk/{libraryId}/{version}/{topic}',
    description: 'Snippets about a topic, or several separated by commas, in one version.',
  },
]

/**
 * Documentation in a list of resources: its libraries come and go while the process lives. Clients put lists
 * before the model unasked, so they hold no text of others: neither the name nor the description, which are the title and
 * the words of a web site, but the slug that we made.
 */
interface Listed {
  readonly libraries: readonly { readonly library_id: number; readonly slug: string }[]
}

/** Longer lists are cut: a library can be read by its template without being listed. */
const MAX_LISTED = 500

/** Absent unless the caller may ask for documentation: others do not learn that it exists. */
export function libraryResources({ permitted, operations }: Pick<ToolView, 'permitted' | 'operations'>) {
  const docs = permitted.get('get-library-docs')
  const [list, show] = ['list-libraries', 'show-library'].map((name) => operations.find((known) => known.name === name))
  if (!docs || !list || !show) return undefined
  return {
    async list(call: Call) {
      const { libraries } = (await invoke<Listed>(list, { page_size: MAX_LISTED }, call)).output
      return libraries.map(({ library_id: id, slug }) => ({
        uri: `wuku:///library/${id}`,
        name: slug,
        mimeType: 'application/json',
      }))
    },
    /** `undefined` when the address is none of a library. */
    read(uri: string, call: Call): Promise<ReadResourceResult> | undefined {
      const library = LIBRARY.exec(uri)?.groups
      const named = library ?? TOPIC.exec(uri)?.groups
      if (!named) return undefined
      const given = Object.fromEntries(Object.entries(named).map(([key, value]) => [key, decodePercent(value)]))
      return invoke(library ? show : docs, given, call).then(({ output }) => ({
        contents: [{ uri, mimeType: 'application/json', text: asJson(output)[0]?.text ?? '' }],
      }))
    },
  }
}

const guide = {
  uri: 'wuku://guide',
  name: 'guide',
  title: 'Search guide',
  description: 'How to find things in this index, and how to cite them.',
  mimeType: 'text/markdown',
}

/** Any document is a resource; there may be hundreds of thousands, so they are found by template and not listed. */
const templates: readonly ResourceTemplateType[] = [
  {
    name: 'document',
    title: 'Note',
    uriTemplate: 'qmd://{+path}',
    description: 'A note by collection and path, such as qmd://handbook/plans/2026.md. Lines are numbered.',
  },
  {
    name: 'citation',
    title: 'Cited document',
    uriTemplate: 'wuku://{kind}/{source}/{+path}',
    description: 'A document by its citation, such as wuku://notes/handbook/plans/2026.md#L10-L20. Lines are numbered.',
  },
]

export function serveDocuments(server: OwnServer, toolViewOf: ToolViewOf): void {
  server.setRequestHandler('resources/list', async ({ params }, context) => {
    refuseCursor(params)
    const toolView = toolViewOf(context)
    const known = (await libraryResources(toolView)?.list(callFrom(toolView, server, context))) ?? []
    return { resources: [guide, ...known] }
  })
  server.setRequestHandler('resources/templates/list', ({ params }, context) => {
    refuseCursor(params)
    const toolView = toolViewOf(context)
    return {
      resourceTemplates: [...(toolView.open ? templates : []), ...(libraryResources(toolView) ? libraryTemplates : [])],
    }
  })
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) => {
    const toolView = toolViewOf(context)
    if (uri === guide.uri)
      return { contents: [{ uri, mimeType: guide.mimeType, text: writeSearchGuide(toolView.abilities()) }] }
    const { open, log } = toolView
    const call = callFrom(toolView, server, context)
    const answer = libraryResources(toolView)?.read(uri, call) ?? (open && readDocument(uri, open, call))
    if (!answer) throw new ResourceNotFoundError(uri)
    return answer.catch((thrown: unknown) => {
      throw refusal(explained(thrown, log, call.caller), uri)
    })
  })
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument, context } }, call) => {
    if (ref.type !== 'ref/resource') return { completion: { values: [], total: 0, hasMore: false } }
    if (!templates.some(({ uriTemplate }) => uriTemplate === ref.uri)) throw new ResourceNotFoundError(ref.uri)
    const request = {
      template: ref.uri,
      variable: argument.name,
      typed: argument.value,
      known: context?.arguments ?? {},
    }
    return { completion: await completeTemplate(request, await engineOf(callFrom(toolViewOf(call), server, call))) }
  })
}

/** The answer of `open`, as far as a resource needs it. */
interface Opened {
  readonly path: string
  /** Lines as `12: text`. */
  readonly text: string
  readonly notes: readonly string[]
}

/** Tokens. A resource is asked for whole, yet past this most clients cut it themselves and do not say where. */
const RESOURCE_BUDGET = 25_000

async function readDocument(uri: string, open: Operation, call: Call): Promise<ReadResourceResult> {
  const { path, text, notes } = (await invoke<Opened>(open, { citation: uri, budget: RESOURCE_BUDGET }, call)).output
  const mimeType = /\.(md|markdown)$/i.test(path) ? 'text/markdown' : 'text/plain'
  return { contents: [{ uri, mimeType, text: [text, ...notes].join('\n\n') }] }
}

/** A document that is not there is an error of the protocol, never an empty success. */
function refusal({ code, message, remedy }: JobError, uri: string): ProtocolError {
  const detail = `${message} ${remedy}`.slice(0, LONGEST_REFUSAL)
  if (absences.has(code)) return new ResourceNotFoundError(uri.slice(0, LONGEST_REFUSAL), detail)
  return new ProtocolError(ProtocolErrorCode.InternalError, detail)
}

/** The address comes from the caller and may be of any size. */
const LONGEST_REFUSAL = 2_000
const absences: ReadonlySet<string> = new Set(['not-found', 'bad-input', 'ambiguous', 'unknown-source'])

/** Context from a client that asks for completions of a variable of a resource template. */
interface CompletionRequest {
  readonly template: string
  readonly variable: string
  readonly typed: string
  /** Variables that are filled in already. */
  readonly known: Readonly<Record<string, string>>
}

/** The protocol's own bound. */
const VALUES = 100

export async function completeTemplate(request: CompletionRequest, store: Readable) {
  const found = await store.read((view) => candidates(request, view))
  const matching = matchesOf(request.typed, found)
  return { values: matching.slice(0, VALUES), total: matching.length, hasMore: matching.length > VALUES }
}

async function candidates({ template, variable, typed, known }: CompletionRequest, view: StoreView) {
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
  const sources = await view.sources.list()
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
  const documents = await view.documents.names({ sources: sources.map(({ id }) => id) })
  return documents.map(({ path }) => path)
}

/** Values that begin as typed come first, then those that contain it; case is ignored. */
function matchesOf(typed: string, found: readonly string[]): readonly string[] {
  const query = typed.toLowerCase()
  const folded = [...new Set(found)].map((value) => ({ value, at: value.toLowerCase().indexOf(query) }))
  const beginning = folded.filter(({ at }) => at === 0)
  const within = folded.filter(({ at }) => at > 0)
  return [...beginning, ...within].map(({ value }) => value)
}
