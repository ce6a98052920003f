import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../src/terms/fold.ts'
import { isCjkWord } from '../src/terms/hits.ts'
import { keywordsOf, pairsOf, type Keyword } from '../src/terms/keywords.ts'
import { anyText } from './texts.ts'

const written = (keywords: readonly Keyword[]): string => keywords.map((keyword) => keyword.written).join(' ')
const folded = (keywords: readonly Keyword[]): string => keywords.map((keyword) => keyword.folded).join(' ')

describe('the keywords of a query', () => {
  it.each<[query: string, latin: string, cjk: string, segments: string]>([
    ['React组件开发', 'React', '组件开发', '组件 开发'],
    ['React 組件', 'React', '組件', ''],
    ['組件開發', '', '組件開發', '組件 開發'],
    ['C++ node.js user_id café', 'C++ node.js user_id café', '', ''],
    ["don't C# e-mail v1.2", "don't C# e-mail v1.2", '', ''],
    ['Привет Ελλάδα', 'Привет Ελλάδα', '', ''],
    ['React react REACT ｒｅａｃｔ', 'React', '', ''],
    ['组件 組件', '', '组件', ''],
    ['登入 認證', '', '登入 認證', ''],
    ['登录，认证', '', '登录 认证', ''],
    ['中文English混排', 'English', '中文 混排', ''],
    ['数据库连接池', '', '数据库连接池', '数据库 连接池'],
    ['错误处理与重试', '', '错误处理与重试', '错误 处理 重试'],
    ['我的组件', '', '我的组件', '组件'],
    ['用户写代码', '', '用户写代码', '用户 代码'],
    ['登录后跳转', '', '登录后跳转', '登录 跳转'],
    ['微服务架构', '', '微服务架构', '微服务 架构'],
    ['日本語テキスト', '', '日本語テキスト', '日本語 テキスト'],
    ['コンポーネント開発', '', 'コンポーネント開発', 'コンポーネント 開発'],
    ['食べる', '', '食べる', ''],
    ['한국어 컴포넌트', '', '한국어 컴포넌트', ''],
    ['𠮷野家', '', '𠮷野家', ''],
    ['㋀数据库连接', '㋀', '㋀数据库连接', '㋀数据库 连接'],
    ['的了', '', '的了', ''],
    ['a\r\nb', 'a b', '', ''],
    ['👩‍👩‍👧 🇨🇭 -> ___ …', '', '', ''],
    ['', '', '', ''],
  ])('%s', (query, latin, cjk, segments) => {
    const keywords = keywordsOf(query)
    expect([written(keywords.latin), written(keywords.cjk), written(keywords.segments)]).toEqual([latin, cjk, segments])
  })

  it.each([
    ['組件開發', '组件开发'],
    ['錯誤處理與重試', '错误处理与重试'],
    ['後端服務器', '后端服务器'],
    ['登錄認證流程', '登录认证流程'],
    ['頭髮', '头发'],
    ['狀態管理', '状态管理'],
  ])('%s and %s are compared alike', (traditional, simplified) =>
    expect(folded(keywordsOf(traditional).segments)).toBe(folded(keywordsOf(simplified).segments)),
  )

  it.each([
    ['ＣＡＦÉ', 'cafe'],
    ['C++', 'c++'],
    ['x'.repeat(100), 'x'.repeat(64)],
  ])('%s is compared as %s', (query, expected) => expect(folded(keywordsOf(query).latin)).toBe(expected))

  it('are words or parts of folded text, whatever is asked', () =>
    fc.assert(
      fc.property(anyText, (query) => {
        const { latin, cjk, segments } = keywordsOf(query)
        const all = [...latin, ...cjk, ...segments, ...pairsOf(cjk)]
        expect(all.filter((keyword) => keyword.folded === '' || fold(keyword.folded) !== keyword.folded)).toEqual([])
        expect(
          all.filter((keyword) => !query.includes(keyword.written) && !fold(query).includes(keyword.written)),
        ).toEqual([])
        expect([latin.some((word) => isCjkWord(word.folded)), cjk.every((run) => isCjkWord(run.folded))]).toEqual([
          false,
          true,
        ])
        expect(new Set(segments.map((segment) => segment.folded)).size).toBe(segments.length)
        expect(segments.filter(({ folded: segment }) => !cjk.some((run) => run.folded.includes(segment)))).toEqual([])
      }),
    ))
})

it.each([
  ['組件開發', '組件 件開 開發', '组件 件开 开发'],
  ['组件组件', '组件 件组', '组件 件组'],
  ['𠮷野家', '𠮷野 野家', '𠮷野 野家'],
  ['组 件', '', ''],
])('the pairs of runs: %s', (query, asWritten, compared) => {
  const pairs = pairsOf(keywordsOf(query).cjk)
  expect([written(pairs), folded(pairs)]).toEqual([asWritten, compared])
})
