import { withoutHidden } from '@wuku/text/show/hidden-characters'

/** Characters of one title in a path; some services have titles as long as a text. */
const MAX_TITLE = 120

/**
 * The path of a page by the titles above it and its own: one segment each. Signs that paths use themselves become ones that
 * look like them, and hidden characters go. Titles are cut by characters, never within one.
 */
export const titlePath = (titles: readonly string[]): string => titles.map(segmentOf).join('/')

function segmentOf(title: string): string {
  const line = withoutHidden(title, () => '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const plain = line.replaceAll('/', '∕').replaceAll('\\', '∖').replaceAll('#', '＃').replace(/^\.+$/, '…')
  const cut = [...plain].slice(0, MAX_TITLE).join('').trim()
  return cut === '' ? 'untitled' : cut
}

/** Pages that would have the same path have their number behind it. */
export function distinctPaths(pages: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const counts = Map.groupBy(pages.values(), (path) => path.toLowerCase())
  return new Map(
    [...pages].map(([id, path]) => {
      const isAlone = (counts.get(path.toLowerCase())?.length ?? 0) < 2
      return [id, isAlone ? path : `${path} (${id.slice(id.indexOf('/') + 1)})`]
    }),
  )
}
