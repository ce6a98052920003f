import { hash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@wuku/core/ports/clock'
import { isWukuError } from '@wuku/core/errors'
import { parseJson } from '@wuku/core/lenient-parsing'

/** Name of this process by which other processes on this machine recognise it. */
export const newOwner = (): string => JSON.stringify([machine(), process.pid, randomUUID()])

/**
 * One name for all processes with one numbering. Copies of one image are machines of one name, and each container counts from
 * 1: on Linux the start of the machine and its list of processes belong to the name.
 */
const machine = (): string =>
  [hostname(), readQuietly(() => readFileSync(BOOT_ID, 'utf8').trim()), readQuietly(() => readlinkSync(PROCESSES))]
    .join(' ')
    .trim()
const BOOT_ID = '/proc/sys/kernel/random/boot_id'
const PROCESSES = '/proc/self/ns/pid'

function readQuietly(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/** Only what this machine can know: the process of another machine may run on. */
export function hasEnded(owner: string): boolean {
  const [host, pid] = readOwner(owner)
  return host === machine() && typeof pid === 'number' && !isRunning(pid)
}

function readOwner(owner: string): readonly unknown[] {
  const read = parseJson(owner)
  return Array.isArray(read) ? read : []
}

/** A name with this process in it, for what is only begun: others recognise the half of a killed one. */
export const ownedName = (before: string, after = ''): string =>
  `${before}${shortMachine()}-${process.pid}-${randomUUID().slice(0, 8)}${after}`

/** File names end at 255 bytes. */
const shortMachine = (): string => hash('sha256', machine(), 'hex').slice(0, 12)

/** Whether such a name is left of a process of this machine that has ended. */
export function isLeft(name: string, before: string, after = ''): boolean {
  if (!name.startsWith(before) || !name.endsWith(after)) return false
  const [, on, pid] =
    /^([0-9a-f]{12})-(\d+)-[0-9a-f]{8}$/.exec(name.slice(before.length, name.length - after.length)) ?? []
  return on === shortMachine() && !isRunning(Number(pid))
}

export async function sweepLeft(folder: string, before: string, after = ''): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (isLeft(name, before, after)) await rm(join(folder, name), { recursive: true, force: true })
}

/** Signal 0 is not delivered; a process of another user refuses it, and so is there. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export const systemClock: Clock = {
  now: () => Date.now(),
  /** An aborted sleep ends early: the caller checks the signal afterwards. */
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
  every(milliseconds, work) {
    const timer = setInterval(work, milliseconds).unref()
    return () => clearInterval(timer)
  },
}

/** Standard output belongs to answers and to the protocol. */
export const warn = (message: string, error: unknown): void => console.error(`wuku: ${message}: ${explained(error)}`)

const explained = (error: unknown): string =>
  isWukuError(error) ? `${error.message} ${error.remedy}` : error instanceof Error ? error.message : String(error)
