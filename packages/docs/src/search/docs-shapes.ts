import { z } from 'zod'
import type { FoundSnippet } from './ask.ts'
import type { AnsweringVersion } from '../scope.ts'
import { isoTime } from '@wuku/kernel/day'
import { trimmedText } from '@wuku/kernel/base/operation-shapes'
import { displayOrigin } from '../libraries/known.ts'

/** Pieces of input and output that the operations on documentation share. */

export const libraryId = z
  .union([z.number().int().min(0), z.string().trim().min(1).max(600)])
  .describe(
    'Library: its number, its id ("/facebook/react", also with "@19.0.1"), or its name; 0 or "all" for every library.',
  )

export const oneLibrary = z
  .union([z.number().int().min(1), z.string().trim().min(1).max(600)])
  .describe('Library: its id ("/facebook/react"), its name or its number.')

export const versionText = trimmedText(200).regex(/^\P{Cc}*$/u, 'must not contain control characters')

export const versionUsed = z.strictObject({
  library_id: z.number().int(),
  library: z.string(),
  slug: z.string().describe('Id of the library.'),
  version: z.string().describe('Version that answered.'),
  default_version: z.string().describe('Version that answers when none is named.'),
  indexed_at: z.string().nullable().describe('Time of indexing.'),
  ref: z.string().nullable().describe('Tag or branch of its origin.'),
  commit: z.string().nullable(),
  origin: z.string().nullable().describe('Address of its origin; null for a folder.'),
})
export type VersionUsed = z.output<typeof versionUsed>

export const describeVersion = ({ known: { library, byDefault }, version }: AnsweringVersion): VersionUsed => ({
  library_id: library.id,
  library: library.name,
  slug: library.slug,
  version: version.version,
  default_version: byDefault?.version ?? version.version,
  indexed_at: isoTime(version.indexedAt),
  ref: version.ref,
  commit: version.commit,
  // Answers are kept for everybody who asks the same: a folder of this machine is named by "list-libraries" alone.
  origin: version.url ?? (version.origin?.type === 'folder' ? null : displayOrigin(version.origin)),
})

/** Which version answered, and how old it is. */
export const briefVersion = ({ slug, version, indexed_at, commit, origin }: VersionUsed): unknown => ({
  library: `${slug}@${version}`,
  indexedAt: indexed_at,
  commit,
  origin,
})

/** Sources of the snippets; the whole scope if nothing was found, as long as they are few. */
export function versionsOf(snippets: readonly FoundSnippet[], scope: readonly AnsweringVersion[]) {
  const used = [...new Set(snippets.map(({ answering }) => answering))]
  return (used.length > 0 ? used : scope.slice(0, 10)).map(describeVersion)
}

/** Limits for lists of any length; `size` applies if the caller gives none. */
export const paging = (size: number) => ({
  page: z.number().int().min(1).max(100_000).default(1).describe('From 1.'),
  page_size: z.number().int().min(1).max(1_000).default(size).describe('Entries per page.'),
})

export const page = z.number().int().min(1).max(10).default(1).describe('1 to 10; pages never overlap.')
