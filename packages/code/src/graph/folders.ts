import { languageOf } from '../languages/index.ts'
import { roleOf } from '../roles.ts'

/** How many files lie below a folder, by language. */
export interface FolderSummary {
  /** `.` for the top. */
  readonly path: string
  readonly files: number
  readonly languages: Readonly<Record<string, number>>
}

const MAX_FOLDERS = 24

/**
 * The folders with most sources, largest first. If nearly all sources of a folder are in one subfolder, only the
 * subfolder is listed.
 */
export function summariseFolders(paths: readonly string[], limit = MAX_FOLDERS): readonly FolderSummary[] {
  const folders = countFolders(paths)
  const waiting = childrenOf(folders, '').filter((folder) => folder !== '')
  const chosen: string[] = []
  while (chosen.length < limit && waiting.length > 0) {
    const folder = deepestAlike(folders, removeLargest(folders, waiting))
    chosen.push(folder)
    waiting.push(...childrenOf(folders, folder))
  }
  return chosen.map((path) => summaryOf(path, folders))
}

type Folders = ReadonlyMap<string, ReturnType<typeof emptyFolder>>

function countFolders(paths: readonly string[]): Folders {
  const folders = new Map<string, ReturnType<typeof emptyFolder>>()
  for (const path of paths) {
    const language = languageOf(path)?.name
    const isSource = roleOf(path) === 'source'
    let below: string | undefined
    for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
      const name = end < 0 ? '' : path.slice(0, end)
      const folder = folders.get(name) ?? emptyFolder()
      folders.set(name, folder)
      folder.files++
      if (isSource) folder.sources++
      if (language !== undefined) folder.languages.set(language, (folder.languages.get(language) ?? 0) + 1)
      if (below !== undefined) folder.children.add(below)
      below = name
      if (end < 0) break
    }
  }
  return folders
}

const emptyFolder = () => ({ files: 0, sources: 0, languages: new Map<string, number>(), children: new Set<string>() })

const childrenOf = (folders: Folders, folder: string): readonly string[] => [...(folders.get(folder)?.children ?? [])]

function removeLargest(folders: Folders, waiting: string[]): string {
  waiting.sort((one, other) => {
    const [a, b] = [folders.get(one) ?? emptyFolder(), folders.get(other) ?? emptyFolder()]
    return a.sources - b.sources || a.files - b.files || (one < other ? 1 : -1)
  })
  return waiting.pop() ?? ''
}

/** Share of the sources of a folder. */
const NEARLY_ALL = 0.9

function deepestAlike(folders: Folders, folder: string): string {
  const { sources, files } = folders.get(folder) ?? emptyFolder()
  const mainChild = childrenOf(folders, folder).find((child) => {
    const own = folders.get(child) ?? emptyFolder()
    return sources > 0 ? own.sources >= NEARLY_ALL * sources : own.files === files
  })
  return mainChild === undefined ? folder : deepestAlike(folders, mainChild)
}

const MAX_LANGUAGES = 4

function summaryOf(path: string, folders: Folders): FolderSummary {
  const { files = 0, languages = new Map<string, number>() } = folders.get(path) ?? {}
  const ordered = [...languages].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return { path: path === '' ? '.' : path, files, languages: Object.fromEntries(ordered.slice(0, MAX_LANGUAGES)) }
}
