import * as fc from 'fast-check'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cutToTokens, estimateTokens, tokenWeight } from '../src/terms/tokens.ts'

const english = `The tides are the rise and fall of the sea. They come from the pull of the moon and, less, of the sun, and
from the turning of the earth. Most coasts see two high waters and two low waters a day, about twelve hours and twenty-five
minutes apart. When the sun and the moon stand in one line, the range of the tide is largest; sailors call it the spring
tide, although it has nothing to do with the season. A week later the two pull at right angles and the neap tide hardly
wets the upper beach. In narrow bays the water can rise by more than fifteen metres. Fishermen, pilots and birds have
always lived by tables of these times, and the oldest printed ones were made for the bridge of London.`

const chinese = `潮汐是海水周期性涨落的现象。它主要由月球的引力引起，太阳的引力也有一定影响，此外还与地球自转有关。
大多数海岸每天会出现两次高潮和两次低潮，两次高潮之间大约相隔十二小时二十五分钟。当太阳、地球和月球位于一条直线上时，
潮差最大，称为大潮；而当太阳和月球与地球成直角时，潮差最小，称为小潮。在狭窄的海湾里，水位的变化可以超过十五米。
渔民、引航员和候鸟自古以来就根据潮汐表安排自己的活动。我们可以使用数据库保存每个港口的观测数据，然后通过接口查询结果。`

const code = [
  readFileSync(new URL('../../core/src/core-types.ts', import.meta.url), 'utf8'),
  readFileSync(new URL('../../core/src/citation.ts', import.meta.url), 'utf8'),
].join('\n')

const markdown = `# Install\n\n- Run \`npm install tides\`\n- Then open **http://localhost:8080/**\n\n| name | value |\n|---|---|\n| port | 8080 |\n`

describe('estimateTokens', () => {
  it.each([
    ['English prose', english, 0.1],
    ['Chinese prose', chinese, 0.1],
    ['TypeScript', code, 0.1],
    ['Markdown, though short', markdown, 0.25],
  ])('comes near the real count of %s', (_, text, tolerance) => {
    const real = encode(text).length
    expect(Math.abs(estimateTokens(text) - real) / real).toBeLessThan(tolerance)
  })

  it.each([
    ['', 0],
    ['a', 1],
    ['潮', 1],
  ])('counts %j as %i', (text, tokens) => expect(estimateTokens(text)).toBe(tokens))

  it('adds up over lines', () => {
    const text = `${english}\n${chinese}\r\n${code}`
    const lines = text.split(/(?<=\n)/)
    const sum = lines.reduce((total, line) => total + tokenWeight(line, 0, line.length), 0)
    expect(sum).toBeCloseTo(tokenWeight(text, 0, text.length), 6)
  })
})

describe('cutToTokens', () => {
  it.each([
    ['all of it when it fits', 'ebb and flow', 100, 'ebb and flow'],
    ['nothing for no budget', 'ebb', 0, ''],
    ['whole lines', 'one two three\nfour five six\nseven eight nine\n', 9, 'one two three\nfour five six\n'],
    ['between characters when lines are long', '👩‍👩‍👧👩‍👩‍👧', 6, '👩‍👩‍👧'],
  ])('keeps %s', (_, text, budget, kept) => expect(cutToTokens(text, budget)).toBe(kept))

  it('keeps a prefix within the budget', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.nat(60), (text, budget) => {
        const kept = cutToTokens(text, budget)
        expect(text.startsWith(kept)).toBe(true)
        expect(tokenWeight(kept, 0, kept.length)).toBeLessThanOrEqual(budget)
      }),
    ))
})
