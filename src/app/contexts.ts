import { readFile, stat } from 'node:fs/promises'
import type { Document, YAMLMap } from 'yaml'
import { WukuError } from '../core/errors.ts'
import type { Contexts, PathContext } from '../ports/contexts.ts'
import { replaceFile } from './replace-file.ts'

export interface ContextsPlace {
  readonly file: string
  /** Runs `work` while no other process of this data folder writes. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Contexts live in the settings file, where people read and write them too:
 *
 *     contexts:
 *       /: All of this belongs to the harbour project.
 *       notes: Field notes
 *       notes/tides: One file a month
 *
 * Comments and the order of the file stay. Every change reads the file anew, so that two processes lose nothing.
 */
export function openContexts({ file, alone }: ContextsPlace): Contexts {
  const list = rereadWhenWritten(file)
  return {
    list,
    set: ({ collection, prefix, text }) =>
      alone(async () => {
        const { document, contexts } = await readDocument(file)
        if (!contexts) document.set('contexts', document.createNode({}))
        document.setIn(['contexts', keyOf(collection, prefix)], text)
        await replaceFile(file, document.toString(asWritten))
      }),
    remove: (collection, prefix) =>
      alone(async () => {
        const { document, contexts } = await readDocument(file)
        const was = contexts?.delete(keyOf(collection, prefix)) ?? false
        if (was) await replaceFile(file, document.toString(asWritten))
        return was
      }),
  }
}

/** Every search asks for the contexts: the file is parsed again only when its stamp changed. */
function rereadWhenWritten(file: string): () => Promise<readonly PathContext[]> {
  let known: { readonly stamp: string; readonly contexts: readonly PathContext[] } = { stamp: '', contexts: [] }
  return async () => {
    const stamp = await stat(file).then(
      (found) => `${found.ino} ${found.size} ${found.mtimeMs}`,
      () => '',
    )
    if (stamp !== known.stamp) known = { stamp, contexts: listContexts(await readDocument(file)) }
    return known.contexts
  }
}

/** As people write it: no line is folded, no list is padded. */
const asWritten = { lineWidth: 0, flowCollectionPadding: false }

interface SettingsDocument {
  readonly document: Document
  readonly contexts: YAMLMap | undefined
}

async function readDocument(file: string): Promise<SettingsDocument> {
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
  const contexts = document.get('contexts')
  return { document, contexts: isMap(contexts) ? contexts : undefined }
}

function emptyWhenAbsent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}

function listContexts({ document, contexts }: SettingsDocument): readonly PathContext[] {
  const written: Record<string, unknown> = contexts?.toJS(document) ?? {}
  return Object.entries(written)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([key, text]) => ({ ...placeOf(key), text }))
}

/** `/` speaks of everything. */
const keyOf = (collection: string, prefix: string): string =>
  collection === '' ? '/' : prefix === '' ? collection : `${collection}/${prefix}`

function placeOf(key: string): Omit<PathContext, 'text'> {
  const slash = key.indexOf('/')
  if (slash < 0) return { collection: key, prefix: '' }
  return { collection: key.slice(0, slash), prefix: key.slice(slash + 1) }
}
