import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqliteOrigin } from '../../transfer/src/sqlite/open-sqlite-move.ts'
import { openSqlite } from '../src/open-sqlite.ts'
import type { RecordReader, PostingsPage } from '../../transfer/src/rows/records.ts'
import type { SourceId } from '@wuku/core/core-types'
import { putting, sourceNamed } from '../../../test/contract/samples.ts'
import { sharedFolder } from '../../../test/scratch.ts'

const DOCUMENTS = 10_000
const folder = sharedFolder()
let origin: RecordReader
let source: SourceId

beforeAll(async () => {
  const store = await openSqlite(join(folder, 'wuku.sqlite'))
  source = (await store.addSource(sourceNamed('notes'))).id
  const samples = Array.from({ length: DOCUMENTS }, (_, nth) => ({
    path: `n${nth}.md`,
    text: `harbour word${nth} ${nth % 7 === 0 ? 'seventh' : ''}`,
  }))
  await store.apply(putting(source, samples))
  await store.close()
  origin = await openSqliteOrigin(join(folder, 'wuku.sqlite'))
})

afterAll(() => origin.close())

async function pagesAfter(at: number): Promise<readonly PostingsPage[]> {
  const pages: PostingsPage[] = []
  for await (const page of origin.postings(new Map([[source, at]]))) pages.push(page)
  return pages
}

const holdersOf = (pages: readonly PostingsPage[], wanted: string): number =>
  pages
    .flatMap(({ parts }) => parts.flatMap(({ terms }) => terms))
    .reduce((sum, { term, holders }) => sum + (term === wanted ? holders : 0), 0)

it('postings come in pages of a few thousand chunks, each chunk and each posting once', async () => {
  const pages = await pagesAfter(-1)
  const chunks = pages.flatMap(({ parts }) => parts.flatMap((part) => part.chunks))
  expect(Math.max(...pages.map(({ parts }) => parts.reduce((sum, part) => sum + part.chunks.length, 0)))).toBe(4_096)
  expect([chunks.length, new Set(chunks).size]).toEqual([DOCUMENTS, DOCUMENTS])
  expect([holdersOf(pages, 'harbour'), holdersOf(pages, 'word4096')]).toEqual([DOCUMENTS, 1])
})

it('a page that was written is not read again, wherever the reading stopped', async () => {
  const pages = await pagesAfter(-1)
  for (const [nth, { at }] of pages.entries()) expect(await pagesAfter(at)).toEqual(pages.slice(nth + 1))
})
