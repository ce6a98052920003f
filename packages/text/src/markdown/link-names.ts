import { fold } from '../terms/fold.ts'

/** A note that a link may mean. */
export interface Named {
  readonly path: string
  readonly aliases: readonly string[]
  /** Its `pathKeys`, made once where several links are resolved. */
  readonly keys?: readonly string[]
}

export const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** `Plan.md` is linked as `Plan`; `plan.pdf` as it is. */
export const withoutEnding = (file: string): string => file.replace(/(?<=.)\.(?:md|mdx|markdown|mkd|qmd|rmd)$/i, '')

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/**
 * The one of several notes that a link in the note at `from` means: by its path, from the folder of the note or from the
 * top; by the end of its path, one in the same folder first, then the shortest; by an alias. Links of a site have the
 * ending of a web page or none, name a folder for its index, and may begin with the folder that the site is served from.
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
  const found = firstAt(isRelative ? [here, top] : [top, here], notes)
  if (found) return found
  const name = key(top)
  const ending = `/${name}`
  const near = (note: Note): number => (folderOf(note.path) === folder ? 0 : 1)
  const [best] = notes
    .filter((note) => (note.keys ?? pathKeys(note)).some((each) => each === name || each.endsWith(ending)))
    .toSorted((a, b) => near(a) - near(b) || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
  const served = target.startsWith('/') && top.includes('/') ? [top.slice(top.indexOf('/') + 1)] : []
  const alias = fold(target.trim())
  return best ?? firstAt(served, notes) ?? notes.find(({ aliases }) => aliases.some((each) => fold(each) === alias))
}

function firstAt<Note extends Named>(paths: readonly string[], notes: readonly Note[]): Note | undefined {
  for (const path of paths) {
    const wanted = key(path)
    const found = notes.find((note) => (note.keys ?? pathKeys(note)).includes(wanted))
    if (found) return found
  }
  return undefined
}

const key = (path: string): string => fold(withoutEnding(path.replace(/(?<=.)\.html?$/i, '')))

/** With and without the ending that a file of another format has; of the index of a folder also that folder. */
export function pathKeys({ path }: Pick<Named, 'path'>): readonly string[] {
  const bare = fold(path.replace(/(?<=[^/])\.[^./]*$/, ''))
  const folder = /^(.+)\/(?:_?index|readme)$/.exec(bare)?.[1]
  return folder === undefined ? [key(path), bare] : [key(path), bare, folder]
}

/** `..` above the top stays at the top. */
export function joined(folder: string, target: string): string {
  const segments = target.startsWith('/') || folder === '' ? [] : folder.split('/')
  for (const segment of target.split('/'))
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  return segments.join('/')
}
