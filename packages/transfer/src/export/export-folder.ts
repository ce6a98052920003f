import { readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { msg } from '@wuku/messages/transfer'
import { makeFolder } from '@wuku/store-sql/make-folder'
import { WukuError } from '@wuku/core/errors'
import { commandLine } from '@wuku/text/show/shell-words'
import { ownedName, sweepLeft } from '@wuku/settings/this-process'
import { writeAt } from '../carry/summed-files.ts'
import type { ExportedFile } from './manifest.ts'

/** A folder that is written under another name, so that half of it is never taken for the whole. */
export interface ExportFolder {
  readonly files: readonly ExportedFile[]
  write(path: string, parts: Parameters<typeof writeAt>[1]): Promise<void>
  /** Names it, with the manifest as its last file. */
  finish(manifest: { readonly path: string; readonly text: string }): Promise<void>
  abandon(): Promise<void>
}

export async function openExportFolder(folder: string): Promise<ExportFolder> {
  await requireEmptyFolder(folder)
  await sweepLeft(dirname(folder), `${basename(folder)}.`, DRAFT)
  const draft = ownedName(`${folder}.`, DRAFT)
  await makeFolder(draft)
  const files: ExportedFile[] = []
  return {
    files,
    async write(path, parts) {
      await makeFolder(dirname(join(draft, path)))
      files.push({ path, ...(await writeAt(join(draft, path), parts)) })
    },
    async finish({ path, text }) {
      await writeAt(join(draft, path), [text])
      await rmdir(folder).catch(() => {})
      await rename(draft, folder)
    },
    abandon: () => rm(draft, { recursive: true, force: true }),
  }
}

const DRAFT = '.draft'

async function requireEmptyFolder(folder: string): Promise<void> {
  const there = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (there.length > 0)
    throw new WukuError('conflict', msg('notEmpty', { folder, command: commandLine`wuku export ${`${folder}-2`}` }))
}

/** Names that every disk takes, and no two the same: what was named in the store stands in the files themselves. */
export function createNaming(): (parts: readonly string[], ending: string) => string {
  const usedPaths = new Set<string>()
  return (parts, ending) => {
    const base = parts.map(safeName).join('/')
    for (let number = 1; ; number++) {
      const path = `${base}${number === 1 ? '' : `~${number}`}${ending}`
      if (usedPaths.has(path.toLowerCase())) continue
      usedPaths.add(path.toLowerCase())
      return path
    }
  }
}

const NAME_CHARS = 80

function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._@ -]/gu, '-')
    .toWellFormed()
  const cut = [...plain]
    .slice(0, NAME_CHARS)
    .join('')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
  return cut === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(cut) ? `_${cut}` : cut
}

/** Front matter of texts is JSON, which YAML reads. */
export const withFrontMatter = (facts: Readonly<Record<string, unknown>>, text: string): string =>
  `---\n${Object.entries(facts)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join('\n')}\n---\n\n${text}`
