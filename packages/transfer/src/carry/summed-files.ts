import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { createZstdCompress } from 'node:zlib'
import { z } from 'zod'
import { makeFolder } from '@wuku/store-sql/make-folder'

type Parts = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** A file of a folder, with the bytes that it must have. */
export const summedFile = z.object({
  /** `/`-separated, in the folder. */
  path: z.string(),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type SummedFile = Readonly<z.output<typeof summedFile>>

type Sum = Omit<SummedFile, 'path'>

export async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** With zstd; the stream ends with the error of the parts. */
export const compress = (parts: AsyncIterable<Buffer>, params: Readonly<Record<number, number>>) =>
  pipeline(parts, createZstdCompress({ params }), () => {}) as AsyncIterable<Uint8Array>

/** A new file, mostly of the user alone, on the disk when this answers. */
export async function writeAt(at: string, parts: Parts, mode = 0o600): Promise<Sum> {
  const file = await open(at, 'wx', mode)
  try {
    const sum = await sumOf(parts, async (part) => void (await file.writeFile(part)))
    await file.sync()
    return sum
  } finally {
    await file.close()
  }
}

/** Bytes and SHA-256 of what comes by, each part handed on first. */
export async function sumOf(parts: Parts, each: (part: Uint8Array) => Promise<void> = async () => {}): Promise<Sum> {
  const hash = createHash('sha256')
  let count = 0
  for await (const written of parts) {
    const part = typeof written === 'string' ? Buffer.from(written) : written
    await each(part)
    hash.update(part)
    count += part.length
  }
  return { bytes: count, sha256: hash.digest('hex') }
}

/** Names all other files of its folder with their hashes. */
export const MANIFEST = 'manifest.json'

/** A folder that is written under another name, so that half of it is never taken for the whole. */
export async function openDraftFolder(draft: string) {
  await makeFolder(draft)
  const placeOf = async (path: string): Promise<string> => {
    const at = join(draft, path)
    await makeFolder(dirname(at))
    return at
  }
  return {
    placeOf,
    async write(path: string, parts: Parts): Promise<SummedFile> {
      return { path, ...(await writeAt(await placeOf(path), parts)) }
    },
    /** Names it, with the manifest as its last file. */
    async finish(folder: string, manifest: string, beforeNaming = async (): Promise<void> => {}): Promise<void> {
      await writeAt(join(draft, MANIFEST), [manifest])
      await beforeNaming()
      await rename(draft, folder)
    },
    abandon: () => rm(draft, { recursive: true, force: true }),
  }
}
