import { api, ApiProblem, told } from '../api/client.ts'
import { addressOf, type Cited } from './citations.ts'

/** What a citation does not say itself: the address of its page, and when what it cites was changed last. */
export interface CitedFacts {
  readonly to: string
  readonly at?: string | null
}

/** Undefined where what was cited is no longer there. */
export async function factsOf(citation: string, cited: Cited, signal: AbortSignal): Promise<CitedFacts | undefined> {
  try {
    if (cited.kind === 'docs') return await documentFacts(citation, cited, signal)
    if (cited.kind === 'pads') return await padFacts(cited, signal)
    return { to: addressOf(citation), at: await lastChanged(cited, signal) }
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return undefined
    throw error
  }
}

/** Long conversations and pads are stored in parts: `id@2`. */
const idIn = ({ path }: Cited): string => path.replace(/@\d+$/, '')

async function documentFacts(
  citation: string,
  { source, version, path }: Cited,
  signal: AbortSignal,
): Promise<CitedFacts | undefined> {
  const query = { library: source, query: path, page_size: 200, ...(version !== undefined && { version }) }
  const { list } = await told(api.GET('/api/v1/documents', { params: { query }, signal }))
  const { library_id: library, document_id: id, updated_at: at } = list.find((each) => each.path === path) ?? {}
  return id === undefined
    ? undefined
    : { to: `/libraries/${library}/documents/${id}?chunk=${encodeURIComponent(citation)}`, at: at ?? null }
}

async function padFacts(cited: Cited, signal: AbortSignal): Promise<CitedFacts | undefined> {
  const [id, { place }] = [idIn(cited), cited]
  const path = '/api/v1/pads/scratchpads/{id}/tail'
  const { scratchpad } = await told(api.GET(path, { params: { path: { id }, query: { lines: 1 } }, signal }))
  if (!scratchpad) return undefined
  const to = `/pads/${encodeURIComponent(scratchpad.workflow_id)}/${encodeURIComponent(id)}${place && `#${place}`}`
  return { to, at: scratchpad.updated_at }
}

async function lastChanged(cited: Cited, signal: AbortSignal): Promise<string | null> {
  const { kind, source, path } = cited
  if (kind === 'chats') {
    const params = { path: { conversation: idIn(cited) }, query: { limit: 1 } }
    return (await told(api.GET('/api/v1/chats/{conversation}', { params, signal }))).ended_at
  }
  const query = { source: `${kind}/${source}`, query: path }
  const { files } = await told(api.GET('/api/v1/files', { params: { query }, signal }))
  return files.find((each) => each.path === path)?.changed_at ?? null
}
