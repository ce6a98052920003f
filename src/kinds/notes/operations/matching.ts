import picomatch from 'picomatch'
import { isWukuError } from '../../../core/errors.ts'
import { nearestNames } from '../../../engine/documents/not-found.ts'
import { findDocument, nameOf, type Found, type Shelf } from '../../../engine/documents/shelf.ts'

/** What a pattern of `multi_get` matches. */
export interface Matched {
  readonly found: readonly Found[]
  /** Names of a list that mean no document, or several. */
  readonly errors: readonly string[]
}

/** A comma list of names unless it has a glob's `*`, `?` or `{`. */
export const matchDocuments = (shelf: Shelf, pattern: string): Promise<Matched> =>
  /[*?{]/.test(pattern) ? matchGlob(shelf, pattern) : matchNames(shelf, pattern.split(','))

/** Parentheses are common in names of notes and rare in globs, so they are text. */
async function matchGlob(shelf: Shelf, pattern: string): Promise<Matched> {
  const bare = pattern.trim().replace(/^(?:qmd:\/\/|wuku:\/\/notes\/)/, '')
  const matches = picomatch(bare, { dot: true, noextglob: true })
  const all = await shelf.all()
  return { found: all.filter((each) => matches(nameOf(each)) || matches(each.document.path)), errors: [] }
}

async function matchNames(shelf: Shelf, names: readonly string[]): Promise<Matched> {
  const found: Found[] = []
  const errors: string[] = []
  for (const name of names.map((each) => each.trim()).filter((each) => each !== ''))
    try {
      found.push(await findDocument(shelf, name))
    } catch (error) {
      if (!isWukuError(error)) throw error
      errors.push(error.code === 'not-found' ? await notFoundLine(shelf, name) : `${error.message} ${error.remedy}`)
    }
  return { found: withoutRepeats(found), errors }
}

async function notFoundLine(shelf: Shelf, name: string): Promise<string> {
  const near = nearestNames(name, (await shelf.all()).map(nameOf), 3)
  return `File not found: ${name}${near.length > 0 ? ` (did you mean: ${near.join(', ')}?)` : ''}`
}

/** The same document may be asked for twice by different lines, not by the same ones. */
const withoutRepeats = (found: readonly Found[]): readonly Found[] => [
  ...new Map(found.map((each) => [`${each.document.id} ${JSON.stringify(each.lines)}`, each])).values(),
]
