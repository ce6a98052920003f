import type { Citation } from '@wuku/core/citation'
import { isWukuError } from '@wuku/core/errors'
import { fullPathOf } from '@wuku/core/part-paths'
import type { Problem } from '@wuku/core/core-types'
import { openDocumentIndex, resolveDocument, type NamedDocument } from '../documents/document-index.ts'
import type { Engine } from '../base/engine.ts'
import type { Question } from './questions.ts'

/** Documents and passages that the names in questions mean. */
export interface Targets {
  /** By name as it is written; a name that means nothing here has a key that nothing found can have. */
  readonly keys: ReadonlyMap<string, string>
  readonly problems: readonly Problem[]
}

/** Looks up each name once. A wrong name costs its questions their points, and is reported. */
export async function findTargets(questions: readonly Question[], engine: Engine): Promise<Targets> {
  const names = new Set(questions.flatMap(({ expected }) => expected.map(({ name }) => name)))
  const keys = new Map<string, string>()
  const problems: Problem[] = []
  await engine.read(async (view) => {
    const documentIndex = await openDocumentIndex(view)
    for (const name of names) {
      const { key, problem } = await resolveTarget(name, () => resolveDocument(documentIndex, name))
      keys.set(name, key)
      if (problem) problems.push(problem)
    }
  })
  return { keys, problems }
}

async function resolveTarget(name: string, seek: () => Promise<NamedDocument | undefined>) {
  const nowhere = `\0${name}`
  try {
    const found = await seek()
    if (found) return { key: keyOf(found) }
    const remedy = 'Index it, or use its citation from an answer.'
    return { key: nowhere, problem: { path: name, said: 'No such document is indexed.', remedy } }
  } catch (error) {
    if (!isWukuError(error)) throw error
    return { key: nowhere, problem: { path: name, said: error.texts.message, remedy: error.texts.remedy } }
  }
}

const keyOf = ({ source, document: { path } }: NamedDocument): string =>
  keyOfPlace({ kind: source.kind, source: source.name, path })

/** A conversation that is too long for one document is still one conversation. */
export const keyOfPlace = ({ kind, source, path }: Pick<Citation, 'kind' | 'source' | 'path'>): string =>
  `${kind}/${source}/${kind === 'chats' ? fullPathOf(path) : path}`
