import { expect, it } from 'vitest'
import { promptLanguageOf } from '../../src/models/prompt-language.ts'

it.each<[text: string, language: string]>([
  ['', 'en'],
  ['How is the tide?', 'en'],
  ['潮汐表', 'zh'],
  ['使用 watch() 監聽響應式資料', 'zh'],
  ['const tide = 1 // 潮汐在数据变化时执行', 'zh'],
  [`${'const tide = ebb(flood)\n'.repeat(20)}// 潮汐`, 'en'],
  ['潮の満ち引きを監視します', 'en'],
  ['조수 간만', 'en'],
])('%j is asked about in %s', (text, language) => expect(promptLanguageOf(text)).toBe(language))
