import { readdir, rmdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { msg } from '@wuku/messages/transfer'
import { WukuError } from '@wuku/core/errors'
import { commandLine } from '@wuku/text/show/shell-words'
import { ownedName, sweepLeft } from '@wuku/settings/this-process'
import { openDraftFolder, type SummedFile, type writeAt } from '../carry/summed-files.ts'

export type ExportFolder = Awaited<ReturnType<typeof openExportFolder>>

export async function openExportFolder(folder: string) {
  await requireEmptyFolder(folder)
  await sweepLeft(dirname(folder), `${basename(folder)}.`, DRAFT)
  const { write, finish, abandon } = await openDraftFolder(ownedName(`${folder}.`, DRAFT))
  const files: SummedFile[] = []
  return {
    files,
    write: async (path: string, parts: Parameters<typeof writeAt>[1]) => void files.push(await write(path, parts)),
    async finish(manifest: string): Promise<void> {
      await rmdir(folder).catch(() => {})
      await finish(folder, manifest)
    },
    abandon,
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
    let path = base + ending
    for (let number = 2; usedPaths.has(path.toLowerCase()); number++) path = `${base}~${number}${ending}`
    usedPaths.add(path.toLowerCase())
    return path
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
