import { hash } from 'node:crypto'
import { relative, sep, join } from 'node:path'
import { attempt } from '@wuku/core/environment'
import { pageLength, pathOfPage } from '@wuku/core/ports/history-page'
import type { NoRepository, Repository } from '@wuku/core/ports/history'
import { findRepository, readSmall, isSha } from './repository.ts'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import type { HistoryOptions } from './history.ts'
import { askGit, type GitCall } from './run.ts'

export interface PagesOptions extends HistoryOptions {
  readonly commits: number
  /** A folder of our own, where the order of commits is kept from one run to the next. */
  readonly memory: string
  /** Pages are others when it is: it says which files' changes stand in them. */
  readonly rules: () => string
}

export interface Page {
  readonly path: string
  readonly stamp: string
  readonly shas: readonly string[]
}

export type Pages = ReturnType<typeof openPages>

export function openPages(options: PagesOptions) {
  const locateRepository = (): Repository | NoRepository => findRepository(options.folder)
  const found = (): Repository | undefined => {
    const repository = locateRepository()
    return 'head' in repository ? repository : undefined
  }
  /** Path of the source's folder below the top of the work tree; empty if it is the top. */
  const prefix = (): string =>
    relative(found()?.top ?? options.folder, options.folder)
      .split(sep)
      .join('/')
  let known: { readonly head: string; readonly rules: string; readonly pages: readonly Page[] } | undefined
  return {
    /** A repository that is there and is not read. */
    unread() {
      const repository = locateRepository()
      return 'why' in repository && repository.remedy !== undefined && options.commits > 0 ? repository : undefined
    },
    /** Commit of `HEAD`, read without git. */
    head: () => found()?.head ?? null,
    prefix,
    /** Newest last. Git is asked only when `HEAD` is another than it was, in this run or an earlier one. */
    async now(signal?: AbortSignal): Promise<readonly Page[]> {
      const repository = found()
      const head = repository?.head
      if (!repository || !head || options.commits === 0) return []
      const rules = options.rules()
      if (known?.head === head && known.rules === rules) return known.pages
      const request = { repository: { ...repository, head }, prefix: prefix(), limit: options.commits }
      const order = await rememberedOrder({ ...request, ...(signal && { signal }) }, options)
      known = { head, rules, pages: order ? cutPages(order, rules) : [] }
      return known.pages
    },
  }
}

/** A program that is not in the search path today may have been yesterday: what it said then stays. */
async function rememberedOrder(request: Omit<OrderRequest, 'git'>, { git, memory }: PagesOptions) {
  const file = openOrderFile(memory, request.repository, [request.prefix, String(request.limit)])
  const before = file.read()
  if (git === undefined || before?.head === request.repository.head) return before
  const order = (before && (await changed({ ...request, git }, before))) ?? (await fresh({ ...request, git }))
  file.write(order)
  return order
}

function cutPages({ before, shas }: Order, rules: string): readonly Page[] {
  const first = before / pageLength + 1
  return Array.from({ length: Math.ceil(shas.length / pageLength) }, (_, at) => {
    const pageShas = shas.slice(at * pageLength, (at + 1) * pageLength)
    return { path: pathOfPage(first + at), stamp: hash('sha1', [rules, ...pageShas].join()), shas: pageShas }
  })
}

/**
 * Storage of the order between runs. It is only a cache: if lost, it is computed again. One file for each repository,
 * folder of it and limit; a shallow clone that was deepened is another repository.
 */
function openOrderFile(memory: string, { common }: Repository, request: readonly string[]) {
  const shallow = readSmall(join(common, 'shallow')) ?? ''
  const file = join(memory, hash('sha256', JSON.stringify([common, shallow, ...request])).slice(0, 32))
  return {
    read: () => parse(readSmall(file)),
    /** If it fails, the next run asks git again. */
    write: (order: Order): void =>
      attempt(() => {
        mkdirSync(memory, { recursive: true, mode: 0o700 })
        writeFileSync(`${file}.${process.pid}`, [order.head, order.before, ...order.shas].join('\n'), { mode: 0o600 })
        renameSync(`${file}.${process.pid}`, file)
      }),
  }
}

const ORDER_FORMAT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})\n\d+(?:\n[0-9a-f]{40,64})*$/

function parse(text: string | undefined): Order | undefined {
  const [head, before, ...shas] = (text !== undefined && ORDER_FORMAT.test(text) ? text : '').split('\n')
  return head && before ? { head, before: Number(before), shas } : undefined
}

/**
 * The newest commits in an order that only grows at its end: a commit keeps its place, and so its page, for as long as
 * `HEAD` reaches it.
 */
interface Order {
  readonly head: string
  /** How many older ones came before; a multiple of the length of a page. */
  readonly before: number
  readonly shas: readonly string[]
}

interface OrderRequest extends Pick<GitCall, 'git' | 'repository' | 'signal'> {
  /** Only commits that touch this folder; empty for all. */
  readonly prefix: string
  readonly limit: number
}

async function fresh(request: OrderRequest): Promise<Order> {
  const { head } = request.repository
  return newest({ head, before: 0, shas: await list(request, ['--reverse', '--end-of-options', head]) }, request.limit)
}

/** New commits are added, those that are gone taken out; `undefined` if that cannot be derived from the known order. */
async function changed(request: OrderRequest, known: Order): Promise<Order | undefined> {
  const { head } = request.repository
  const both = await list(request, ['--left-right', '--end-of-options', `${known.head}...${head}`]).catch(
    () => undefined,
  )
  if (!both) return undefined
  const gone = new Set(both.filter((line) => line.startsWith('<')).map((line) => line.slice(1)))
  const retained = gone.size === 0 ? known.shas : known.shas.filter((sha) => !gone.has(sha))
  if (retained.length !== known.shas.length - gone.size) return undefined
  const come = both.filter((line) => line.startsWith('>')).map((line) => line.slice(1))
  return newest({ head, before: known.before, shas: [...retained, ...come.toReversed()] }, request.limit)
}

/** Whole pages only, so that the first one listed is as it always was. */
function newest({ head, before, shas }: Order, limit: number): Order {
  const surplus = Math.max(0, shas.length - limit)
  const dropped = surplus - (surplus % pageLength)
  return { head, before: before + dropped, shas: shas.slice(dropped) }
}

const TIMEOUT = 120_000

async function list(request: OrderRequest, which: readonly string[]): Promise<readonly string[]> {
  const { prefix } = request
  const output = await askGit({
    ...request,
    milliseconds: TIMEOUT,
    arguments: ['rev-list', '--topo-order', ...which, '--', ...(prefix === '' ? [] : [prefix])],
  })
  return output
    .toString('latin1')
    .split('\n')
    .filter((line) => isSha(line.replace(/^[<>]/, '')))
}
