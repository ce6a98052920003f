import type { Asked, Land, LanguageResolver } from './land.ts'
import { moduleRoot, placeBelow } from './modules.ts'
import { nearest, type PathIndex } from './path-index.ts'
import { folderOf, nameOf } from './paths.ts'
import { isUpper, readDotted } from './wanted.ts'

/**
 * Java, Kotlin, Scala: packages are folders and types are files. What is no file may be in any file of its package:
 * then these are the answer, for the caller to look into.
 */
export function createDottedResolver({ paths }: Land): LanguageResolver {
  return {
    resolve: (asked) => {
      const { path, hasType } = readDotted(asked.specifier)
      const places = placesFor(asked, path)
      if (hasType) return typeFiles(paths, asked, places)
      const types = asked.names.filter((name) => isUpper(name))
      const files = types.flatMap((name) =>
        typeFiles(
          paths,
          asked,
          places.map((place) => `${place}/${name}`),
        ),
      )
      if (types.length > 0 && types.length === asked.names.length) return [...new Set(files)]
      const own = packageFiles(paths, places)
      const isThing = asked.names.length === 0 && own.length === 0
      if (isThing && asked.from.language === 'java') return typeFiles(paths, asked, places)
      return [...new Set([...files, ...(isThing ? packageFiles(paths, places.map(folderOf)) : own)])]
    },
  }
}

/** As it is written, below the root of a module that leaves folders out, and within the package of the file. */
function placesFor({ from }: Asked, path: string): readonly string[] {
  const root = moduleRoot(from, '.')
  const parts = path.split('/')
  const below = placeBelow(root, parts)
  const inside =
    from.language === 'scala' && from.module !== null ? [`${from.module.replaceAll('.', '/')}/${path}`] : []
  // Another root of the same module, such as the one of its platform or of what is tested, leaves out as much.
  const other = below === undefined || root?.omitted.length === 0 ? [] : [parts.slice(root?.omitted.length).join('/')]
  return [...(below === undefined ? [] : [below]), path, ...inside, ...other]
}

function typeFiles(paths: PathIndex, { from }: Asked, places: readonly string[]): readonly string[] {
  for (const place of places) {
    const exact = EXTENSIONS.map((extension) => place + extension).filter((path) => paths.has(path))
    if (exact.length > 0) return exact.slice(0, 1)
    const found = place.includes('/') ? EXTENSIONS.flatMap((extension) => paths.endingIn(place + extension)) : []
    if (found.length > 0) return nearest(from.path, found)
  }
  return from.language === 'java' ? [] : packageFiles(paths, places.map(folderOf))
}

const EXTENSIONS = ['.java', '.kt', '.scala', '.kts', '.groovy', '.sc']

/** Of all folders that are the package, since its tests and platforms have one each. */
function packageFiles(paths: PathIndex, places: readonly string[]): readonly string[] {
  const folders = places.filter((place) => place !== '').flatMap((place) => paths.foldersEndingIn(place))
  const files = [...new Set(folders)].flatMap((folder) => paths.filesIn(folder))
  return files.filter((path) => EXTENSIONS.some((extension) => nameOf(path).endsWith(extension))).slice(0, MOST_FILES)
}

const MOST_FILES = 200
