import type { Repository } from '../../ports/history.ts'
import { pageLength } from '../../ports/history-page.ts'
import { isSha } from './refs.ts'
import { askGit, type GitCall } from './run.ts'

/**
 * The newest commits in an order that only grows at its end: a commit keeps its place, and so its page, for as long as
 * `HEAD` reaches it.
 */
export interface Order {
  readonly head: string
  /** How many older ones came before; a multiple of the length of a page. */
  readonly before: number
  /** Oldest first. */
  readonly shas: readonly string[]
}

export interface OrderRequest {
  readonly git: string
  readonly repository: Repository & { readonly head: string }
  /** Only commits that touch this folder; empty for all. */
  readonly prefix: string
  /** How many commits are wanted, the newest. */
  readonly limit: number
  readonly signal?: AbortSignal
}

/** `known`: as it was found before; what is new since is added to it, what is gone taken out. */
export async function orderCommits(request: OrderRequest, known: Order | undefined): Promise<Order> {
  return (known && (await changed(request, known))) ?? fresh(request)
}

async function fresh(request: OrderRequest): Promise<Order> {
  const { head } = request.repository
  return newest({ head, before: 0, shas: await list(request, ['--reverse', '--end-of-options', head]) }, request.limit)
}

/** `undefined` when it cannot be told from what is known. */
async function changed(request: OrderRequest, known: Order): Promise<Order | undefined> {
  const { head } = request.repository
  const both = await list(request, ['--left-right', '--end-of-options', `${known.head}...${head}`]).catch(
    () => undefined,
  )
  if (!both) return undefined
  const gone = new Set(both.filter((line) => line.startsWith('<')).map((line) => line.slice(1)))
  const kept = gone.size === 0 ? known.shas : known.shas.filter((sha) => !gone.has(sha))
  if (kept.length !== known.shas.length - gone.size) return undefined
  const come = both.filter((line) => line.startsWith('>')).map((line) => line.slice(1))
  return newest({ head, before: known.before, shas: [...kept, ...come.toReversed()] }, request.limit)
}

/** Whole pages only, so that the first one listed is as it always was. */
function newest({ head, before, shas }: Order, limit: number): Order {
  const surplus = Math.max(0, shas.length - limit)
  const dropped = surplus - (surplus % pageLength)
  return { head, before: before + dropped, shas: shas.slice(dropped) }
}

const PATIENCE = 120_000

async function list(
  { git, repository, prefix, signal }: OrderRequest,
  which: readonly string[],
): Promise<readonly string[]> {
  const call: GitCall = {
    git,
    repository,
    milliseconds: PATIENCE,
    ...(signal && { signal }),
    arguments: ['rev-list', '--topo-order', ...which, '--', ...(prefix === '' ? [] : [prefix])],
  }
  const output = await askGit(call)
  return output
    .toString('latin1')
    .split('\n')
    .filter((line) => isSha(line.replace(/^[<>]/, '')))
}
