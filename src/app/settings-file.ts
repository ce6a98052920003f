import { readFile } from 'node:fs/promises'
import type { Document } from 'yaml'
import { WukuError } from '../core/errors.ts'
import { replaceFile } from './replace-file.ts'

/** The settings file as a document that keeps comments and order. */
export async function readSettingsFile(file: string): Promise<Document> {
  const { isMap, parseDocument } = await import('yaml')
  const document = parseDocument(await readFile(file, 'utf8').catch(emptyWhenAbsent))
  const [error] = document.errors
  if (error)
    throw new WukuError(
      'bad-input',
      `${file} is not valid YAML: ${error.message.split('\n')[0]}`,
      'Mend it by hand first.',
    )
  if (document.contents !== null && !isMap(document.contents))
    throw new WukuError('bad-input', `${file} does not hold settings.`, 'Write "key: value" lines, or move it away.')
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
