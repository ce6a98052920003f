import { describe, expect, it } from 'vitest'
import { makeMarkdown, type Amount } from '../../../../bench/docs/markdown.ts'
import { makeSphinxPages } from '../../../../bench/docs/sphinx-pages.ts'
import { read as readHtml } from '../../../../packages/formats/src/html/index.ts'

const pages = [
  '# Ferries\n\nThe harbourmaster watches every navigation light near the buoy at night.\n\n```ts\nconst light = watch(buoy)\n```\n',
  '# 渡轮\n\n潮水涨到最高处的时候，引航船会经过浮标，然后在第三个码头停靠，等待下一班渡轮。\n\n```ts\nboard(ferry, 3)\n```\n',
]
const amount: Amount = { files: 12, bytes: 120_000, seed: 1 }

describe.each([
  ['Markdown', makeMarkdown],
  ['pages as Sphinx writes them', makeSphinxPages],
])('%s', (_, make) => {
  const made = make(pages, amount)
  it('has as many files as were asked for, each at a path of its own', () =>
    expect(new Set(made.map(({ path }) => path)).size).toBe(amount.files))
  it('is about as long as asked for', () => {
    const bytes = made.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    expect(bytes).toBeGreaterThanOrEqual(amount.bytes)
    expect(bytes).toBeLessThan(amount.bytes * 2)
  })
  it('holds no file twice', () => expect(new Set(made.map(({ text }) => text)).size).toBe(amount.files))
  it('is the same every time', () => expect(make(pages, amount)).toEqual(made))
  it('is another with another seed', () => expect(make(pages, { ...amount, seed: 2 })).not.toEqual(made))
})

it('makes pages of which the product sees the content alone', () => {
  const [file = { path: '', text: '' }] = makeSphinxPages(pages, amount)
  const answer = readHtml(file)
  const text = 'page' in answer ? answer.page.text : ''
  expect(file.text).toContain('module11.html')
  expect(text).not.toContain('module11')
  expect(text).toContain('```python')
  expect(text).toContain('board(ferry, 3)')
  expect(text).toContain('module0.member0(value, default=None)')
})
