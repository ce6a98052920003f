import { readFileSync } from 'node:fs'
import { isSea } from 'node:sea'
import { fileURLToPath } from 'node:url'

/** The same two steps up from `src/app` and from `dist/app`. */
export const packageFolder: string = fileURLToPath(new URL('../../', import.meta.url))

/** Launcher that other programs are configured to start. */
export const launcher: string = fileURLToPath(new URL('../../bin/wuku.js', import.meta.url))

/** Whether Node and wuku are one file, which needs no script to start. */
export const isSingle: boolean = isSea()

/** Words that start wuku. */
export const startWords: readonly [string, ...string[]] = isSingle ? [process.execPath] : [process.execPath, launcher]

export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return version
}
