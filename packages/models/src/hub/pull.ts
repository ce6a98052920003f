import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, statfs, writeFile, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cancelled, isWukuError } from '@wuku/core/errors'
import { parseObject } from '@wuku/core/lenient-parsing'
import { modelsFolder } from '../onnx/model-locations.ts'
import { failures } from './hub-failures.ts'
import {
  type Hub,
  type HubFile,
  type HubModel,
  listNeeded,
  type ModelRequest,
  headersFor,
  hubAddress,
  type HubAnswer,
} from './listing.ts'

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

/** Its bytes are those that had to be fetched. */
export type Pulled = Awaited<ReturnType<typeof pullModel>>

/** A model is there whole or not at all: what is fetched lies aside until all of it is there and checked. */
export async function pullModel(pull: Pull) {
  const { hub, home, name, signal, progress } = pull
  const model = await listNeeded(hub, pull, signal)
  const folder = join(modelsFolder(home), ...name.split('/'))
  const isSame = (await commitIn(folder)) === model.commit
  const missing = isSame ? await missingOf(model.files, folder) : model.files
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
  await installFiles({ model, folder, partialFolder, missing, isSame })
  return { folder, commit: model.commit, bytes: total }
}

/** Beside the model: which commit its files are of. */
const MANIFEST = '.wuku.json'

async function commitIn(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '')
  return parseObject(text)['commit']
}

async function missingOf(files: readonly HubFile[], folder: string): Promise<readonly HubFile[]> {
  const there = await Promise.all(files.map((file) => isThere(join(folder, file.path), file)))
  return files.filter((_, at) => !there[at])
}

/** Only what was checked ever bears its whole name. */
const isThere = async (path: string, { size }: HubFile): Promise<boolean> => (await sizeOf(path)) === size

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

interface Download {
  readonly hub: Hub
  readonly model: Pick<HubModel, 'name' | 'commit'>
  readonly file: HubFile
  /** Target path; an incomplete file is next to it, as `.part`. */
  readonly to: string
  readonly signal: AbortSignal
  /** Bytes of it that are here. */
  progress(bytes: number): void
}

const ATTEMPTS = 4

/** The result is complete and checked, or absent. An interrupted download is resumed, now and at the next call. */
async function download(request: Download): Promise<void> {
  const { file, to } = request
  await mkdir(dirname(to), { recursive: true })
  for (let attempt = 1; ; attempt++) {
    const before = (await sizeOf(`${to}.part`)) ?? 0
    const got = await goOn(request, before)
    if (request.signal.aborted) throw cancelled()
    if (got === file.size) break
    if (got === before || attempt >= ATTEMPTS) throw failures.brokeOff(file.path, got, file.size)
  }
  if (await isWhatItShouldBe(`${to}.part`, file)) return rename(`${to}.part`, to)
  await rm(`${to}.part`)
  throw failures.changed(file.path)
}

/** One request; the bytes that are here after it. */
async function goOn({ hub, model, file, to, signal, progress }: Download, here: number): Promise<number> {
  const part = `${to}.part`
  if (here > file.size) await rm(part)
  const start = here > file.size ? 0 : here
  if (start === file.size && file.size > 0) return start
  const url = hubAddress(hub, `${model.name}/resolve/${model.commit}/${file.path}`)
  const headers = { ...headersFor(hub), 'accept-encoding': 'identity', ...(start > 0 && { range: `bytes=${start}-` }) }
  const answer = await hub.http.get(url, { signal, headers, maxBytes: file.size + 1 })
  if (answer.status !== 200 && answer.status !== 206) {
    answer.drop()
    throw failures.refused(model.name, answer.status, url.host)
  }
  return append(answer, { part, start: answer.status === 206 ? startOf(answer, start) : 0, progress })
}

/** A server may give from elsewhere than was asked; then it is written there. */
const startOf = (answer: HubAnswer, requestedStart: number): number =>
  Math.min(requestedStart, Number(/^bytes (\d+)-/.exec(answer.header('content-range') ?? '')?.[1] ?? requestedStart))

async function append(
  answer: HubAnswer,
  { part, start, progress }: { readonly part: string; readonly start: number; progress(bytes: number): void },
): Promise<number> {
  const handle = await open(part, start === 0 ? 'w' : 'r+')
  let at = start
  try {
    await handle.truncate(start)
    for await (const bytes of answer.body) {
      await handle.write(bytes, 0, bytes.length, at)
      at += bytes.length
      progress(at)
    }
    await handle.sync()
  } catch (error) {
    // A broken connection is resumed; other errors of ours, such as a stop by the user, are passed on.
    if (isWukuError(error) && error.code !== 'fetch-failed') throw error
    if (isOfDisk(error)) throw error
  } finally {
    await handle.close()
  }
  return at
}

const isOfDisk = (error: unknown): boolean =>
  ['ENOSPC', 'EIO', 'EDQUOT', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')

async function isWhatItShouldBe(path: string, { sha256, blob, size }: HubFile): Promise<boolean> {
  if (sha256 !== undefined) return (await hashOf(path, createHash('sha256'))) === sha256.toLowerCase()
  if (blob === undefined) return true
  // Git's name for a file: its hash behind a head with its length.
  return (await hashOf(path, createHash('sha1').update(`blob ${size}\0`))) === blob.toLowerCase()
}

async function hashOf(path: string, hash: Hash): Promise<string> {
  for await (const bytes of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(bytes as Uint8Array)
  return hash.digest('hex')
}

/** `undefined` where there is nothing. */
const sizeOf = async (path: string): Promise<number | undefined> => (await stat(path).catch(() => undefined))?.size
