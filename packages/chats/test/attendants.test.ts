import { expect, it } from 'vitest'
import type { Source, StoredDocument } from '@wuku/core/core-types'
import { subagentsOf } from '../src/index.ts'
import type { StoreView } from '@wuku/core/ports/store'

const source = { id: 1, kind: 'chats', name: 'archive' } as unknown as Source

/** `child<parent` was started by `parent`, `copy~parent` forked from it. */
function viewOf(written: string): StoreView {
  const documents = written.split(' ').map((each, at) => {
    const [, path = '', how, parent] = /^([^<~]+)(?:([<~])(.+))?$/.exec(each) ?? []
    const meta = {
      agent: 'claude-code',
      chat: path.replace(/@\d+$/, ''),
      messages: 1,
      turns: 1,
      inputTokens: 0,
      outputTokens: 0,
      models: [],
      ...(parent !== undefined && { parent, parentAs: how === '<' ? 'subagent' : 'fork' }),
    }
    return { id: at + 1, source: 1, path, title: path, modifiedAt: at, meta } as unknown as StoredDocument
  })
  return {
    sources: {
      list: async () => [source],
    },
    documents: {
      list: async () => documents,
    },
  } as unknown as StoreView
}

it.each([
  ['what it had done for it, however deep', 'a b<a c<b d', ['a'], ['b', 'c']],
  ['nothing of others', 'a b<a c<d d', ['d'], ['c']],
  ['no fork, which is a conversation of its own', 'a b~a', ['a'], []],
  ['all parts of one that is long', 'a b<a b@2', ['a'], ['b']],
  ['what is named already not again', 'a b<a c<b', ['a', 'b'], ['c']],
  ['an end where they go round', 'a<b b<a', ['a'], ['b']],
  ['nothing of what is not there', 'a b<x', ['y'], []],
] as const)('takes along %s', async (_, written, paths, expected) =>
  expect([...(await subagentsOf(paths, viewOf(written)))].toSorted()).toEqual([...expected]),
)
