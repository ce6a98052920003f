import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { GB, tooMuch } from '../download-counter.ts'

/** An entry of an archive. Either `read` is called before the next one is asked for, or its bytes are passed over. */
export interface Packed {
  /** Without the folder that holds everything; as it was packed where there is none. */
  readonly path: string
  readonly type: 'file' | 'link' | 'folder' | 'other'
  readonly bytes: number
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number
  read(): Promise<Uint8Array>
}

/**
 * The entries of a tarball as they come: no more than one file is in memory. Throws when it ends too early, whatever was
 * given out before.
 */
export async function* unpack(
  body: AsyncIterable<Uint8Array>,
  { signal, unpackedBytes }: { readonly signal: AbortSignal; readonly unpackedBytes: number },
): AsyncGenerator<Packed, void> {
  const entries = extract()
  const stopped = new AbortController()
  const running = pipeline(Readable.from(bounded(unzipped(body), unpackedBytes)), entries, {
    signal: AbortSignal.any([signal, stopped.signal]),
  })
  /** It is awaited below; until then its failure shows where entries are read. */
  running.catch(() => {})
  try {
    for await (const entry of entries) {
      const packed = toPacked(entry)
      if (packed) yield packed
      entry.resume()
    }
    await running
  } finally {
    stopped.abort()
  }
}

/** Also what belongs to no entry, such as the zeros behind the last one. */
async function* bounded(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array, void> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooMuch(`${maxBytes / GB} GB`)
    yield chunk
  }
}

/** Some servers say that the packing is an encoding: then it is off by now. */
async function* unzipped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const chunks = body[Symbol.asyncIterator]()
  const first = await firstOf(chunks)
  const all = Readable.from(continued(first, chunks))
  if (first[0] !== 0x1f || first[1] !== 0x8b) return yield* all
  const gunzip = createGunzip()
  const running = pipeline(all, gunzip)
  // As above: reading `gunzip` fails with it.
  running.catch(() => {})
  yield* gunzip
  await running
}

async function firstOf(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let first: Uint8Array = new Uint8Array()
  while (first.length < 2) {
    const next = await chunks.next()
    if (next.done) break
    first = Buffer.concat([first, next.value])
  }
  return first
}

async function* continued(first: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    if (first.length > 0) yield first
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  } finally {
    await chunks.return?.()
  }
}

function toPacked(entry: AsyncIterable<unknown> & { readonly header: Header }): Packed | undefined {
  const { name, type, size, mtime } = entry.header
  const path = withoutRoot(name)
  if (path === undefined) return undefined
  return {
    path,
    type: types.get(type) ?? 'other',
    bytes: size,
    modifiedAt: mtime.getTime(),
    async read() {
      const parts: Uint8Array[] = []
      for await (const part of entry) if (part instanceof Uint8Array) parts.push(part)
      return Buffer.concat(parts)
    },
  }
}

const types: ReadonlyMap<string, Packed['type']> = new Map([
  ['file', 'file'],
  ['contiguous-file', 'file'],
  ['link', 'link'],
  ['symlink', 'link'],
  ['directory', 'folder'],
])

/** Only a plain first segment is the folder: what climbs out of it or begins at the top stays as it is, to be refused. */
function withoutRoot(name: string): string | undefined {
  const path = name.replace(/^(?:\.\/)+/, '')
  const [, root, rest] = /^([^/]+)\/(.*)$/s.exec(path) ?? []
  if (root === undefined || root === '..' || rest === undefined) return path.includes('/') ? path : undefined
  return rest === '' ? undefined : rest
}
