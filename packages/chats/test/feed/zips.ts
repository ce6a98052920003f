import { crc32, deflateRawSync } from 'node:zlib'

export interface Zipped {
  readonly name: string
  readonly text: string | Uint8Array
  readonly isStored?: boolean
  readonly isEncrypted?: boolean
  /** Of another compression than is known. */
  readonly method?: number
  /** What the archive says of it, when that is not true. */
  readonly says?: { readonly crc?: number; readonly length?: number }
  /** What stands in the place of the packed bytes. */
  readonly packed?: Uint8Array
}

/** A ZIP archive, byte by byte: those of hostile people cannot be had from a library. */
export function zipOf(files: readonly Zipped[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const { packed, fields } = packedOf(file)
    const name = Buffer.from(file.name)
    const local = Buffer.concat([words(0x04034b50, 4), words(20, 2), fields, words(name.length, 2), words(0, 2), name])
    directory.push(
      Buffer.concat([words(0x02014b50, 4), words(20, 2), words(20, 2), fields, words(name.length, 2)]),
      Buffer.concat([words(0, 12), words(offset, 4), name]),
    )
    locals.push(local, packed)
    offset += local.length + packed.length
  }
  const central = Buffer.concat(directory)
  const count = words(files.length, 2)
  const end = [words(0x06054b50, 4), words(0, 4), count, count, words(central.length, 4), words(offset, 4), words(0, 2)]
  return Buffer.concat([...locals, central, ...end])
}

function packedOf({ text, isStored, isEncrypted, method, says, packed }: Zipped) {
  const bytes = Buffer.from(text)
  const own = packed ? Buffer.from(packed) : isStored ? bytes : deflateRawSync(bytes)
  const fields = Buffer.concat([
    words(isEncrypted ? 0x801 : 0x800, 2),
    words(method ?? (isStored ? 0 : 8), 2),
    words(0, 4),
    words(says?.crc ?? crc32(bytes), 4),
    words(own.length, 4),
    words(says?.length ?? bytes.length, 4),
  ])
  return { packed: own, fields }
}

function words(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  if (bytes > 6) return buffer
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}
