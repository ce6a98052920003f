import { expect, it } from 'vitest'
import { findPages } from '../../../../bench/docs/ask.ts'

/** Answers with these pages, three snippets each, as the tool words them. */
const answering = (pages: readonly (readonly string[])[]) => {
  const asked: unknown[] = []
  return {
    asked,
    call: (_tool: string, input: object) => {
      const { page } = input as { readonly page: number }
      asked.push(page)
      const documents = (pages[page - 1] ?? []).map((path) => ({
        citation: `wuku://docs/tides%401.0.0/${encodeURIComponent(path)}#L1-L2`,
      }))
      const told = { documents, has_more: page < pages.length, left_out: 0, cached: false }
      return Promise.resolve({ text: JSON.stringify(told), structured: {} })
    },
  }
}

interface Row {
  readonly pages: readonly (readonly string[])[]
  readonly enough: number
  readonly found: readonly string[]
  readonly asked: readonly number[]
}

it.each<readonly [name: string, Row]>([
  ['one page where it is enough', { pages: [['a', 'b', 'a'], ['c']], enough: 2, found: ['a', 'b'], asked: [1] }],
  ['more until it is', { pages: [['a', 'a'], ['a', 'b'], ['c']], enough: 2, found: ['a', 'b'], asked: [1, 2] }],
  ['all where it never is', { pages: [['a'], ['b']], enough: 5, found: ['a', 'b'], asked: [1, 2] }],
  ['nothing', { pages: [[]], enough: 5, found: [], asked: [1] }],
  ['paths of any letters', { pages: [['guide/组件 基础.md']], enough: 1, found: ['guide/组件 基础.md'], asked: [1] }],
])('takes %s', async (_, { pages, enough, found, asked }) => {
  const server = answering(pages)
  const taken = await findPages(server, { library_id: 'tides', topic: 'tide' }, (paths) => paths.length >= enough)
  expect(taken).toEqual(found)
  expect(server.asked).toEqual(asked)
})
