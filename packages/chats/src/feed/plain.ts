import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { ContainerFile } from './container.ts'
import { truePlaceOf } from '@wuku/folders/entries'

type Place = Pick<ContainerFile, 'at' | 'bytes'>

const CHUNK = 1024 * 1024

/**
 * The bytes of a file up to the length that it was listed with, a piece at a time, in memory that is used again for the next.
 * Others get their turn between pieces.
 */
export async function* readChunks(file: Place, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const handle = openPlain(file.at)
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK, Math.max(1, file.bytes)))
    for (let at = 0; at < file.bytes;) {
      const count = readSync(handle, buffer, 0, Math.min(buffer.length, file.bytes - at), at)
      if (count === 0) return
      yield buffer.subarray(0, count)
      at += count
      await setImmediate()
      signal?.throwIfAborted()
    }
  } finally {
    closeSync(handle)
  }
}

/** Shorter than asked for when the file is. */
export function readBetween(at: string, start: number, end: number): Buffer {
  const handle = openPlain(at)
  try {
    const bytes = Buffer.allocUnsafeSlow(end - start)
    let filled = 0
    while (filled < bytes.length) {
      const count = readSync(handle, bytes, filled, bytes.length - filled, start + filled)
      if (count === 0) break
      filled += count
    }
    return bytes.subarray(0, filled)
  } finally {
    closeSync(handle)
  }
}

/** All of a short file; `undefined` when there is none, it is longer, or it is not what it seems: a link, a pipe. */
export function textAt(at: string, maxBytes: number): string | undefined {
  try {
    const size = sizeOf(at)
    return size > maxBytes ? undefined : readBetween(at, 0, size).toString()
  } catch {
    return undefined
  }
}

function sizeOf(at: string): number {
  const handle = openPlain(at)
  try {
    return fstatSync(handle).size
  } finally {
    closeSync(handle)
  }
}

/** Neither follows a link nor waits for the other end of a pipe. */
export function openPlain(at: string): number {
  const handle = openSync(at, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  if (truePlaceOf(handle, at) === at && fstatSync(handle).isFile()) return handle
  closeSync(handle)
  throw Object.assign(new Error('Something else took its place.'), { code: 'ENOENT' })
}
