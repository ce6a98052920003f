import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The same two steps up from `src/app` and from `dist/app`. */
export const packageFolder: string = fileURLToPath(new URL('../../', import.meta.url))

/** Launcher that other programs are configured to start. */
export const launcher: string = fileURLToPath(new URL('../../bin/wuku.js', import.meta.url))

export function readVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return version
}
