import { createReadStream, fstatSync } from 'node:fs'
import { createZstdDecompress } from 'node:zlib'
import { WukuError } from '../../../core/errors.ts'
import { openPlain } from './plain.ts'

/** More than any conversation has; what unpacks to more is damaged, or made to fill a disk. */
const MOST_BYTES = 4 * 1024 ** 3
/** Text packs to a tenth, the most boring of it to a hundredth. */
const MOST_RATIO = 2_000
/** Under this the ratio says nothing: short files of one repeated line. */
const SMALL_BYTES = 64 * 1024 * 1024

/** The bytes that a file of Zstandard holds, as they come. */
export async function* unpack(at: string): AsyncGenerator<Buffer> {
  const fd = openPlain(at)
  const packed = fstatSync(fd).size
  const source = createReadStream('', { fd })
  const stream = source.on('error', (error) => stream.destroy(error)).pipe(createZstdDecompress())
  let bytes = 0
  try {
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > MOST_BYTES || (bytes > SMALL_BYTES && bytes > packed * MOST_RATIO)) throw tooMuch(bytes)
      yield chunk
    }
  } finally {
    source.destroy()
    stream.destroy()
  }
}

const tooMuch = (bytes: number): WukuError =>
  new WukuError(
    'too-large',
    `It unpacks to more than ${Math.round(bytes / 1024 ** 2)} MB, too much for its size.`,
    'Leave it out with --exclude.',
  )

/** Reads stretches of what a file unpacks to, cheaply as long as they are asked for in order. */
export interface Unpacking {
  between(start: number, end: number): Promise<Buffer>
  close(): Promise<void>
}

export function startUnpacking(at: string): Unpacking {
  let chunks = unpack(at)
  let position = 0
  let rest: Buffer = Buffer.alloc(0)
  const close = async (): Promise<void> => void (await chunks.return(undefined))
  const next = async (): Promise<boolean> => {
    const { value, done } = await chunks.next()
    if (done === true) return false
    rest = value
    return true
  }
  const between = async (start: number, end: number): Promise<Buffer> => {
    if (start < position) {
      await close()
      ;[chunks, position, rest] = [unpack(at), 0, Buffer.alloc(0)]
    }
    const taken: Buffer[] = []
    while (position < end) {
      if (rest.length === 0 && !(await next())) break
      const step = Math.min(rest.length, (position < start ? start : end) - position)
      if (position >= start) taken.push(rest.subarray(0, step))
      rest = rest.subarray(step)
      position += step
    }
    return Buffer.concat(taken)
  }
  return { between, close }
}
