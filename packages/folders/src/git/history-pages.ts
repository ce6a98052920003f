import { hash } from 'node:crypto'
import { relative, sep, join } from 'node:path'
import { pageLength, pathOfPage } from '@wuku/core/ports/history-page'
import type { NoRepository, Repository } from '@wuku/core/ports/history'
import { findRepository, readSmall, isSha } from './repository.ts'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { askGit } from './run.ts'

export interface PagesOptions {
  /** Absolute real path of the source's folder. */
  readonly folder: string
  /** The program; `undefined` where there is none. */
  readonly git: string | undefined
  /** How many of the newest commits are listed. */
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

export interface Pages {
  /** Newest last. Git is asked only when `HEAD` is another than it was, in this run or an earlier one. */
  now(signal?: AbortSignal): Promise<readonly Page[]>
  /** A repository that is there and is not read. */
  unread(): NoRepository | undefined
  /** Commit of `HEAD`, read without git. */
  head(): string | null
  /** Path of the source's folder below the top of the work tree; empty if it is the top. */
  prefix(): string
}

export function openPages(options: PagesOptions): Pages {
  const locateRepository = (): Repository | NoRepository => findRepository(options.folder)
  const found = (): Repository | undefined => {
    const repository = locateRepository()
    return 'head' in repository ? repository : undefined
  }
  const prefix = (): string => prefixOf(found(), options.folder)
  let known: { readonly head: string; readonly rules: string; readonly pages: readonly Page[] } | undefined
  return {
    unread() {
      const repository = locateRepository()
      return 'why' in repository && repository.remedy !== undefined && options.commits > 0 ? repository : undefined
    },
    head: () => found()?.head ?? null,
    prefix,
    async now(signal) {
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
async function rememberedOrder(
  request: Omit<OrderRequest, 'git'>,
  { git, memory }: PagesOptions,
): Promise<Order | undefined> {
  const file = openOrderFile(memory, request.repository, [request.prefix, String(request.limit)])
  const before = file.read()
  if (git === undefined || before?.head === request.repository.head) return before
  const order = await orderCommits({ ...request, git }, before)
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

const prefixOf = (repository: Repository | undefined, folder: string): string =>
  repository === undefined ? '' : relative(repository.top, folder).split(sep).join('/')

/**
 * Storage of the order between runs. It is only a cache: if lost, it is computed again. One file for each repository,
 * folder of it and limit; a shallow clone that was deepened is another repository.
 */
function openOrderFile(memory: string, { common }: Repository, request: readonly string[]) {
  const shallow = readSmall(join(common, 'shallow')) ?? ''
  const file = join(memory, hash('sha256', JSON.stringify([common, shallow, ...request])).slice(0, 32))
  return {
    read: () => parse(readSmall(file)),
    write(order: Order): void {
      try {
        mkdirSync(memory, { recursive: true, mode: 0o700 })
        writeFileSync(`${file}.${process.pid}`, [order.head, order.before, ...order.shas].join('\n'), { mode: 0o600 })
        renameSync(`${file}.${process.pid}`, file)
      } catch {
        // The next run asks git again.
      }
    },
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
  /** Oldest first. */
  readonly shas: readonly string[]
}

interface OrderRequest {
  readonly git: string
  readonly repository: Repository & { readonly head: string }
  /** Only commits that touch this folder; empty for all. */
  readonly prefix: string
  /** How many commits are wanted, the newest. */
  readonly limit: number
  readonly signal?: AbortSignal
}

/** `known`: as it was found before; what is new since is added to it, what is gone taken out. */
async function orderCommits(request: OrderRequest, known: Order | undefined): Promise<Order> {
  return (known && (await changed(request, known))) ?? fresh(request)
}

async function fresh(request: OrderRequest): Promise<Order> {
  const { head } = request.repository
  return newest({ head, before: 0, shas: await list(request, ['--reverse', '--end-of-options', head]) }, request.limit)
}

/** `undefined` if it cannot be derived from the known order. */
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
