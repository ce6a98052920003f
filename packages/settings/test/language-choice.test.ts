import { expect, it } from 'vitest'
import { languageOf } from '../src/language-choice.ts'

it.each<[choice: 'auto' | 'en' | 'zh', env: Record<string, string>, language: 'en' | 'zh']>([
  ['auto', {}, 'en'],
  ['auto', { LANG: 'zh_CN.UTF-8' }, 'zh'],
  ['auto', { LANG: 'zh-Hans' }, 'zh'],
  ['auto', { LANG: 'zhx_XX' }, 'en'],
  ['auto', { LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }, 'en'],
  ['auto', { LANG: 'en_US.UTF-8', LC_MESSAGES: 'zh_TW' }, 'zh'],
  ['auto', { LANG: 'zh_CN.UTF-8', LC_ALL: '' }, 'zh'],
  ['en', { LANG: 'zh_CN.UTF-8' }, 'en'],
  ['zh', { LANG: 'C' }, 'zh'],
])('the language: %s with %o is %s', (choice, env, language) => expect(languageOf(choice, env)).toBe(language))
