import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** An empty folder of the running test, by its real path. */
export function scratchFolder(): string {
  const folder = newFolder()
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** The same for all tests of a file, or of the group where it is asked for. */
export function sharedFolder(): string {
  const folder = newFolder()
  afterAll(() => removeFolder(folder))
  return folder
}

export const newFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'wuku-test-')))
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })

/** What files hold, by their paths below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}
