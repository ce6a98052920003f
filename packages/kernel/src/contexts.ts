import type { PathContext } from '@wuku/core/core-types'

/** Descriptions of everything, of the collection and of the folders around a document, general to specific. */
export function contextFor(contexts: readonly PathContext[], collection: string, path: string): string | null {
  const texts = contexts
    .map((context) => ({ ...context, prefix: trimSlashes(context.prefix) }))
    .filter((context) => speaksOf(context, collection, path))
    .toSorted((one, other) => reachOf(one) - reachOf(other))
    .map(({ text }) => text)
  return texts.length === 0 ? null : texts.join('\n\n')
}

/**
 * The settings file wins where both speak of the same place: a person wrote it there to be read there, and a second
 * text that is said elsewhere would contradict it without being seen.
 */
export const withDeclared = (stored: readonly PathContext[] = [], declared: readonly PathContext[]) => [
  ...declared,
  ...stored.filter((each) => !declared.some(isAtPlaceOf(each))),
]

export const isAtPlaceOf =
  ({ collection, prefix }: Place) =>
  (other: Place): boolean =>
    other.collection === collection && trimSlashes(other.prefix) === trimSlashes(prefix)

export type Place = Pick<PathContext, 'collection' | 'prefix'>

/** On one line, as a list of hits shows it. */
export const contextLine = (context: string): string =>
  context
    .trim()
    .replaceAll(/\s*\n\s*\n\s*/g, ' · ')
    .replaceAll(/\s*\n\s*/g, ' ')

/** The settings file is edited by hand too, where `/api/` and `api` mean the same folder. */
export const trimSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, '')

/** Whole segments: `api` speaks of `api/index.md` and not of `apixyz/index.md`. */
const speaksOf = (context: PathContext, collection: string, path: string): boolean =>
  context.collection === '' ||
  (context.collection === collection && (context.prefix === '' || `${path}/`.startsWith(`${context.prefix}/`)))

/** Prefixes of one path differ in length; what is said of everything comes before what is said of a collection. */
const reachOf = ({ collection, prefix }: PathContext): number => (collection === '' ? -1 : prefix.length)
