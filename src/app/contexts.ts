import { stat } from 'node:fs/promises'
import type { Document, YAMLMap } from 'yaml'
import type { Contexts, PathContext } from '../ports/contexts.ts'
import { readSettingsFile, writeSettingsFile } from './settings-file.ts'

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
        const { document, contexts } = await readContexts(file)
        if (!contexts) document.set('contexts', document.createNode({}))
        document.setIn(['contexts', keyOf(collection, prefix)], text)
        await writeSettingsFile(file, document)
      }),
    remove: (collection, prefix) =>
      alone(async () => {
        const { document, contexts } = await readContexts(file)
        const was = contexts?.delete(keyOf(collection, prefix)) ?? false
        if (was) await writeSettingsFile(file, document)
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
    if (stamp !== known.stamp) known = { stamp, contexts: listContexts(await readContexts(file)) }
    return known.contexts
  }
}

interface SettingsDocument {
  readonly document: Document
  readonly contexts: YAMLMap | undefined
}

async function readContexts(file: string): Promise<SettingsDocument> {
  const [{ isMap }, document] = await Promise.all([import('yaml'), readSettingsFile(file)])
  const contexts = document.get('contexts')
  return { document, contexts: isMap(contexts) ? contexts : undefined }
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
