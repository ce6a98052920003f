/** A file with its path below what was dropped or chosen. */
export interface FoundFile {
  readonly path: string
  readonly file: File
}

export interface FoundFiles {
  readonly files: readonly FoundFile[]
  /** Hidden files and folders, and those of packages: they hold no documentation. */
  readonly leftOut: readonly string[]
}

const isLeftOut = (name: string): boolean => name.startsWith('.') || name === 'node_modules'

/** Files and folders that were dropped. Entries must be asked for before anything is waited for: the browser forgets them then. */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<FoundFiles> {
  const entries = [...items].flatMap((item) => (item.kind === 'file' ? [item.webkitGetAsEntry()] : []))
  if (entries.length === 0 || entries.includes(null)) return chosen([...files])
  const found: FoundFile[] = []
  const leftOut: string[] = []
  for (const entry of entries) if (entry) await walk(entry, '', { found, leftOut })
  return { files: found, leftOut }
}

interface Walk {
  readonly found: FoundFile[]
  readonly leftOut: string[]
}

async function walk(entry: FileSystemEntry, folder: string, place: Walk): Promise<void> {
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`
  if (isLeftOut(entry.name)) return void place.leftOut.push(entry.isDirectory ? `${path}/` : path)
  if (entry.isFile) return void place.found.push({ path, file: await fileOf(entry as FileSystemFileEntry) })
  for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) await walk(child, path, place)
}

const fileOf = async (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** A reader gives at most a hundred entries at a time, and none at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    all.push(...some)
  }
}

/** Files of a file input; those of a folder bring their path. */
export function chosen(files: readonly File[]): FoundFiles {
  const all = files.map((file) => ({ path: file.webkitRelativePath || file.name, file }))
  const isOut = ({ path }: FoundFile): boolean => path.split('/').some(isLeftOut)
  return { files: all.filter((one) => !isOut(one)), leftOut: all.filter(isOut).map(({ path }) => path) }
}

const MOST_FILES = 100
const MOST_BYTES = 32 * 2 ** 20

/** Requests of a size that any server takes, in order; a large file goes alone. */
export function batchesOf<T extends { readonly size: number }>(files: readonly T[]): readonly (readonly T[])[] {
  const batches: T[][] = []
  let bytes = 0
  for (const file of files) {
    const last = batches.at(-1)
    bytes += file.size
    if (last && last.length < MOST_FILES && bytes <= MOST_BYTES) last.push(file)
    else {
      batches.push([file])
      bytes = file.size
    }
  }
  return batches
}

/** Paths as the server keeps them. */
export const keptPath = (path: string): string =>
  path
    .normalize('NFC')
    .split(/[\\/]+/)
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/')
