import { nestedHeadings, type NestedHeading } from '../../../text/sections.ts'
import type { PageAnchor } from '../../../formats/format.ts'

export interface PlacedHeading extends NestedHeading {
  /** Behind the `#` of the page's address; empty where its words leave nothing. */
  readonly anchor: string
}

/** The headings of a page with their anchors: names of their own, or else their words as GitHub makes an address of them. */
export function placeHeadings(text: string, named: readonly PageAnchor[]): readonly PlacedHeading[] {
  const own = new Map(named.map(({ at, name }) => [at, name]))
  const taken = new Map<string, number>(named.map(({ name }) => [name, 0]))
  return [...nestedHeadings(text, 0)].map((heading) => ({
    ...heading,
    anchor: own.get(heading.start) ?? uniqueSlug(heading.headings.at(-1) ?? '', taken),
  }))
}

function uniqueSlug(words: string, taken: Map<string, number>): string {
  const slug = slugOf(words)
  if (slug === '') return ''
  let count = taken.get(slug)
  if (count === undefined) {
    taken.set(slug, 0)
    return slug
  }
  do count++
  while (taken.has(`${slug}-${count}`))
  taken.set(slug, count)
  taken.set(`${slug}-${count}`, 0)
  return `${slug}-${count}`
}

/** Letters of every script stay, signs go, each blank is a dash. */
export const slugOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-')
