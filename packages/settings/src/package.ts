import { existsSync, readFileSync } from 'node:fs'
import { isSea } from 'node:sea'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Sources lie one folder deeper than `dist/app`. */
const up = import.meta.url.endsWith('.ts') ? '../../../' : '../../'

/** This process runs from here, maybe a copy (`bin/running-copy.js`). */
export const runningFolder: string = fileURLToPath(new URL(up, import.meta.url))

/** Folder of the installed package. An upgrade may have replaced it since this process began. */
export const packageFolder: string = installedAt() ?? runningFolder

/** Launcher that other programs are configured to start. */
export const launcher: string = join(packageFolder, 'bin', 'wuku.js')

function installedAt(): string | undefined {
  const note = join(runningFolder, 'installed-at')
  return existsSync(note) ? join(readFileSync(note, 'utf8'), sep) : undefined
}

/** Whether Node and wuku are one file, which needs no script to start. */
export const isSingle: boolean = isSea()

export const startWords: readonly [string, ...string[]] = isSingle ? [process.execPath] : [process.execPath, launcher]

export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(runningFolder, 'package.json'), 'utf8'))
  return version
}
