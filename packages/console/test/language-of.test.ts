import { expect, it } from 'vitest'
import { languageOf } from '../src/ui/language-of.ts'

it.each([
  ['Gates open at high tide.', 'en'],
  ['闸门在高潮时打开。', 'zh-CN'],
  ['用 `openGate()` 打开闸门，然后调用 await harbour.ready()。', 'zh-CN'],
  ['The word 潮汐 means tide, and stands in an English text.', 'en'],
  ['1234 → 5678', undefined],
  ['', undefined],
])('the language of a text: %j is %s', (text, expected) => expect(languageOf(text)).toBe(expected))
