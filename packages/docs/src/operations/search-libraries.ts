import { tr, trCount } from '@wuku/messages/message'
import { z } from 'zod'
import type { TableColumn } from '@wuku/kernel/base/answer-table'
import { isoTime } from '@wuku/kernel/day'
import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf, count, notes } from '@wuku/kernel/base/operation-shapes'
import { knownLibraries, type KnownLibrary, resolveLibrary } from '../libraries/known.ts'
import { matchLibraries } from '../names/match.ts'
import { parseLibraryId } from '../names/library-id.ts'
import { byContent } from '../search/rank-snippets.ts'

const library = z.strictObject({
  library_id: z.number().int().describe('Pass it to get-library-docs.'),
  slug: z.string().describe('The id in words: "/facebook/react".'),
  name: z.string(),
  description: z.string(),
  versions: z.array(z.string()).describe('Newest first.'),
  default_version: z.string().nullable().describe('Version that answers when none is named.'),
  snippets: count.describe('In the default version.'),
  indexed_at: z.string().nullable(),
  score: z
    .number()
    .describe(
      '1 exact, .9 prefix, .8 substring, less for similar names, at most .5 for documentation that mentions it.',
    ),
})

export const searchLibraries = defineOperation({
  name: 'search-libraries',
  group: 'docs',
  title: 'Search libraries',
  description:
    'Find which libraries have documentation here, by name, partial or misspelt, or by purpose: ids and ' +
    'versions. Use it when get-library-docs does not know a library. To bring in another: import-docs.',
  effect: 'read',
  input: z.strictObject({
    libraryName: z.string().trim().min(1).max(200).describe('Name of the library, such as "react" or "spring boot".'),
    limit: z.number().int().min(1).max(100).default(10).describe('Maximum number of libraries.'),
  }),
  output: z.strictObject({ libraries: z.array(library).describe('Best first.'), notes }),
  aliases: aliasesOf({ libraryName: ['library_name', 'library', 'name', 'query', 'q'] }),
  searchHint: 'library documentation docs package framework api versions 文档 库 框架 版本',
  route: { method: 'GET', path: '/libraries/search' },
  examples: [{ label: 'By name', input: { libraryName: 'react' } }],
  async run({ libraryName, limit }, { engine }) {
    const all = await engine.read((view) => knownLibraries(view))
    const called = findAll(libraryName, all).slice(0, limit)
    if (called.length > 0) return { libraries: called.map(({ known, score }) => describe(known, score)), notes: [] }
    const speaking = (await byContent(libraryName, all, engine)).slice(0, limit)
    return {
      libraries: speaking.map(({ known, relevance }) => describe(known, SPEAKING * relevance)),
      notes: notesOn(speaking.length, all),
    }
  },
  table: ({ libraries: rows, notes: foot }) => ({ columns, rows, foot: foot.map(tr) }),
  render: asJson,
})

const columns: readonly TableColumn<z.output<typeof library>>[] = [
  { cell: ({ name }) => name, look: 'bold', least: 12 },
  { cell: ({ slug }) => slug, look: 'cyan' },
  { cell: ({ versions }) => versions.join(' '), least: 8 },
  { cell: ({ snippets }) => trCount(snippets, 'snippet') },
  { cell: ({ description }) => description, look: 'dim', least: 12 },
]

/** A library that mentions a name does not have that name. */
const SPEAKING = 0.5

/** Also by what is an id and no name: `/facebook/react`, `react@18`. */
export function findAll(words: string, all: readonly KnownLibrary[]) {
  const named = all.map((known) => ({ ...known.library, known }))
  const byName = matchLibraries(words, named).map(({ library: { known }, score }) => ({ known, score }))
  const libraryRef = parseLibraryId(words)
  // A number may begin a name; it is an id where no name is like it.
  const mayBeId = libraryRef.by !== 'all' && (libraryRef.by !== 'id' || byName.length === 0)
  const exact = mayBeId ? resolveLibrary(libraryRef, all) : undefined
  return exact ? [{ known: exact, score: 1 }, ...byName.filter(({ known }) => known !== exact)] : byName
}

const describe = ({ library: { id, slug, name, description }, versions, byDefault }: KnownLibrary, score: number) => ({
  library_id: id,
  slug,
  name,
  description,
  versions: versions.map(({ version }) => version),
  default_version: byDefault?.version ?? null,
  snippets: byDefault?.counts.snippets ?? 0,
  indexed_at: isoTime(byDefault?.indexedAt ?? null),
  score: Math.round(score * 1000) / 1000,
})

function notesOn(found: number, all: readonly KnownLibrary[]): string[] {
  if (all.length === 0)
    return [
      'There is no documentation here yet. Add some with "wuku docs import <url>" or "wuku add <folder> --kind docs".',
    ]
  if (found > 0) return ['No library has this name; these mention it.']
  return [`No library has this name. Available: ${listed(all.map(({ library: { name } }) => name))}.`]
}

const listed = (names: readonly string[]): string =>
  names.length <= 20 ? names.join(', ') : `${names.slice(0, 20).join(', ')} and ${names.length - 20} more`
