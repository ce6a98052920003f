import { constants } from 'node:fs'
import { open, realpath, type FileHandle } from 'node:fs/promises'
import { sep } from 'node:path'

/** A file as it stands: its bytes, or that they are known. */
export type Standing =
  | {
      readonly is: 'read'
      readonly bytes: Uint8Array
      readonly modifiedAt: number
      readonly validator: string
    }
  | { readonly is: 'known' }

export type Read =
  | Standing
  | { readonly is: 'too large'; readonly bytes: number }
  | { readonly is: 'unreadable'; readonly code: string }

interface ReadRules {
  readonly maxBytes: number
  isKnown(validator: string): boolean
}

/** Links are not followed, and devices not waited for, should one take the place of the file by now. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Size and place are judged of the open file, before a byte is read. */
export async function readInside(base: string, at: string, rules: ReadRules): Promise<Read> {
  let file: FileHandle | undefined
  try {
    file = await open(at, FLAGS)
    return await readOpen(file, { base, at, ...rules })
  } catch (error) {
    return { is: 'unreadable', code: codeOf(error) }
  } finally {
    await file?.close()
  }
}

interface Opened extends ReadRules {
  readonly base: string
  readonly at: string
}

async function readOpen(file: FileHandle, { base, at, maxBytes, isKnown }: Opened): Promise<Read> {
  const stats = await file.stat()
  if (!stats.isFile()) return { is: 'unreadable', code: 'not a plain file' }
  if (!(await placeOf(file, at)).startsWith(base.endsWith(sep) ? base : base + sep))
    return { is: 'unreadable', code: 'moved' }
  if (stats.size > maxBytes) return { is: 'too large', bytes: stats.size }
  const validator = `${stats.size}:${stats.mtimeMs}`
  if (isKnown(validator)) return { is: 'known' }
  const bytes = Buffer.alloc(stats.size)
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return { is: 'read', bytes: bytes.subarray(0, filled), modifiedAt: stats.mtimeMs, validator }
}

/** Linux tells it of the open file itself; elsewhere the path is resolved once more. */
const placeOf = (file: FileHandle, at: string): Promise<string> =>
  realpath(`/proc/self/fd/${file.fd}`).catch(() => realpath(at))

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error'
