import { describe, expect, it } from 'vitest'
import { languageOf } from '../src/language-choice.ts'

describe('the language', () => {
  const rows: readonly [choice: 'auto' | 'en' | 'zh', env: Record<string, string>, language: 'en' | 'zh'][] = [
    ['auto', {}, 'en'],
    ['auto', { LANG: 'zh_CN.UTF-8' }, 'zh'],
    ['auto', { LANG: 'zh-Hans' }, 'zh'],
    ['auto', { LANG: 'zhx_XX' }, 'en'],
    ['auto', { LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }, 'en'],
    ['auto', { LANG: 'en_US.UTF-8', LC_MESSAGES: 'zh_TW' }, 'zh'],
    ['auto', { LANG: 'zh_CN.UTF-8', LC_ALL: '' }, 'zh'],
    ['en', { LANG: 'zh_CN.UTF-8' }, 'en'],
    ['zh', { LANG: 'C' }, 'zh'],
  ]
  it.each(rows)('%s with %o is %s', (choice, env, language) => expect(languageOf(choice, env)).toBe(language))
})
