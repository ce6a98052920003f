import { computed, onScopeDispose, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { useRefreshed } from '../ui/use-refreshed.ts'
import { FILES_OF_PAGE, foldersAbove, listFiles, nameOf, type ListedFile, type ListedFolder } from './files.ts'

interface Row {
  readonly key: string
  readonly path: string
  readonly name: string
  /** 1 at the top. */
  readonly level: number
}
export interface FolderRow extends Row {
  readonly type: 'folder'
  /** Files anywhere below. */
  readonly files: number
  readonly isOpen: boolean
}
export interface FileRow extends Row {
  readonly type: 'file'
  readonly file: ListedFile
}
/** A row that was not asked for yet. */
export interface WaitingRow extends Row {
  readonly type: 'wait'
  readonly under: string
  readonly page: number
}
export type TreeRow = FolderRow | FileRow | WaitingRow

/** What is known of a folder that was opened. */
interface Branch {
  readonly folders: readonly ListedFolder[]
  readonly total: number
  readonly pages: ReadonlyMap<number, readonly ListedFile[]>
}

export interface FileTree {
  readonly rows: ComputedRef<readonly TreeRow[]>
  readonly error: ShallowRef<unknown>
  readonly isFirstLoading: ComputedRef<boolean>
  toggle(path: string): void
  want(from: number, to: number): void
  refresh(): void
}

/**
 * The files of a source, folder by folder: a folder is asked for when it is opened, and its files as far as somebody looks
 * at them. `shown` is the path of the page: the folders above it are open.
 */
export function useFileTree(source: () => string, shown: () => string): FileTree {
  const open = shallowRef<ReadonlySet<string>>(new Set())
  const { branches, error, load, forget, reload } = useBranches(source)
  let range: readonly [number, number] = [0, 0]
  const rows = computed(() => [...rowsUnder('', 1, open.value, branches.value)])

  function reveal(): void {
    const above = foldersAbove(shown()).filter((path) => !open.value.has(path))
    if (above.length > 0) open.value = new Set([...open.value, ...above])
    for (const path of ['', ...open.value]) void load(path, 0)
  }

  function toggle(path: string): void {
    const next = new Set(open.value)
    if (!next.delete(path)) next.add(path)
    open.value = next
    if (next.has(path)) void load(path, 0)
  }

  function want(from: number, to: number): void {
    range = [from, to]
    for (const row of rows.value.slice(from, to + 1)) if (row.type === 'wait') void load(row.under, row.page)
  }

  function refresh(): void {
    const seen = new Set(rows.value.slice(range[0], range[1] + 1).map(({ path }) => path))
    reload(open.value, (files) => files.some(({ path }) => seen.has(path)))
  }

  watch(
    source,
    () => {
      open.value = new Set()
      forget()
      reveal()
    },
    { immediate: true },
  )
  watch(shown, reveal)
  useRefreshed(['sources'], refresh)
  const isFirstLoading = computed(() => !branches.value.has('') && error.value === undefined)
  return { rows, error, isFirstLoading, toggle, want, refresh }
}

interface Branches {
  readonly branches: ShallowRef<ReadonlyMap<string, Branch>>
  readonly error: ShallowRef<unknown>
  load(under: string, page: number): Promise<void>
  forget(): void
  /** The old rows stay until the new ones are there; pages that nobody sees are asked for when somebody does. */
  reload(open: ReadonlySet<string>, isSeen: (files: readonly ListedFile[]) => boolean): void
}

/** Folders that were asked for, page by page, each once. */
function useBranches(source: () => string): Branches {
  const branches = shallowRef<ReadonlyMap<string, Branch>>(new Map())
  const error = shallowRef<unknown>()
  const asked = new Set<string>()
  let round = new AbortController()

  async function load(under: string, page: number): Promise<void> {
    const { signal } = round
    const key = `${page} ${under}`
    if (asked.has(key)) return
    asked.add(key)
    try {
      const { folders, files, total } = await listFiles({ source: source(), under, page }, signal)
      if (signal.aborted) return
      const pages = new Map(branches.value.get(under)?.pages).set(page, files)
      branches.value = new Map(branches.value).set(under, { folders, total, pages })
      error.value = undefined
    } catch (problem) {
      if (signal.aborted) return
      asked.delete(key)
      error.value = problem
    }
  }

  function beginAnew(): void {
    round.abort()
    round = new AbortController()
    asked.clear()
  }

  function reload(open: ReadonlySet<string>, isSeen: (files: readonly ListedFile[]) => boolean): void {
    beginAnew()
    const kept = ({ pages }: Branch): Branch['pages'] =>
      new Map([...pages].filter(([page, files]) => page === 0 || isSeen(files)))
    branches.value = new Map([...branches.value].map(([under, branch]) => [under, { ...branch, pages: kept(branch) }]))
    const shown = [...branches.value].filter(([under]) => under === '' || open.has(under))
    for (const [under, { pages }] of shown) for (const page of pages.keys()) void load(under, page)
    if (!branches.value.has('')) void load('', 0)
  }

  onScopeDispose(() => round.abort())
  const forget = (): void => {
    beginAnew()
    branches.value = new Map()
  }
  return { branches, error, load, forget, reload }
}

function* rowsUnder(
  under: string,
  level: number,
  open: ReadonlySet<string>,
  branches: ReadonlyMap<string, Branch>,
): Generator<TreeRow> {
  const branch = branches.get(under)
  if (!branch) {
    if (level > 1) yield waiting(under, level, 0)
    return
  }
  for (const { path, files } of branch.folders) {
    // Commits lie there, as documents of the index: they have pages of their own.
    if (path === '.git') continue
    const isOpen = open.has(path)
    yield { type: 'folder', key: `${path}/`, path, name: nameOf(path), level, files, isOpen }
    if (isOpen) yield* rowsUnder(path, level + 1, open, branches)
  }
  for (let at = 0; at < branch.total; at++) {
    const file = branch.pages.get(Math.floor(at / FILES_OF_PAGE))?.[at % FILES_OF_PAGE]
    if (file) yield { type: 'file', key: file.path, path: file.path, name: nameOf(file.path), level, file }
    else yield waiting(under, level, at)
  }
}

const waiting = (under: string, level: number, at: number): WaitingRow => ({
  type: 'wait',
  key: `${under}/ ${at}`,
  path: under,
  name: '',
  level,
  under,
  page: Math.floor(at / FILES_OF_PAGE),
})
