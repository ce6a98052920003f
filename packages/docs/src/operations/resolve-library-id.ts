import { z } from 'zod'
import { limits } from '@wuku/core/limits'
import { defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf, trimmedText } from '@wuku/kernel/base/operation-shapes'
import { knownLibraries, type KnownLibrary, displayAddress } from '../libraries/known.ts'
import { byContent } from '../search/rank-snippets.ts'
import { oneLine } from '../context7.ts'
import { findAll } from './search-libraries.ts'
import type { OperationContext } from '@wuku/kernel/base/engine'

const words = trimmedText(limits.queryChars)

const resolveInput = z.strictObject({
  libraryName: words.describe('Name of the library.'),
  query: words.describe('What you want to know; it ranks libraries with the same name.').optional(),
})
const card = z.strictObject({
  title: z.string(),
  id: z.string().describe('Pass it to query-docs.'),
  description: z.string(),
  snippets: z.number().int(),
  versions: z.array(z.string()),
  source: z.string().optional(),
})
const resolveOutput = z.strictObject({ libraries: z.array(card).describe('Best first.') })
type Card = z.output<typeof card>

const MAX_LIBRARIES = 10

export const resolveLibraryId = defineOperation({
  name: 'resolve-library-id',
  group: 'docs',
  title: 'Resolve a library id',
  description:
    'Context7 compatibility: find the id of a library (such as "/facebook/react") by its name, for query-docs. Not needed ' +
    'if the user gave an id of that form. Prefer search-libraries.',
  effect: 'read',
  openWorld: true,
  input: resolveInput,
  output: resolveOutput,
  aliases: aliasesOf({ libraryName: ['library_name', 'library', 'name'], query: ['userQuery', 'question'] }),
  searchHint: 'context7 resolve library id documentation',
  route: { method: 'GET', path: '/libraries/resolve' },
  examples: [{ label: 'By name', input: { libraryName: 'react', query: 'how to use suspense' } }],
  run: resolve,
  render: ({ libraries }) => renderLibraries(libraries),
})

async function resolve({ libraryName, query }: z.output<typeof resolveInput>, { engine }: OperationContext) {
  const all = await engine.read((view) => knownLibraries(view))
  const found = findAll(libraryName, all)
  const [best] = found
  const tied = found.filter(({ score }) => score === best?.score).map(({ known }) => known)
  // Among libraries with similar names the one with the most content comes first.
  const order = query === undefined || tied.length < 2 ? [] : await byContent(query, tied, engine)
  const ranked = [...order.map(({ known }) => known), ...found.map(({ known }) => known)]
  return { libraries: [...new Set(ranked)].slice(0, MAX_LIBRARIES).map(cardOf) }
}

const cardOf = ({ library, versions, byDefault }: KnownLibrary): Card => ({
  title: library.name,
  id: library.slug,
  description: library.description,
  snippets: byDefault?.counts.code ?? 0,
  versions: versions.map(({ version }) => version),
  ...(library.origin && library.origin.type !== 'folder' && { source: displayAddress(library.origin.url) }),
})

/** The text of `resolve-library-id`, as its readers were taught to expect it. */
export const renderLibraries = (libraries: readonly Card[]): string =>
  libraries.length === 0 ? NONE : `Available Libraries:\n\n${libraries.map(renderLibrary).join('\n----------\n')}`

const NONE = 'No libraries found matching the provided name.'

function renderLibrary({ title, id, description, snippets, versions, source = '' }: Card): string {
  const fields: readonly (readonly [label: string, value: string])[] = [
    ['Title', title],
    ['Context7-compatible library ID', id],
    ['Description', description],
    ['Code Snippets', String(snippets)],
    ['Source Reputation', 'Unknown'],
    ['Versions', versions.join(', ')],
    ['Source', source],
  ]
  const always = 5
  return fields
    .filter(([, value], nth) => nth < always || value !== '')
    .map(([label, value]) => `- ${label}: ${oneLine(value)}`.trimEnd())
    .join('\n')
}
