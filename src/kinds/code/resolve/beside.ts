import type { Land, LanguageResolver } from './land.ts'
import { present } from './named.ts'
import { nearest, type PathIndex } from './path-index.ts'
import { folderOf, joinPath, nameOf, within } from './paths.ts'
import { createScriptResolver } from './script.ts'
import { plainSpecifier, shellPath } from './wanted.ts'

/** Languages whose imports are paths of files: beside the file, else wherever the end of the path fits. */

export const createIncludeResolver = ({ paths }: Land): LanguageResolver => ({
  resolve: ({ from, specifier }) => {
    const isAngled = specifier.startsWith('<')
    const path = specifier.replace(/^[<"]|[>"]$/g, '')
    const beside = isAngled ? [] : present(paths, joinPath(folderOf(from.path), path))
    if (beside.length > 0 || path.startsWith('.')) return beside
    const found = paths.endingIn(joinPath('', path) ?? '')
    return nearest(from.path, isAngled && !path.includes('/') ? found.filter(isHeader) : found)
  },
})

/** `<string.h>` is the compiler's, unless a folder of headers has one. */
const isHeader = (path: string): boolean => /^(?:include|inc|headers)$/i.test(nameOf(folderOf(path)))

export const createShellResolver = ({ paths }: Land): LanguageResolver => ({
  resolve: ({ from, specifier }) => {
    const path = shellPath(specifier)
    const beside = present(paths, joinPath(folderOf(from.path), path))
    const end = joinPath('', path.replace(/^(?:\.{0,2}\/)+/, '')) ?? ''
    return beside.length > 0 || end === '' ? beside : nearest(from.path, paths.endingIn(end))
  },
})

/** A style sheet is imported from beside, with or without its extension, Sass's with a low line before its name. */
export function createStyleResolver(land: Land): LanguageResolver {
  const script = createScriptResolver(land)
  return {
    resolve: (asked) => {
      const plain = plainSpecifier(asked.specifier.replace(/^~/, ''))
      if (plain === '' || /^[a-z]+:|^\/\//i.test(plain)) return []
      const beside = joinPath(folderOf(asked.from.path), plain)
      const found = beside === undefined ? undefined : styleAt(land.paths, beside)
      if (found !== undefined) return [found]
      const end = joinPath('', plain.replace(/^[@~#]\//, ''))
      const elsewhere = end?.includes('/') && !plain.startsWith('.') ? land.paths.endingIn(end) : []
      return elsewhere.length > 0 ? nearest(asked.from.path, elsewhere) : script.resolve({ ...asked, specifier: plain })
    },
    aliasesOf: (path) => script.aliasesOf?.(path) ?? [],
  }
}

function styleAt(paths: PathIndex, base: string): string | undefined {
  const partial = within(folderOf(base), `_${nameOf(base)}`)
  const bases = [base, partial, within(base, '_index'), within(base, 'index')]
  return bases.flatMap((each) => ['', ...STYLES].map((extension) => each + extension)).find((path) => paths.has(path))
}

const STYLES = ['.css', '.scss', '.sass', '.less']
