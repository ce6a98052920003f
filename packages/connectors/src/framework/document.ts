import { createHash } from 'node:crypto'
import type { Json } from '@wuku/core/core-types'
import type { ReadItem } from '@wuku/core/services/service-connection'
import type { DraftDocument } from '@wuku/core/ports/source-reader'
import type { Page, Section } from './connector.ts'

/** Counts of elements without Markdown and of items left out, by name or reason. */
export type Losses = Readonly<Record<string, number>>

/** A page as it is indexed, with the starts of its sections: citations name their anchors. */
export const itemOf = (page: Page, losses: Losses): ReadItem =>
  itemWith(page.id, [documentOf(page)], { ...page, losses })

/** An item of a page, or of a part of it, which has the same version and the same readers. */
export function itemWith(
  item: string,
  documents: readonly DraftDocument[],
  page: Page & { readonly losses?: Losses },
): ReadItem {
  const content = createHash('sha256').update(JSON.stringify(documents)).digest('hex').slice(0, 12)
  const lost = new URLSearchParams()
  for (const [name, count] of Object.entries(page.losses ?? {})) lost.set(name, String(count))
  return {
    item,
    audience: page.audience ?? '',
    stamp: `${page.version}${OF_CONTENT}${content}${lost.size > 0 ? `?${lost}` : ''}`,
    modifiedAt: page.updatedAt,
    documents,
  }
}

const OF_CONTENT = '~'

/** The version that a listing of the service would give, from a stamp. */
export const versionIn = (stamp: string): string => stamp.slice(0, stamp.lastIndexOf(OF_CONTENT))

/** A stamp holds what its item lost, so that counts are of what is there, and go with it. */
export function lossesIn(stamps: Iterable<string>): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const stamp of stamps) {
    const [, lost] = stamp.slice(stamp.lastIndexOf(OF_CONTENT)).split('?')
    if (lost === undefined) continue
    for (const [name, count] of new URLSearchParams(lost)) sum[name] = (sum[name] ?? 0) + Number(count)
  }
  return sum
}

function documentOf(page: Page): DraftDocument {
  const [own, ...others] = page.sections
  let text = headOf(page)
  const cuts: number[] = []
  const sections: Json[] = []
  const add = (section: Section, heading: string | undefined): void => {
    if (heading !== undefined) {
      cuts.push(text.length)
      sections.push({ anchor: section.anchor ?? '', heading })
      text += `## ${heading}\n\n`
    }
    text += `${section.markdown.trim()}\n\n`
  }
  if (own) add(own, own.anchor === undefined ? undefined : headingOf(own))
  for (const section of others) add(section, headingOf(section))
  return {
    path: page.path,
    title: page.title,
    text: `${text.trimEnd()}\n`,
    meta: metaOf(page),
    modifiedAt: page.updatedAt,
    cuts,
    notes: { sections },
  }
}

function headOf({ title, url, ...page }: Page): string {
  const facts = [
    page.state,
    page.author === undefined ? undefined : `by ${page.author}`,
    dayOf(page.createdAt),
    listed('labels', page.labels),
    listed('assigned to', page.assignees),
  ].filter((fact) => fact !== undefined && fact !== '')
  const line = oneLine(title)
  return `# ${line}\n\n${facts.join(' · ')}\n<${url}>\n\n`
}

const listed = (word: string, names: readonly string[] = []): string | undefined =>
  names.length === 0 ? undefined : `${word} ${names.map(oneLine).join(', ')}`

/** `lee, 2026-11-21 10:04, review, src/a.ts:12 at 1a2b3c4`. */
const headingOf = ({ author, at, about }: Section): string =>
  [author, minuteOf(at), about].filter(Boolean).map(String).map(oneLine).join(', ') || 'comment'

/** A single line at the service may contain breaks. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const minuteOf = (at: number | undefined): string =>
  at === undefined || at === 0 ? '' : new Date(at).toISOString().slice(0, 16).replace('T', ' ')
const dayOf = (at: number | undefined): string => minuteOf(at).slice(0, 10)

function metaOf(page: Page): DraftDocument['meta'] {
  return {
    service: page.id,
    url: page.url,
    ...(page.author !== undefined && { author: page.author }),
    ...(page.state !== undefined && { state: page.state }),
    ...(page.labels && page.labels.length > 0 && { tags: page.labels }),
    ...(page.assignees && page.assignees.length > 0 && { assignees: page.assignees }),
    ...(page.createdAt !== undefined && page.createdAt > 0 && { createdAt: page.createdAt }),
  }
}
