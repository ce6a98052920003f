import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { cancelled, isWukuError } from '@wuku/core/errors'
import { failures } from './hub-failures.ts'
import { headersFor, type Hub, hubAddress, type HubAnswer, type HubFile, type HubModel } from './listing.ts'

export interface Download {
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
export async function download(request: Download): Promise<void> {
  const { file, to } = request
  await mkdir(dirname(to), { recursive: true })
  for (let attempt = 1; ; attempt++) {
    const before = await sizeOf(`${to}.part`)
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
  const headers = {
    ...headersFor(hub),
    'accept-encoding': 'identity',
    ...(start > 0 && { range: `bytes=${start}-` }),
  }
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

interface Place {
  readonly part: string
  readonly start: number
  progress(bytes: number): void
}

async function append(answer: HubAnswer, { part, start, progress }: Place): Promise<number> {
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

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )
