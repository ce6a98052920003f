import { everything } from '@wuku/core/ports/access'
import { createHash } from 'node:crypto'
import { openTestStore } from '../../../../test/test-store.ts'
import { openTreeSitter } from '../../src/syntax/tree-sitter.ts'
import type { Source } from '@wuku/core/core-types'
import { analyseSlice, prepareReaders } from '@wuku/kernel/index/analyse'
import { createSourceCache, type SourceCache } from '@wuku/kernel/base/source-cache'
import { createCodeContexts, type CodeContexts } from '../../src/graph/code-context.ts'
import { createCodeReader } from '../../src/code-file-reader.ts'
import type { Store } from '@wuku/core/ports/store'
import type { CodePlace } from '../../src/graph/import-links.ts'

const reader = createCodeReader(openTreeSitter(new URL('../../grammars/', import.meta.url)))

export type Files = Readonly<Record<string, string>>

export interface Indexed {
  readonly store: Store
  readonly source: Source
  readonly contexts: CodeContexts
  readonly cache: SourceCache
  put(files: Files): Promise<void>
  remove(...paths: readonly string[]): Promise<void>
  ask<T>(work: (place: CodePlace) => Promise<T>): Promise<T>
}

/** A source in a real store, read by the real parsers. */
export async function indexed(files: Files): Promise<Indexed> {
  const store = openTestStore()
  const source = await store.addSource({ kind: 'code', name: 'shop', root: '/shop', options: {}, addedAt: 0 })
  const cache = createSourceCache()
  const contexts = createCodeContexts(cache)
  const apply = async (put: Files, remove: readonly string[]): Promise<void> => {
    const job = { kind: 'code', items: Object.entries(put).map(([path, text]) => itemOf(path, text)) } as const
    await prepareReaders([reader], job)
    const { slice } = analyseSlice([reader], job)
    await store.apply({ source: source.id, remove, move: [], touch: [], put: slice })
  }
  await apply(files, [])
  return {
    store,
    source,
    contexts,
    cache,
    put: (more) => apply(more, []),
    remove: (...paths) => apply({}, paths),
    ask: (work) => store.read(everything, async (view) => work({ view, context: await contexts.of(view, source.id) })),
  }
}

const itemOf = (path: string, text: string) => ({
  path,
  stamp: '1',
  modifiedAt: 0,
  bytes: Buffer.from(text),
  hash: createHash('sha256').update(text).digest('hex'),
})
