import type { LibraryVersion } from '../../../ports/libraries.ts'
import type { DocumentName, StoreView } from '../../../ports/store.ts'
import { describe } from '../reading/describe.ts'
import { dissect } from '../reading/dissect.ts'

/** Pages that say what a library is, where they lie at the top of all: further down such a page is that of a chapter. */
const FIRST_PAGES = [
  /^readme\.[^/.]+$/i,
  /^(?:llms(?:-full)?\.txt|index\.[^/.]+|introduction\.[^/.]+|overview\.[^/.]+)$/i,
]
const LOOKED_AT = 4
/** As much of a page as may hold its summary. */
const TOP_CHARS = 4_000

/** What the first page of a version says that the library is; empty when it says nothing. Any other sentence would mislead. */
export async function describeByPages({ source }: Pick<LibraryVersion, 'source'>, view: StoreView): Promise<string> {
  const names = await view.names({ sources: [source] })
  const top = topOf(names.map(({ path }) => path))
  for (const { id } of FIRST_PAGES.flatMap((page) => pagesAt(top, page, names)).slice(0, LOOKED_AT)) {
    const said = summaryOf((await view.bodies([id])).get(id) ?? '')
    if (said !== '') return said
  }
  return ''
}

const pagesAt = (top: string, page: RegExp, names: readonly DocumentName[]): readonly DocumentName[] =>
  names
    .filter(({ path }) => path.startsWith(top) && page.test(path.slice(top.length)))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))

/** The folder that holds everything: of `src/guide/a.md` and `src/api/b.md` it is `src/`. */
function topOf([first = '', ...others]: readonly string[]): string {
  let top = first.slice(0, first.lastIndexOf('/') + 1)
  for (const path of others) while (!path.startsWith(top)) top = top.slice(0, top.slice(0, -1).lastIndexOf('/') + 1)
  return top
}

/** The first sentence below its first heading, before the next one. */
function summaryOf(text: string): string {
  const body = text.slice(0, TOP_CHARS).replace(/^\s*#{1,6}[^\n]*\n/, '')
  const next = body.search(/^#{1,6}\s/m)
  const { prose } = dissect(next < 0 ? body : body.slice(0, next))
  const said = describe({ fences: [], tableHeads: [], prose: withoutMarks(prose), lead: 0 })
  return /^[\p{L}\p{N}"“「『《]/u.test(said) ? said : ''
}

/** Badges, pictures and rows of links say nothing. */
const withoutMarks = (prose: string): string =>
  prose
    .split('\n')
    .filter((line) => !/^\s*(?:\[?!\[|\[[^\]]*\]\([^)]*\)\s*(?:[|·•]|$)|<[^>]*>\s*$|[-*_]{3,}\s*$)/.test(line))
    .join('\n')
