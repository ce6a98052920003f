import { hash } from 'node:crypto'
import { relative, sep } from 'node:path'
import { pageLength, pathOfPage } from '../../ports/history-page.ts'
import type { NoRepository, Repository } from '../../ports/history.ts'
import { orderCommits, type Order, type OrderRequest } from './order.ts'
import { openOrderFile } from './order-file.ts'
import { findRepository } from './repository.ts'

export interface PagesOptions {
  readonly folder: string
  readonly git: string | undefined
  readonly commits: number
  readonly memory: string
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
  /** What `HEAD` stands for, read without git. */
  head(): string | null
  /** Of the source's folder below the top of the work tree; empty when it is the top. */
  prefix(): string
}

export function openPages(options: PagesOptions): Pages {
  const look = (): Repository | NoRepository => findRepository(options.folder)
  const found = (): Repository | undefined => {
    const repository = look()
    return 'head' in repository ? repository : undefined
  }
  const prefix = (): string => prefixOf(found(), options.folder)
  let known: { readonly head: string; readonly pages: readonly Page[] } | undefined
  return {
    unread() {
      const repository = look()
      return 'why' in repository && repository.remedy !== undefined && options.commits > 0 ? repository : undefined
    },
    head: () => found()?.head ?? null,
    prefix,
    async now(signal) {
      const repository = found()
      const head = repository?.head
      if (!repository || !head || options.commits === 0) return []
      if (known?.head === head) return known.pages
      const asked = { repository: { ...repository, head }, prefix: prefix(), limit: options.commits }
      const order = await rememberedOrder({ ...asked, ...(signal && { signal }) }, options)
      known = { head, pages: order ? cutPages(order) : [] }
      return known.pages
    },
  }
}

/** A program that is not in the search path today may have been yesterday: what it said then stays. */
async function rememberedOrder(
  asked: Omit<OrderRequest, 'git'>,
  { git, memory }: PagesOptions,
): Promise<Order | undefined> {
  const file = openOrderFile(memory, asked.repository, [asked.prefix, String(asked.limit)])
  const before = file.read()
  if (git === undefined || before?.head === asked.repository.head) return before
  const order = await orderCommits({ ...asked, git }, before)
  file.write(order)
  return order
}

function cutPages({ before, shas }: Order): readonly Page[] {
  const first = before / pageLength + 1
  return Array.from({ length: Math.ceil(shas.length / pageLength) }, (_, at) => {
    const held = shas.slice(at * pageLength, (at + 1) * pageLength)
    return { path: pathOfPage(first + at), stamp: hash('sha1', held.join()), shas: held }
  })
}

const prefixOf = (repository: Repository | undefined, folder: string): string =>
  repository === undefined ? '' : relative(repository.top, folder).split(sep).join('/')
