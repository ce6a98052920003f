import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { onTestFinished } from 'vitest'

/** A disk of so many kilobytes at a folder, until the test ends. A machine that lets nobody mount fails the test: it is not skipped. */
export interface Disk {
  resize(kilobytes: number): void
  /** From now on nothing on it can be written, not even by root. */
  makeReadOnly(): void
}

export function mountDisk(folder: string, kilobytes: number): Disk {
  mkdirSync(folder, { recursive: true })
  mount('-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder)
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return {
    resize: (size) => mount('-o', `remount,size=${size}k`, folder),
    makeReadOnly: () => mount('-o', 'remount,ro', folder),
  }
}

function mount(...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' })
  if (status === 0) return
  const why = error?.message ?? stderr.trim()
  throw new Error(
    `This test needs a small disk of its own, and none can be mounted here (${why}). Run it as root, or under "unshare --user --map-root-user --mount".`,
  )
}
