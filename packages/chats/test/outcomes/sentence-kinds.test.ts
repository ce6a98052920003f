import { describe, expect, it } from 'vitest'
import { classifySentence, sentencesIn } from '../../src/outcomes/sentence-kinds.ts'

describe('a sentence', () => {
  it.each<[text: string, section: string | undefined]>([
    ['From now on run the linter before every commit.', 'decided'],
    ['Never push to main.', 'decided'],
    ["Please don't touch the migrations.", 'decided'],
    ['以后提交之前都要先跑测试。', 'decided'],
    ['不要改公开接口。', 'decided'],
    ['別動這個檔案。', 'decided'],
    ['一律用整数。', 'decided'],
    ["Let's use pnpm.", 'decided'],
    ['We go with option B.', 'decided'],
    ['Keep the old route until March.', 'decided'],
    ['就用 Redis 吧。', 'decided'],
    ['改用方案二。', 'decided'],
    ['The test always fails on Safari.', undefined],
    ["I don't know where the config lives.", undefined],
    ['It never worked.', undefined],
    ['Should we use Redis?', undefined],
    ['能不能改用 Redis？', undefined],
    ['登录以后页面是空白的。', undefined],
    ['这两个接口的区别很大。', undefined],
    ['Rename the exporter.', undefined],
    ['Thanks, looks right.', undefined],
  ])('of the user: %s', (text, section) => expect(classifySentence(text, true).section).toBe(section))

  it.each<readonly [text: string, section: string | undefined, isLasting: boolean]>([
    ['Decision: we keep both indexes.', 'decided', false],
    ['I tried a lock file, but it does not survive a crash.', 'failed', false],
    ['The retry of webhooks is not yet handled.', 'open', false],
    ['Open question: who owns the queue?', 'open', true],
    ['Next step: wire the limiter in.', 'next', true],
    ['下一步：把限流器接上。', 'next', true],
    ['退款的空值還沒有處理。', 'open', false],
    ['試過加鎖，行不通。', 'failed', false],
    ['Always is a keyword of this language.', undefined, false],
    ['The tests pass now.', undefined, false],
  ])('of an agent: %s', (text, section, isLasting) =>
    expect(classifySentence(text, false)).toEqual({ section, isLasting }),
  )

  it('is not read in code, quotations and logs', () =>
    expect(
      sentencesIn(['```', 'never push', '```', '> Never push.', '2026-11-20T10:00:00 push', 'at x (a.js)'].join('\n')),
    ).toEqual([]))

  it('stands as it was written, without the mark of its list', () =>
    expect(sentencesIn('- Use v1.2 of it. Then stop.\n2) 先不做。再说。')).toEqual([
      'Use v1.2 of it.',
      'Then stop.',
      '先不做。',
      '再说。',
    ]))

  it('costs no more than its length', () =>
    expect(sentencesIn(`${'never '.repeat(200_000)}\n${'不要'.repeat(200_000)}`).map(({ length }) => length)).toEqual([
      400, 400,
    ]))
})
