import type { Problem } from '@wuku/core/core-types'
import type { DraftDocument } from '@wuku/core/ports/source-reader'
import type { ReadItem } from '@wuku/core/services/service-connection'
import type { Client } from '../http/client.ts'
import { failures } from '../http/failures.ts'
import type { Page } from './connector.ts'
import { itemWith } from './document.ts'
import { problemOf, type PassContext } from './slice.ts'
import { titlePath } from './title-path.ts'

/** Larger ones are left out. */
const MAX_BYTES = 20 * 1024 * 1024
const MOST_OF_A_PAGE = 100

export interface Attached {
  readonly items: readonly ReadItem[]
  /** Counted by the reason. */
  readonly losses: Readonly<Record<string, number>>
  readonly problems: readonly Problem[]
  /** One could not be loaded this time. */
  readonly isPartial: boolean
}

interface AttachedContext extends Pick<PassContext, 'signal' | 'files'> {
  readonly client: Pick<Client, 'file'>
}

/** They lie under the path of their page, with its rights, and go with it. */
export async function readAttached(page: Page, { client, files: formats, signal }: AttachedContext): Promise<Attached> {
  const items: ReadItem[] = []
  const losses: Record<string, number> = {}
  const problems: Problem[] = []
  let isPartial = false
  const lose = (why: string): void => void (losses[why] = (losses[why] ?? 0) + 1)
  const names = new Set<string>()
  // Lists name an entry twice where their pages meet.
  const files = new Map((page.attachments ?? []).map((each) => [each.url, each]))
  for (const { name, url, bytes = 0, isBare = false } of files.values()) {
    const own = names.has(name) ? `${names.size} ${name}` : name
    names.add(own)
    if (!formats.takes(name)) lose(`attachment ${/\.\w{1,8}$/.exec(name)?.[0].toLowerCase() ?? 'without an ending'}`)
    else if (bytes > MAX_BYTES || names.size > MOST_OF_A_PAGE) lose('attachment too large')
    else
      try {
        const word = titlePath([own])
        const path = `${page.path}/${word}`
        const loaded = await client.file(url, { maxBytes: MAX_BYTES, isBare })
        if (loaded && bytes > 0 && loaded.length !== bytes) throw failures.cut(new URL(url))
        if (!loaded) lose('attachment that is not there')
        const read = loaded && (await formats.read(path, loaded, signal))
        problems.push(...(read?.problems ?? []))
        const drafts = (read?.items ?? []).map((draft) => draftOf(draft, page))
        if (drafts.length > 0) items.push(itemWith(`${page.id}/${word}`, drafts, page))
      } catch (error) {
        problems.push(problemOf(`${page.id}/${own}`, error, { signal }))
        isPartial = true
      }
  }
  return { items, losses, problems, isPartial }
}

const draftOf = (draft: DraftDocument, { id, url, updatedAt }: Page): DraftDocument => ({
  ...draft,
  meta: { ...draft.meta, service: id, url },
  modifiedAt: updatedAt,
})
