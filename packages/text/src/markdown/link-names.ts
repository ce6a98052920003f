import { fold } from '../terms/fold.ts'

/** A note that a link may mean. */
export interface Named {
  readonly path: string
  readonly aliases: readonly string[]
}

export const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** `Plan.md` is linked as `Plan`; `plan.pdf` as it is. */
export const withoutEnding = (file: string): string => file.replace(/(?<=.)\.(?:md|mdx|markdown|mkd|qmd|rmd)$/i, '')

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/**
 * The one of several notes that a link in the note at `from` means: by its path, from the folder of the note or from the
 * top; by the end of its path, one in the same folder first, then the shortest; by an alias.
 */
export function resolveLink<Note extends Named>(
  { target, isPath }: { readonly target: string; readonly isPath: boolean },
  from: string,
  notes: readonly Note[],
): Note | undefined {
  const folder = folderOf(from)
  const top = joined('', target)
  const here = joined(folder, target)
  const isRelative = isPath || target.startsWith('.')
  const exact = (isRelative ? [here, top] : [top, here]).map((path) => notes.find((note) => isAt(note, path)))
  const found = exact.find((note) => note !== undefined)
  if (found) return found
  const ending = `/${key(top)}`
  const near = (note: Note): number => (folderOf(note.path) === folder ? 0 : 1)
  const [best] = notes
    .filter(({ path }) => pathKeys(path).some((each) => `/${each}`.endsWith(ending)))
    .toSorted((a, b) => near(a) - near(b) || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
  return best ?? notes.find(({ aliases }) => aliases.some((alias) => fold(alias) === fold(target.trim())))
}

const key = (path: string): string => fold(withoutEnding(path))

/** With and without the ending that a file of another format has. */
const pathKeys = (path: string): readonly string[] => [key(path), fold(path.replace(/(?<=[^/])\.[^./]*$/, ''))]

const isAt = ({ path }: Named, target: string): boolean => pathKeys(path).includes(key(target))

/** `..` above the top stays at the top. */
export function joined(folder: string, target: string): string {
  const segments = target.startsWith('/') || folder === '' ? [] : folder.split('/')
  for (const segment of target.split('/'))
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  return segments.join('/')
}
