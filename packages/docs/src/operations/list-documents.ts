import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import { msg, tr, trCount } from '@wuku/messages/docs'
import { isoTime } from '@wuku/kernel/day'
import type { TableColumn } from '@wuku/kernel/base/answer-table'
import { grouped } from '@wuku/kernel/base/counted'
import { defineOperation } from '@wuku/kernel/base/operation'
import { citation, count, text } from '@wuku/kernel/base/operation-shapes'
import type { FileStatus, LibraryFile, LibraryVersion } from '@wuku/core/ports/library-store'
import type { StoreView } from '@wuku/core/ports/store'
import { knownLibraries } from '../libraries/known.ts'
import { libraryOf, versionOfLibrary } from '../scope.ts'
import { findDocument, type NumberedDocument } from '../originals.ts'
import { oneLibrary, paging, versionText } from '../search/docs-shapes.ts'

const past = ['failed', 'replaced', 'deleted'] as const
const statuses = ['pending', 'processing', 'completed', ...past] as const satisfies readonly FileStatus[]

export const documentNumber = z.number().int().min(1).describe('Number of the document, as listed by list-documents.')

const documentRow = {
  document_id: z.number().int(),
  library_id: z.number().int(),
  version: z.string(),
  path: z.string(),
  title: z.string(),
  type: z.string().describe('Format in which it was read.'),
  status: z.enum(statuses),
  bytes: count,
  hash: z.string().describe('SHA-256 of the original.'),
  chunks: count,
  tokens: count,
  url: z.string().nullable(),
  error: text.nullable().describe('Why it failed, and what to do about it.'),
  updated_at: z.string().nullable(),
}

const listInput = z.strictObject({
  library: oneLibrary.optional().describe('Only this library. Default: every library.'),
  version: versionText.optional().describe('Default: the default version of the library.'),
  all: z.boolean().default(false).describe('true: every version of the library.'),
  status: z.enum(statuses).optional().describe('Only in this state.'),
  query: z.string().trim().min(1).max(200).optional().describe('Only with this in the path or the title.'),
  ...paging(50),
})
const listOutput = z.strictObject({
  library_id: z.number().int().nullable().describe('null: several libraries.'),
  version: z.string().nullable().describe('null: several versions.'),
  list: z.array(z.strictObject(documentRow)).describe('By path.'),
  total: count,
  page: z.number().int(),
  page_size: z.number().int(),
})
type Listing = z.output<typeof listInput>

export const listDocuments = defineOperation({
  name: 'list-documents',
  title: 'List documents of libraries',
  description: 'List the files of a version with their snippets, including failed files with the reason.',
  effect: 'read',
  input: listInput,
  output: listOutput,
  aliases: { library_id: 'library' },
  route: { method: 'GET', path: '/documents' },
  examples: [{ label: 'Failed files', input: { library: 'billing', status: 'failed' } }],
  run: ({ status, query, page, page_size, ...request }, { engine }) =>
    engine.read(async (view) => {
      const chosen = await versionsListed(request, view)
      const byId = new Map(chosen.map((version) => [version.id, version]))
      const { items, total } = await view.libraries.files({
        version: chosen.length === 1 ? ([...byId.keys()][0] ?? []) : [...byId.keys()],
        ...(status && { statuses: [status] }),
        ...(query !== undefined && { query }),
        limit: page_size,
        offset: (page - 1) * page_size,
      })
      return {
        library_id: only(chosen.map(({ library }) => library)),
        version: only(chosen.map(({ version }) => version)),
        list: items.flatMap((file) => {
          const version = byId.get(file.version)
          return version ? [describeFile(file, version)] : []
        }),
        total,
        page,
        page_size,
      }
    }),
  table: ({ list: rows, total }) => ({
    columns,
    rows,
    foot: [
      tr(msg('all', { total: grouped(total), more: total > rows.length ? `; --limit ${Math.min(1_000, total)}` : '' })),
    ],
  }),
})

const columns: readonly TableColumn<z.output<typeof listOutput>['list'][number]>[] = [
  {
    cell: ({ path, error }) => (error === null ? path : `✗ ${path}`),
    lookOf: ({ error }) => (error === null ? undefined : 'red'),
  },
  { cell: ({ chunks, error }) => error ?? trCount(chunks, 'snippet'), look: 'dim', is: 'word' },
]

const only = <T>(values: readonly T[]): T | null => {
  const [first, ...others] = new Set(values)
  return first === undefined || others.length > 0 ? null : first
}

/** Deleted libraries and versions have no documents that could be read. */
async function versionsListed(
  { library, version, all }: Pick<Listing, 'library' | 'version' | 'all'>,
  view: StoreView,
): Promise<readonly LibraryVersion[]> {
  if (library !== undefined && all && version === undefined) return (await libraryOf(library, view)).versions
  if (library !== undefined) return [(await versionOfLibrary(library, version, view)).version]
  const known = (await knownLibraries(view, 'all')).filter((each) => each.library.status !== 'deleted')
  return known.flatMap(({ versions }) => versions.filter((each) => version === undefined || each.version === version))
}

const describeFile = (file: LibraryFile, { library, version }: Pick<LibraryVersion, 'library' | 'version'>) => {
  const { id, path, title, type, status, bytes, hash, chunks, tokens, url, error, updatedAt } = file
  const known = { path, title, type, status, bytes, hash, chunks, tokens, url, error }
  return { document_id: id, library_id: library, version, ...known, updated_at: isoTime(updatedAt) }
}

export const getDocument = defineOperation({
  name: 'get-document',
  title: 'Show a document of a library',
  description: 'Show one document by its number: its library, status, size and citation.',
  effect: 'read',
  input: z.strictObject({ document_id: documentNumber }),
  output: z.strictObject({
    ...documentRow,
    library: z.string(),
    citation: citation.nullable().describe('null: it could not be read, so there is nothing to open.'),
  }),
  aliases: { id: 'document_id' },
  route: { method: 'GET', path: '/documents/{document_id}' },
  examples: [{ label: 'One', input: { document_id: 31 } }],
  run: ({ document_id: id }, { engine }) =>
    engine.read(async (view) => {
      const { file, library, version } = await documentNumbered(id, view)
      const [source] = await view.sources.list({ ids: [version.source] })
      const isReadable = source !== undefined && file.status === 'completed'
      return {
        ...describeFile(file, version),
        library: library.name,
        citation: isReadable ? writeCitation({ kind: 'docs', source: source.name, path: file.path }) : null,
      }
    }),
})

export async function documentNumbered(id: number, view: StoreView): Promise<NumberedDocument> {
  const found = await findDocument(id, view)
  if (!found) throw new WukuError('not-found', msg('noSuchDocument', { id }))
  return found
}
