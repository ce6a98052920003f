import { counted } from '@wuku/kernel/base/counted'
import { write } from 'node:fs'
import type { LogLine } from '../http/server.ts'
import { orAfter } from '../bell.ts'

type NewLine = Omit<LogLine, 'time'> & Partial<Pick<LogLine, 'time'>>

export interface Log {
  write(line: NewLine): void
  /** Writes what still waits, or gives up after a moment. */
  close(): Promise<void>
}

/** Bytes queued for a reader that does not read: further lines are dropped. */
const MAX_WAITING = 4 * 1024 * 1024
const TRY_AGAIN_MS = 50
const CLOSE_MS = 500

/**
 * Lines of JSON, written in the background: on a pipe without a reader the streams of Node would block the server.
 * Lines that arrive during a write go with the next one.
 */
export function openLog(fd: number, now: () => number): Log {
  let waiting = ''
  let left = 0
  let writing: Promise<void> | undefined
  const flush = async (): Promise<void> => {
    while (waiting !== '') {
      const text = waiting
      waiting = ''
      await writeAll(fd, Buffer.from(text))
    }
    writing = undefined
  }
  const add = (line: NewLine): void => {
    waiting += `${JSON.stringify({ time: new Date(now()).toISOString(), ...line })}\n`
    writing ??= flush()
  }
  return {
    write(line) {
      if (waiting.length > MAX_WAITING) return void left++
      if (left > 0) add({ level: 'warn', msg: `${counted(left, 'line')} left out, because the log was not read` })
      left = 0
      add(line)
    },
    close: () => orAfter(writing, CLOSE_MS),
  }
}

async function writeAll(fd: number, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const written = await writeSome(fd, bytes.subarray(at))
    // A log that cannot be written is no reason to stop answering.
    if (written === undefined) return
    at += written
    if (written === 0) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
  }
}

/** `undefined`: nobody will read it. */
function writeSome(fd: number, bytes: Buffer): Promise<number | undefined> {
  return new Promise((resolve) => {
    write(fd, bytes, (error, written) => {
      if (!error) resolve(written)
      else resolve(error.code === 'EAGAIN' ? 0 : undefined)
    })
  })
}
