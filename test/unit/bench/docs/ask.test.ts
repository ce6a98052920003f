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

type Row = readonly [
  name: string,
  pages: readonly (readonly string[])[],
  enough: number,
  found: readonly string[],
  asked: readonly number[],
]

it.each<Row>([
  ['one page where it is enough', [['a', 'b', 'a'], ['c']], 2, ['a', 'b'], [1]],
  ['more pages until it is', [['a', 'a'], ['a', 'b'], ['c']], 2, ['a', 'b'], [1, 2]],
  ['all pages where it never is', [['a'], ['b']], 5, ['a', 'b'], [1, 2]],
  ['nothing', [[]], 5, [], [1]],
  ['paths of any letters', [['guide/组件 基础.md']], 1, ['guide/组件 基础.md'], [1]],
])('takes %s', async (_, pages, enough, found, asked) => {
  const server = answering(pages)
  expect(await findPages(server, { library_id: 'tides', topic: 'tide' }, (paths) => paths.length >= enough)).toEqual(
    found,
  )
  expect(server.asked).toEqual(asked)
})
