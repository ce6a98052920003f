import type { LibraryVersion } from '../../../ports/libraries.ts'
import type { StoreView } from '../../../ports/store.ts'
import type { DocOutline } from '../snippets.ts'

/** Pages that say what a library is. */
const FIRST_PAGE = /(?:^|\/)(?:readme|index|introduction|intro|overview|getting-started)\.[^/.]+$/i
const LOOKED_AT = 8
/** Further down, a first page is that of a chapter. */
const DEEPEST = 2

/** What the first page of a version says that the library is; empty when it says nothing. */
export async function describeByPages({ source }: Pick<LibraryVersion, 'source'>, view: StoreView): Promise<string> {
  const names = await view.names({ sources: [source] })
  const first = names
    .filter(({ path }) => FIRST_PAGE.test(path) && depthOf(path) <= DEEPEST)
    .toSorted((a, b) => depthOf(a.path) - depthOf(b.path) || (a.path < b.path ? -1 : 1))
    .slice(0, LOOKED_AT)
  const outlines = await view.outlines(first.map(({ id }) => id))
  for (const { id } of first) {
    const outline = outlines.get(id) as DocOutline | undefined
    const said = outline?.snippets.find(({ description }) => /^[\p{L}\p{N}"“「『《]/u.test(description))?.description
    if (said !== undefined) return said
  }
  return ''
}

const depthOf = (path: string): number => path.split('/').length
