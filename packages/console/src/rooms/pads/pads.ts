import { api, told, type Answer } from '../../api/client.ts'
import type { SharedThing } from '../../sharing/shared-thing.ts'
import type { Page } from '../../ui/use-pages.ts'

export type Workflow = NonNullable<Answer<'/api/v1/pads/workflows/{workflow_id}'>['workflow']>
export type PadFacts = Omit<
  Answer<'/api/v1/pads/workflows/{workflow_id}/scratchpads'>['scratchpads'][number],
  'content'
>
export type ListedPad = Answer<'/api/v1/pads/workflows/{workflow_id}/scratchpads'>['scratchpads'][number]
export type PadText = NonNullable<Answer<'/api/v1/pads/scratchpads/{id}/tail'>['scratchpad']>
export type PadVersion = Answer<'/api/v1/pads/scratchpads/{id}/history'>['versions'][number]
export type Addition = Answer<'/api/v1/pads/scratchpads/{id}/following'>

/** Answers are kept short for agents: whatever a page lacks is asked once more from where it ended. */
async function wholePage<T>(
  { offset, size }: { readonly offset: number; readonly size: number },
  ask: (offset: number, limit: number) => Promise<Page<T>>,
): Promise<Page<T>> {
  const found: T[] = []
  for (;;) {
    const { rows, total } = await ask(offset + found.length, size - found.length)
    found.push(...rows)
    if (rows.length === 0 || found.length >= size || offset + found.length >= total) return { rows: found, total }
  }
}

export interface PageRequest {
  readonly offset: number
  readonly size: number
  readonly signal: AbortSignal
}

export const listWorkflows = async (
  state: 'active' | 'closed' | undefined,
  { signal, ...page }: PageRequest,
): Promise<Page<Workflow>> =>
  wholePage(page, async (offset, limit) => {
    const query = { offset, limit, preview_mode: true, ...(state && { is_active: state === 'active' }) }
    const { workflows, total } = await told(api.GET('/api/v1/pads/workflows', { params: { query }, signal }))
    return { rows: workflows, total }
  })

export interface FoundWorkflow extends Workflow {
  readonly why?: string
}

export async function findWorkflows(
  words: string,
  { offset, size, signal }: PageRequest,
): Promise<Page<FoundWorkflow>> {
  const query = { query: words, page: offset / size + 1, limit: size }
  const { results, pagination } = await told(api.GET('/api/v1/pads/workflow-search', { params: { query }, signal }))
  return { rows: results.map(({ workflow, why }) => ({ ...workflow, why })), total: pagination.total_results }
}

const PREVIEW = 240

export const listPads = async (workflow: string, { signal, ...page }: PageRequest): Promise<Page<ListedPad>> =>
  wholePage(page, async (offset, limit) => {
    const params = { path: { workflow_id: workflow }, query: { offset, limit, max_content_chars: PREVIEW } }
    const { scratchpads, total } = await told(
      api.GET('/api/v1/pads/workflows/{workflow_id}/scratchpads', { params, signal }),
    )
    return { rows: scratchpads, total }
  })

/** `null`: there is none of this id. */
export async function getWorkflow(id: string, signal: AbortSignal): Promise<Workflow | null> {
  const params = { path: { workflow_id: id }, query: { include_scratchpads_summary: false } }
  return (await told(api.GET('/api/v1/pads/workflows/{workflow_id}', { params, signal }))).workflow
}

/** A pad with its whole text; `null`: there is none of this id. */
export async function getPad(id: string, signal?: AbortSignal): Promise<PadText | null> {
  const params = { path: { id }, query: { full_content: true } }
  return (await told(api.GET('/api/v1/pads/scratchpads/{id}/tail', { params, ...(signal && { signal }) }))).scratchpad
}

/** What was written since a version, without waiting. */
export async function whatFollows(id: string, version: number): Promise<Addition> {
  const params = { path: { id }, query: { version, wait_seconds: 0 } }
  return told(api.GET('/api/v1/pads/scratchpads/{id}/following', { params }))
}

export async function historyOf(id: string, { offset, size, signal }: PageRequest): Promise<Page<PadVersion>> {
  const params = { path: { id }, query: { offset, limit: size } }
  const { versions, total } = await told(api.GET('/api/v1/pads/scratchpads/{id}/history', { params, signal }))
  return { rows: versions, total }
}

const MOST_LINES = 2_000

export async function diffOf(
  id: string,
  { from, to }: { readonly from: number; readonly to: number },
  signal?: AbortSignal,
): Promise<Answer<'/api/v1/pads/scratchpads/{id}/diff'>> {
  const query = { since_version: from, to_version: to, max_lines: MOST_LINES, context_lines: 3 }
  return told(
    api.GET('/api/v1/pads/scratchpads/{id}/diff', { params: { path: { id }, query }, ...(signal && { signal }) }),
  )
}

export const padAddress = ({ workflow_id, id }: Pick<PadFacts, 'workflow_id' | 'id'>): string =>
  `/pads/${encodeURIComponent(workflow_id)}/${encodeURIComponent(id)}`
export const workflowAddress = (id: string): string => `/pads/${encodeURIComponent(id)}`

/** Undefined for workflows of the owner of the data folder, which are one source. */
export function sharedWorkflow(workflow: Workflow, unnamed: string): SharedThing | undefined {
  const { id: what, owner, visibility, may, shared_with, scratchpad_count: count } = workflow
  if (owner === undefined || visibility === undefined || may === undefined) return undefined
  return {
    type: 'workflow',
    what,
    name: workflow.name || unnamed,
    kind: 'pads',
    count,
    owner,
    visibility,
    may,
    shared_with,
  }
}
