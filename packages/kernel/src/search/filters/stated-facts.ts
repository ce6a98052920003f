import type { Json, StoredDocument } from '@wuku/core/core-types'

/** Facts that a document states about itself besides its text, under the same names in every storehouse that reads it. */

/** Families of the marks that its chunks carry (`text/terms/marks.ts`). */
export const TAG_MARK = 'tag'
export const DAY_MARK = 'day'
/**
 * Facts of items of a service: the family of their marks, which is also the filter of a question, and the key in
 * `meta`.
 */
export const FACT_MARKS = { is: 'state', label: 'tags', author: 'author', assignee: 'assignees', tag: 'tags' } as const

/** `Two words` and `#two-words` are one tag. */
export const tagValue = (tag: string): string => tag.trim().replace(/^#/, '').replaceAll(/\s+/g, '-')

/** Joints of a mark do not count: `20260501`. */
export const dayOfMark = (term: string): number =>
  Date.parse(term.slice(-8).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))

/** Title and aliases. */
export const statedNames = ({ title, meta }: Pick<StoredDocument, 'title' | 'meta'>): readonly string[] => [
  title,
  ...textsIn(meta['aliases']),
]

/** The last day that it says it is of; otherwise when it was last written. */
export function timeOf({ modifiedAt, meta }: Pick<StoredDocument, 'modifiedAt' | 'meta'>): number {
  const days = ['date', 'created', 'updated'].flatMap((key) => textsIn(meta[key])).map((day) => Date.parse(day))
  return days.length === 0 ? modifiedAt : Math.max(...days)
}

export const textsIn = (value: Json | undefined): readonly string[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter((each) => typeof each === 'string')

/** A conversation says when it ended; its file may have been copied since. */
export const lastWritten = ({ meta: { endedAt }, modifiedAt }: StoredDocument): number =>
  typeof endedAt === 'number' ? endedAt : modifiedAt
