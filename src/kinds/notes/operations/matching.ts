import { isWukuError, WukuError } from '../../../core/errors.ts'
import { nearestNames } from '../../../engine/documents/not-found.ts'
import { nameOf, seekDocument, type Found, type Shelf } from '../../../engine/documents/shelf.ts'
import { splitPatterns } from '../patterns.ts'
import { createGlob } from '../../../text/glob.ts'

/** What a pattern of `multi_get` matches. */
export interface Matched {
  readonly found: readonly Found[]
  /** Names of a list that mean no document, or several. */
  readonly errors: readonly string[]
}

/** Errors of a list that are told one by one. */
const TOLD = 20
/** The first of them come with the nearest names: every guess is a walk through all names. */
const GUESSED = 5

/** Each is held against every name. */
const MOST_GLOBS = 20

/** Names and globs, separated by commas. */
export async function matchDocuments(shelf: Shelf, pattern: string): Promise<Matched> {
  const parts = new Set(splitPatterns(pattern))
  if ([...parts].filter(mayBeGlob).length > MOST_GLOBS) throw tooManyGlobs()
  const found: Found[] = []
  const errors: string[] = []
  for (const part of parts)
    try {
      const matched = await matchPart(shelf, part)
      if (matched.length === 0) errors.push(await notFoundLine(shelf, part, errors.length < GUESSED))
      for (const each of matched) found.push(each)
    } catch (error) {
      if (!isWukuError(error)) throw error
      errors.push(linesOf(error))
    }
  return { found: withoutRepeats(found), errors: brief(errors) }
}

/** Brackets are common in names of notes, so only what is no name with them is a glob. */
async function matchPart(shelf: Shelf, part: string): Promise<readonly Found[]> {
  if (isGlob(part)) return matchGlob(shelf, part)
  const named = await seekDocument(shelf, part)
  return named ? [named] : mayBeGlob(part) ? matchGlob(shelf, part) : []
}

const isGlob = (part: string): boolean => /[*?{]/.test(part)
const mayBeGlob = (part: string): boolean => isGlob(part) || part.includes('[')

const tooManyGlobs = (): WukuError =>
  new WukuError(
    'bad-input',
    `There are more than ${MOST_GLOBS} globs in one list.`,
    'Ask in several calls, or with wider globs.',
  )

async function matchGlob(shelf: Shelf, glob: string): Promise<readonly Found[]> {
  const bare = glob.replace(/^(?:qmd:\/\/|wuku:\/\/notes\/)/, '')
  const matches = createGlob(bare)
  return (await shelf.all()).filter((each) => matches(nameOf(each)) || matches(each.document.path))
}

/** A list of documents ends its message: what to do about it begins a line. */
const linesOf = ({ message, remedy }: WukuError): string => `${message}${message.includes('\n') ? '\n' : ' '}${remedy}`

const brief = (errors: readonly string[]): readonly string[] =>
  errors.length <= TOLD ? errors : [...errors.slice(0, TOLD), `And ${errors.length - TOLD} more like these.`]

async function notFoundLine(shelf: Shelf, name: string, isGuessed: boolean): Promise<string> {
  if (isGlob(name))
    return `No file matches ${name}: a glob is held against collection/path and path, so that "**/x.md" finds x.md in any folder.`
  const near = isGuessed ? nearestNames(name, (await shelf.all()).map(nameOf), 3) : []
  return `File not found: ${name}${near.length > 0 ? ` (did you mean: ${near.join(', ')}?)` : ''}`
}

/** The same document may be asked for twice by different lines, not by the same ones. */
const withoutRepeats = (found: readonly Found[]): readonly Found[] => [
  ...new Map(found.map((each) => [`${each.document.id} ${JSON.stringify(each.lines)}`, each])).values(),
]
