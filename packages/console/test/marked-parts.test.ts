import { expect, it } from 'vitest'
import { markedParts } from '../src/ui/marked-parts.ts'

it.each<[text: string, words: readonly string[], marked: readonly string[]]>([
  ['A virtual list', ['virtual', 'list'], ['virtual', 'list']],
  ['虚拟列表的滚动', ['列表'], ['列表']],
  ['lists and listing', ['list'], ['list', 'list']],
  ['a checklist', ['list'], []],
  ['cost (a+b)', ['(a+b)'], ['(a+b)']],
  ['nothing', [], []],
])('marked parts: %s with %j', (text, words, marked) => {
  const parts = markedParts(text, words)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.filter(({ isMarked }) => isMarked).map((part) => part.text)).toEqual(marked)
})
