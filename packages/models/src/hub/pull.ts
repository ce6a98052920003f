import { mkdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { modelsFolder } from '../onnx/model-locations.ts'
import { download } from './download.ts'
import { failures } from './hub-failures.ts'
import { type Hub, type HubFile, type HubModel, listNeeded, type ModelRequest } from './listing.ts'

export interface Pull extends ModelRequest {
  readonly hub: Hub
  /** The data folder. */
  readonly home: string
  readonly signal: AbortSignal
  progress(step: PullStep): void
}

export interface PullStep {
  readonly file: string
  /** Bytes of all that is fetched. */
  readonly done: number
  readonly total: number
}

export interface Pulled {
  readonly folder: string
  readonly commit: string
  /** That had to be fetched. */
  readonly bytes: number
}

/** A model is there whole or not at all: what is fetched lies aside until all of it is there and checked. */
export async function pullModel(pull: Pull): Promise<Pulled> {
  const { hub, home, name, signal, progress } = pull
  const model = await listNeeded(hub, pull, signal)
  const folder = join(modelsFolder(home), ...name.split('/'))
  const known = await readManifest(folder)
  const missing = known?.commit === model.commit ? await missingOf(model.files, folder) : model.files
  const total = missing.reduce((sum, { size }) => sum + size, 0)
  const partialFolder = join(modelsFolder(home), '.partial', `${name.replace('/', '--')}-${model.commit.slice(0, 12)}`)
  await mkdir(partialFolder, { recursive: true, mode: 0o700 })
  await requireSpace(partialFolder, total)
  let before = 0
  for (const file of missing) {
    const reportBytes = (bytes: number): void => progress({ file: file.path, done: before + bytes, total })
    reportBytes(0)
    const to = join(partialFolder, file.path)
    if (!(await isThere(to, file))) await download({ hub, model, file, to, signal, progress: reportBytes })
    before += file.size
  }
  await installFiles({ model, folder, partialFolder, missing, isSame: known?.commit === model.commit })
  return { folder, commit: model.commit, bytes: total }
}

/** Beside the model: which commit its files are of. */
const MANIFEST = '.wuku.json'

interface Manifest {
  readonly commit: string
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    const { commit } = Object(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))) as Partial<Manifest>
    return typeof commit === 'string' ? { commit } : undefined
  } catch {
    return undefined
  }
}

async function missingOf(files: readonly HubFile[], folder: string): Promise<readonly HubFile[]> {
  const there = await Promise.all(files.map((file) => isThere(join(folder, file.path), file)))
  return files.filter((_, at) => !there[at])
}

/** Only what was checked ever bears its whole name. */
const isThere = (path: string, { size }: HubFile): Promise<boolean> =>
  stat(path).then(
    (found) => found.size === size,
    () => false,
  )

/** Room for the model and for what else is written meanwhile. */
async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + 64e6) throw failures.noRoom(folder, bytes, bavail * bsize)
}

interface Installation {
  readonly model: HubModel
  readonly folder: string
  readonly partialFolder: string
  readonly missing: readonly HubFile[]
  readonly isSame: boolean
}

/**
 * Files of the same commit join the existing ones, for example another variant; otherwise the new model replaces the
 * old one.
 */
async function installFiles({ model, folder, partialFolder, missing, isSame }: Installation): Promise<void> {
  await writeFile(join(partialFolder, MANIFEST), `${JSON.stringify({ name: model.name, commit: model.commit })}\n`)
  if (isSame) {
    for (const { path } of missing) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await rename(join(partialFolder, path), join(folder, path))
    }
    return rm(partialFolder, { recursive: true })
  }
  const old = `${partialFolder}.old`
  await mkdir(dirname(folder), { recursive: true })
  // Mostly there is none; one that cannot be moved away refuses the next line.
  await rename(folder, old).catch(() => undefined)
  await rename(partialFolder, folder)
  await rm(old, { recursive: true, force: true })
}
