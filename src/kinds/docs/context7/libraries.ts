/** What `resolve-library-id` says of a library. */
export interface LibraryCard {
  readonly title: string
  /** `/facebook/react` */
  readonly id: string
  readonly description: string
  readonly snippets: number
  /** "Unknown" when absent. */
  readonly reputation?: 'High' | 'Medium' | 'Low'
  /** Of 100; only written above 0. */
  readonly benchmark?: number
  readonly versions: readonly string[]
  /** Where its documentation comes from. */
  readonly source?: string
}

/** The text of `resolve-library-id`, as its readers were taught to expect it. `note` stands before everything else. */
export function tellLibraries(libraries: readonly LibraryCard[], note = ''): string {
  const told =
    libraries.length === 0 ? NONE : `Available Libraries:\n\n${libraries.map(tellLibrary).join('\n----------\n')}`
  return note === '' ? told : `${note}\n\n${told}`
}

const NONE = 'No libraries found matching the provided name.'

function tellLibrary(library: LibraryCard): string {
  const { title, id, description, snippets, reputation, benchmark = 0, versions, source = '' } = library
  const fields: readonly (readonly [label: string, value: string])[] = [
    ['Title', title],
    ['Context7-compatible library ID', id],
    ['Description', description],
    ['Code Snippets', String(snippets)],
    ['Source Reputation', reputation ?? 'Unknown'],
    ['Benchmark Score', benchmark > 0 ? String(benchmark) : ''],
    ['Versions', versions.join(', ')],
    ['Source', source],
  ]
  const always = 5
  return fields
    .filter(([, value], nth) => nth < always || value !== '')
    .map(([label, value]) => `- ${label}: ${oneLine(value)}`.trimEnd())
    .join('\n')
}

/** A field ends with its line. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
