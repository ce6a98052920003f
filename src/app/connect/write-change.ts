import { copyFile, rm, rmdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { replaceFile } from '../settings-file.ts'
import type { FileChange } from './connection.ts'

/** Settings as they were stay beside the file: returns where. A file of which nothing is left goes. */
export async function writeChange({ file, parts, before, after }: FileChange): Promise<string | undefined> {
  if (after === '') return void (await removeWithFolders(file))
  const isKept = before !== '' && !parts.every((part) => part === 'guide')
  const backup = isKept ? `${file}.${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}.bak` : undefined
  if (backup) await copyFile(file, backup)
  await replaceFile(file, after)
  return backup
}

/** Folders that may have been made for a file of ours. */
const MADE = new Set(['wuku', 'skills', 'hooks', 'rules', 'instructions', 'prompts', 'mcp', '.clinerules', '.junie'])

/** Where nothing else lies in them they go too. */
async function removeWithFolders(file: string): Promise<void> {
  await rm(file, { force: true })
  for (let folder = dirname(file); MADE.has(basename(folder)); folder = dirname(folder)) {
    const isGone = await rmdir(folder).then(
      () => true,
      () => false,
    )
    if (!isGone) return
  }
}
