import { api, runOperation, told } from '../../api/client.ts'
import { addressOf, citedIn, type Cited } from '../../ui/citations.ts'

/** The address of the page of a cited document or pad; '' where there is none any more. */
export async function placeOf(citation: string, signal: AbortSignal): Promise<string> {
  const cited = citedIn(citation)
  if (cited?.kind === 'docs') return documentPage(citation, cited, signal)
  if (cited?.kind === 'pads') return padPage(cited, signal)
  return addressOf(citation)
}

async function documentPage(citation: string, { source, version, path }: Cited, signal: AbortSignal): Promise<string> {
  const query = { library: source, query: path, page_size: 200, ...(version !== undefined && { version }) }
  const { list } = await told(api.GET('/api/v1/documents', { params: { query }, signal }))
  const found = list.find((each) => each.path === path)
  return found
    ? `/libraries/${found.library_id}/documents/${found.document_id}?chunk=${encodeURIComponent(citation)}`
    : ''
}

async function padPage({ path, place }: Cited, signal: AbortSignal): Promise<string> {
  // A long pad is stored in parts, as a conversation is.
  const id = path.replace(/@\d+$/, '')
  const { exact } = (await runOperation('resolve-pad-id', { id }, signal)) as {
    readonly exact: { readonly workflow_id?: string | null } | null
  }
  return exact?.workflow_id
    ? `/pads/${encodeURIComponent(exact.workflow_id)}/${encodeURIComponent(id)}${place && `#${place}`}`
    : ''
}
