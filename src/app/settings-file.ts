import { readFile, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import type { Document } from 'yaml'
import { WukuError } from '../core/errors.ts'
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'

/** The settings file as a document that keeps comments and order. */
export async function readSettingsFile(file: string): Promise<Document> {
  const { isMap, parseDocument } = await import('yaml')
  const document = parseDocument(await readFile(file, 'utf8').catch(emptyWhenAbsent))
  const [error] = document.errors
  if (error)
    throw new WukuError(
      'bad-input',
      `${file} is not valid YAML: ${error.message.split('\n')[0]}`,
      'Correct it by hand first.',
    )
  if (document.contents !== null && !isMap(document.contents))
    throw new WukuError(
      'bad-input',
      `${file} does not contain settings.`,
      'Write "key: value" lines, or move the file away.',
    )
  return document
}

export const writeSettingsFile = (file: string, document: Document): Promise<void> =>
  replaceFile(file, document.toString(asWritten))

/** As people write it: no line is folded, no list is padded. */
const asWritten = { lineWidth: 0, flowCollectionPadding: false }

function emptyWhenAbsent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}

/** Others see the old text or the new one, never a part, also when the power fails in between. Links stay links. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const target = await realpath(path).catch(() => path)
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  )
  const draft = `${target}.${randomUUID()}.tmp`
  try {
    await writeDurably(draft, text, mode)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeDurably(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
