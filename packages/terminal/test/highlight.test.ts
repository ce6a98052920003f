import { expect, it } from 'vitest'
import { createHighlighter } from '../src/highlight.ts'

const check = (query: string, line: string, expected: string) =>
  expect(createHighlighter(query, (found) => `<${found}>`)(line)).toBe(expected)

it.each<[says: string, query: string, line: string, marked: string]>([
  ['as a word', 'tide', 'high tide and low Tide', 'high <tide> and low <Tide>'],
  ['in another form', 'tides', 'the tide comes', 'the <tide> comes'],
  ['but not what holds a sentence together', 'where is the tide', 'the tide is high', 'the <tide> is high'],
  ['within a phrase', '"low tide" moon', 'low tide', '<low> <tide>'],
  ['but not what it excludes', 'tide -moon', 'tide and moon', '<tide> and moon'],
  ['in Chinese', '数据库', '访问数据库，超时', '访问<数据库>，超时'],
  ['in the other script', '資料庫連線', '資料庫連線池', '<資料庫連線>池'],
  ['beside another script', 'React组件', 'React组件的周期', '<React组件>的周期'],
  ['nowhere', 'sun', 'high tide', 'high tide'],
])('what a query asks for is marked: %s', (_says, query, line, marked) => check(query, line, marked))
