import { expect, it } from 'vitest'
import { isWukuError } from '@wuku/core/errors'
import type { ChunkFacts, DocumentId, StoredDocument } from '@wuku/core/core-types'
import { findPart } from '../../src/documents/anchor.ts'
import type { StoreView } from '@wuku/core/ports/store'

const chunk = (line: number, anchor?: string): ChunkFacts => ({
  start: 0,
  end: 0,
  line,
  endLine: line + 3,
  headings: [],
  ...(anchor !== undefined && { anchor }),
})
const document = { id: 1, title: 'Commits 1-3' } as StoredDocument

const seek = async (anchor: string, parts: readonly (readonly ChunkFacts[])[]) => {
  const documents = parts.map((_, at) => ({ ...document, id: at as DocumentId }))
  const chunksOf = async (ids: readonly DocumentId[]) => new Map(ids.map((id) => [id, parts[id] ?? []]))
  const view = { chunks: { of: chunksOf } } as unknown as StoreView
  try {
    return await findPart(anchor, documents, view)
  } catch (error) {
    if (!isWukuError(error)) throw error
    return error.code
  }
}

const linesIn = async (chunks: readonly ChunkFacts[], anchor: string) => {
  const found = await seek(anchor, [chunks])
  return typeof found === 'object' ? found.lines : found
}

const messages = [chunk(1), chunk(4, 'u1718000000000'), chunk(9, 'u1718000000000'), chunk(13, 'a1718000000001')]
const commits = [chunk(1, 'aaaaaaaa1'), chunk(5, 'aaaaaaaa2'), chunk(9, 'bbbbbbbb')]

it.each([
  ['its own name', commits, 'aaaaaaaa2', { from: 5, count: 4 }],
  ['its beginning', commits, 'bbbbbbb', { from: 9, count: 4 }],
  ['a beginning of two', commits, 'aaaaaaaa', 'not-found'],
  ['too short a beginning', commits, 'bbb', 'not-found'],
  ['a name that nothing has', commits, 'cccccccc', 'not-found'],
  ['its name, all of its pieces', messages, 'u1718000000000', { from: 4, count: 9 }],
  ['the beginning of a name that several pieces share', messages, 'u171800', { from: 4, count: 9 }],
  ['a heading, where parts have no names', [chunk(1)], 'setup', undefined],
])('a part is found by %s', async (_, chunks, anchor, expected) =>
  expect(await linesIn(chunks, anchor)).toEqual(expected),
)

it('is looked for in all documents that are one', async () => {
  const found = await seek('a1718000000001', [commits, messages])
  expect(found).toMatchObject({ document: { id: 1 }, lines: { from: 13, count: 4 } })
})
