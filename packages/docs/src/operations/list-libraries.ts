import { compareTexts } from '@wuku/core/list-helpers'
import { msg, tr, trCount } from '@wuku/messages/docs'
import { z } from 'zod'
import type { TableColumn } from '@wuku/kernel/base/answer-table'
import { defineOperation } from '@wuku/kernel/base/operation'
import { visibility } from '@wuku/kernel/operations/ownership'
import { libraryOwnership } from '@wuku/kernel/accounts/ownership-rules'
import { count } from '@wuku/kernel/base/operation-shapes'
import { knownLibraries, type KnownLibrary } from '../libraries/known.ts'
import { libraryOf } from '../scope.ts'
import { libraryShape, describeLibrary, libraryText, type LibraryShape } from './library-shape.ts'
import { findAll } from './search-libraries.ts'
import { oneLibrary, paging } from '../search/docs-shapes.ts'

const input = z.strictObject({
  query: z.string().trim().min(1).max(200).optional().describe('Only libraries with a similar name, best first.'),
  sort: z
    .enum(['name', 'recent', 'size'])
    .default('name')
    .describe('"recent": last changed first; "size": most snippets first.'),
  status: z.enum(['active', 'archived', 'deleted', 'all']).default('active').describe('Only in this state.'),
  visibility: visibility.optional().describe('Only those that are shown so.'),
  ...paging(100),
})

export const listLibraries = defineOperation({
  name: 'list-libraries',
  title: 'List libraries',
  description: 'List the libraries with documentation here, with their versions, sizes and origins.',
  effect: 'read',
  input,
  output: z.strictObject({
    libraries: z.array(libraryShape),
    total: count,
    page: z.number().int(),
    page_size: z.number().int(),
  }),
  route: { method: 'GET', path: '/libraries' },
  examples: [{ label: 'Largest first', input: { sort: 'size' } }],
  async run({ query, sort, status, visibility: shown, page, page_size: size }, { engine, caller }) {
    const all = await engine.read((view) => knownLibraries(view, 'all'))
    const candidates = all.filter(
      ({ library }) =>
        (status === 'all' || library.status === status) &&
        (shown === undefined || libraryOwnership(library).visibility === shown),
    )
    const found =
      query === undefined ? candidates.toSorted(orders[sort]) : findAll(query, candidates).map(({ known }) => known)
    return {
      libraries: found.slice((page - 1) * size, page * size).map((known) => describeLibrary(known, caller)),
      total: found.length,
      page,
      page_size: size,
    }
  },
  table: ({ libraries: rows, total }) => ({ columns, rows, foot: [footOf(rows.length, total)] }),
})

const columns: readonly TableColumn<LibraryShape>[] = [
  { cell: ({ name }) => name, look: 'bold', least: 12 },
  { cell: (library) => libraryFacts(library).join(' · '), least: 12 },
]

function libraryFacts({ versions, snippets, status, source_url: url }: LibraryShape): readonly string[] {
  const named = versions.map(({ version, is_default: isDefault }) => (isDefault ? `${version}*` : version))
  return [
    named.slice(0, 4).join(' ') + (named.length > 4 ? ` +${named.length - 4}` : ''),
    trCount(snippets, 'snippet'),
    status === 'active' ? '' : tr(status),
    url ?? '',
  ].filter(Boolean)
}

const footOf = (shown: number, total: number): string =>
  total === 0
    ? tr('No libraries. Import one: wuku docs import <url>, or wuku add <folder> --kind docs --name <name>')
    : tr(
        msg('marksDefaultVersionSearchOne', {
          libraries: shown,
          value: total > shown ? tr(msg('of', { total })) : '',
        }),
      )

type Order = (a: KnownLibrary, b: KnownLibrary) => number

const sizeOf = ({ versions }: KnownLibrary): number => versions.reduce((sum, { counts }) => sum + counts.snippets, 0)
/** Names are not unique. */
const byName: Order = ({ library: a }, { library: b }) =>
  compareTexts(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id
const orders: Readonly<Record<z.output<typeof input>['sort'], Order>> = {
  name: byName,
  recent: (a, b) => b.library.updatedAt - a.library.updatedAt || byName(a, b),
  size: (a, b) => sizeOf(b) - sizeOf(a) || byName(a, b),
}

const one = z.strictObject({ library: oneLibrary })

export const showLibrary = defineOperation({
  name: 'show-library',
  title: 'Show a library',
  description: 'Show a library with all its versions, their origins and contents.',
  effect: 'read',
  input: one,
  output: libraryShape,
  aliases: { library_id: 'library', name: 'library' },
  route: { method: 'GET', path: '/libraries/{library}' },
  examples: [{ label: 'One', input: { library: 'react' } }],
  run: ({ library }, { engine, caller }) =>
    engine.read(async (view) => describeLibrary(await libraryOf(library, view), caller)),
  render: libraryText,
})
