import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdCompress } from 'node:zlib'

type Parts = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

export interface Sum {
  readonly bytes: number
  readonly sha256: string
}

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
