import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/instances'
import type { BlobFacts, Blobs } from '@wuku/core/ports/blobs'
import { placeOfFolder, placeOfKey, TEMPORARY, decodeName, CONTINUED } from './blob-file-names.ts'
import { makeFolder } from '@wuku/store-sql/make-folder'
import { codeOf } from '@wuku/core/environment'
import { compareTexts } from '@wuku/core/list-helpers'

/** Originals as files of a folder that nobody else reads. The folder is made with the first of them. */
export function openLocalBlobs(folder: string): Blobs {
  const at = (key: string): string => join(folder, placeOfKey(key))
  return {
    put: async (key, bytes) => put(folder, { key, at: at(key) }, bytes),
    sync: (keys) => syncAll(folder, keys.map(at)),
    get: (key) => unlessGone(async () => new Uint8Array(await readFile(at(key)))),
    facts: (key) => unlessGone(() => factsOf(key, at(key))),
    async *list(prefix) {
      for await (const found of listBelow(folder, prefix === '' ? '' : placeOfFolder(prefix))) {
        const facts = await unlessGone(() => factsOf(found.key, found.at))
        if (facts) yield facts
      }
    },
    async delete(key) {
      await rm(at(key), { force: true }).catch(ignoring('ENOTDIR', 'ERR_FS_EISDIR', 'EISDIR', 'EPERM'))
      await tidyAbove(folder, placeOfKey(key))
    },
    async deleteUnder(prefix) {
      await rm(join(folder, placeOfFolder(prefix)), { recursive: true, force: true })
      await tidyAbove(folder, placeOfFolder(prefix))
      await sweep(join(folder, TEMPORARY))
    },
  }
}

interface Target {
  readonly key: string
  readonly at: string
}

const FILE_MODE = 0o600
/** A folder that was just made can be tidied away again before the file is in it. */
const ATTEMPTS = 5

/** Written aside and then moved to its place, so that a reader sees the old bytes or the new ones. */
async function put(folder: string, { key, at }: Target, bytes: Uint8Array): Promise<void> {
  const temporaryPath = join(folder, TEMPORARY, randomUUID())
  await makeFolder(dirname(temporaryPath))
  try {
    await writeFile(temporaryPath, bytes, { flag: 'wx', mode: FILE_MODE })
    await moveTo(temporaryPath, at)
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw CLASHES.has(codeOf(error)) ? clash(key, error) : FULL.has(codeOf(error)) ? isFull(folder, error) : error
  }
}

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

const isFull = (folder: string, cause: unknown) => new WukuError('store-full', msg('isFull', { folder }), { cause })

async function moveTo(temporaryPath: string, at: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await makeFolder(dirname(at))
      return await rename(temporaryPath, at)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === ATTEMPTS) throw error
    }
  }
}

/** Files that wait for the disk at once: it writes their common log once for many. */
const SYNCED_AT_ONCE = 16

/** First the bytes, then the folders with their names, up to the one that holds all. */
async function syncAll(folder: string, files: readonly string[]): Promise<void> {
  const folders = new Set<string>()
  for (const file of files)
    for (let above = dirname(file); above.length >= folder.length && !folders.has(above); above = dirname(above))
      folders.add(above)
  await syncEach(files, 'r+')
  // Windows opens no folders.
  if (process.platform !== 'win32') await syncEach([...folders], 'r')
}

async function syncEach(places: readonly string[], flags: string): Promise<void> {
  const left = [...places]
  const syncNext = async (): Promise<void> => {
    for (let place = left.pop(); place !== undefined; place = left.pop()) await syncPlace(place, flags)
  }
  await Promise.all(Array.from({ length: SYNCED_AT_ONCE }, syncNext))
}

async function syncPlace(place: string, flags: string): Promise<void> {
  const handle = await unlessGone(() => open(place, flags))
  await handle?.sync().finally(() => handle.close())
}

async function factsOf(key: string, at: string): Promise<BlobFacts> {
  const stats = await stat(at, { bigint: true })
  if (!stats.isFile()) throw Object.assign(new Error('no file'), { code: 'ENOENT' })
  const stamp = `${stats.size}:${stats.mtimeNs}:${stats.ino}`
  return { key, bytes: Number(stats.size), stamp, modifiedAt: Number(stats.mtimeMs) }
}

const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (GONE.has(codeOf(error))) return undefined
    throw error
  }
}

const ignoring =
  (...codes: readonly string[]) =>
  (error: unknown): void => {
    if (!codes.includes(codeOf(error))) throw error
  }

/** Empty folders above what was taken away; the first that is not empty ends it. */
async function tidyAbove(folder: string, place: string): Promise<void> {
  for (let above = dirname(place); above !== '.'; above = dirname(above))
    try {
      await rmdir(join(folder, above))
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') return
    }
}

const A_DAY = 24 * 60 * 60 * 1000

/** Removes temporary files of killed processes. A younger file may be one that is being written. */
async function sweep(temporaryPath: string): Promise<void> {
  for (const name of await readdir(temporaryPath).catch(() => [])) {
    const stats = await unlessGone(() => stat(join(temporaryPath, name)))
    if (stats && Date.now() - stats.mtimeMs > A_DAY) await rm(join(temporaryPath, name), { force: true })
  }
}

const CLASHES: ReadonlySet<string> = new Set(['EISDIR', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY'])

const clash = (key: string, cause: unknown): WukuError =>
  new WukuError('conflict', msg('clash', { key: key.slice(0, 200) }), { cause })

/** Files in the order of keys, with one folder's names in memory at a time. */
async function* listBelow(folder: string, place: string): AsyncGenerator<Target, void> {
  const names = place === '' ? [] : place.split(sep).map(readName)
  yield* listFolder(join(folder, place), names.map((each) => each?.shown ?? '').join(''))
}

async function* listFolder(at: string, prefix: string): AsyncGenerator<Target, void> {
  const entries = await unlessGone(() => readdir(at, { withFileTypes: true }))
  const named = (entries ?? []).flatMap((entry) => {
    const name = readName(entry.name)
    const isFolder = entry.isDirectory()
    return name && (isFolder || entry.isFile())
      ? [{ isFolder, at: join(at, entry.name), key: prefix + (isFolder ? name.shown : name.text) }]
      : []
  })
  // A `/` behind the name of a folder gives the order that the whole keys have.
  for (const each of named.toSorted((a, b) => compareTexts(a.key, b.key))) {
    if (each.isFolder) yield* listFolder(each.at, each.key)
    else yield each
  }
}

function readName(name: string): { readonly text: string; readonly shown: string } | undefined {
  const isContinued = name.endsWith(CONTINUED)
  const text = decodeName(isContinued ? name.slice(0, -CONTINUED.length) : name)
  return text === undefined ? undefined : { text, shown: isContinued ? text : `${text}/` }
}
