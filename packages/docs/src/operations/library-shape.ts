import { msg, tr, trCount } from '@wuku/messages/docs'
import { z } from 'zod'
import { formatPeriod } from '@wuku/kernel/base/docs-settings'
import { isoTime } from '@wuku/kernel/day'
import { libraryOwnership, describeOwnership } from '@wuku/kernel/accounts/ownership-rules'
import type { Caller } from '@wuku/kernel/base/caller'
import { ownershipKeys } from '@wuku/kernel/operations/ownership'
import { minuteOf } from '@wuku/kernel/base/answer-table'
import { grouped } from '@wuku/kernel/base/counted'
import { count } from '@wuku/kernel/base/operation-shapes'
import type { User } from '@wuku/core/ports/accounts'
import type { LibraryVersion } from '@wuku/core/ports/library-store'
import { type KnownLibrary, displayOrigin } from '../libraries/known.ts'
import { formatRetention } from '../versions/retention.ts'

export const versionShape = z.strictObject({
  version: z.string(),
  status: z.enum(['active', 'archived', 'deleted', 'staged']),
  is_default: z.boolean(),
  documents: count,
  snippets: count,
  code_snippets: count,
  info_snippets: count,
  tokens: count,
  origin: z.string().nullable().describe('Origin; null: uploaded files.'),
  ref: z.string().nullable(),
  commit: z.string().nullable(),
  indexed_at: z.string().nullable(),
})
export type VersionShape = z.output<typeof versionShape>

export const libraryShape = z.strictObject({
  library_id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(['active', 'archived', 'deleted']),
  default_version: z.string().nullable(),
  keep: z.string().describe('Versions to keep when a new one arrives.'),
  refresh_every: z
    .string()
    .nullable()
    .describe('How often a server fetches it again; null: as the setting docs.refreshEvery says.'),
  source_type: z.enum(['repository', 'website', 'page', 'folder', 'local']),
  source_url: z.string().nullable(),
  versions: z.array(versionShape).describe('Newest first.'),
  documents: count.describe('Of all versions.'),
  snippets: count,
  tokens: count,
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  ...ownershipKeys,
})
export type LibraryShape = z.output<typeof libraryShape>

export function describeLibrary(
  { library, versions, byDefault }: KnownLibrary,
  caller: Caller,
  users?: readonly User[],
): LibraryShape {
  const sum = (of: (version: LibraryVersion) => number): number => versions.reduce((all, each) => all + of(each), 0)
  return {
    library_id: library.id,
    slug: library.slug,
    name: library.name,
    description: library.description,
    status: library.status,
    default_version: byDefault?.version ?? null,
    keep: formatRetention(library.keep),
    refresh_every: library.refreshEvery === null ? null : formatPeriod(library.refreshEvery),
    source_type: library.origin?.type ?? 'local',
    source_url: displayOrigin(library.origin, caller),
    versions: versions.map((version) => describeVersion(version, version.id === byDefault?.id, caller)),
    documents: sum(({ counts }) => counts.documents),
    snippets: sum(({ counts }) => counts.snippets),
    tokens: sum(({ counts }) => counts.tokens),
    created_at: isoTime(library.createdAt),
    updated_at: isoTime(library.updatedAt),
    ...describeOwnership(libraryOwnership(library), caller, users),
  }
}

const describeVersion = (version: LibraryVersion, isDefault: boolean, caller: Caller): VersionShape => ({
  version: version.version,
  status: version.status,
  is_default: isDefault,
  documents: version.counts.documents,
  snippets: version.counts.snippets,
  code_snippets: version.counts.code,
  info_snippets: version.counts.info,
  tokens: version.counts.tokens,
  origin: displayOrigin(version.origin, caller),
  ref: version.ref,
  commit: version.commit,
  indexed_at: isoTime(version.indexedAt),
})

/** A library as people read it. */
export function libraryText(library: LibraryShape): string {
  const { name, slug, status, description, keep, refresh_every: period, versions, source_url: origin } = library
  const every = period === null || period === 'off' ? period : tr(msg('every', { period }))
  const refreshed = every === null ? '' : tr(msg('refreshed', { period: every }))
  const head = [
    `${name}  ${slug}${status === 'active' ? '' : `  ${tr(status)}`}`,
    ...(description === '' ? [] : [`  ${description}`]),
    tr(msg('fromKeeps', { origin: origin ?? tr('uploaded files'), keep, refreshed })),
  ]
  const lines = versions.map((each) => `  ${each.is_default ? '*' : ' '} ${each.version}  ${versionFacts(each)}`)
  return [...head, ...lines].join('\n')
}

function versionFacts({ documents, snippets, commit, status, ...version }: VersionShape): string {
  const facts = [
    trCount(documents, 'document'),
    tr(msg('code', { snippets, codeSnippets: grouped(version.code_snippets) })),
    commit?.slice(0, 10),
    minuteOf(version.indexed_at),
    status === 'active' ? '' : tr(status),
  ]
  return facts.filter(Boolean).join(' · ')
}
