import { describe, expect, it } from 'vitest'
import { quickTest } from '../../../src/text/quick-phrase.ts'
import { stem } from '../../../src/text/stems.ts'

const check = (phrase: string, text: string, may: boolean) => expect(quickTest(phrase)(text)).toBe(may)

const bases =
  'connect relat sensib agenc digit happ fl hop troubl oper condit rational valenc hesit conform radical'.split(' ')
const endings =
  's ed ing er ation ational ization iveness fulness y ies e ability ible ibility ence ency ous ously al ally'.split(
    ' ',
  )
const words = bases.flatMap((base) => ['', ...endings].map((ending) => base + ending))

describe('a text that holds a phrase', () => {
  it('is never ruled out, whatever the endings of its words are', () => {
    const byStem = Map.groupBy(words, stem)
    const wrong = [...byStem.values()].flatMap((alike) =>
      alike.flatMap((one) =>
        alike.filter((other) => !quickTest(`a ${one} b`)(`a ${other}, b`)).map((other) => `${one}: ${other}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  const rows: readonly [phrase: string, text: string, may: boolean][] = [
    ['rate limit', 'The rate of limits', false],
    ['rate limit', 'Rate-limits apply', true],
    ['user id', 'current_userId', true],
    ['nodejs', 'node.js', true],
    ['is the process of', 'This is the process\n\nof doing it', true],
    ['is the process of', 'The process is of no use', false],
    ['cafe au lait', 'un café au lait', true],
    ['数据库', 'nothing alike', true],
    ['v2 api', 'nothing alike', true],
    ["don't stop", 'nothing alike', true],
  ]
  it.each(rows)('%s in %j: %s', check)

  it('is told from a long word without end in no time', () => {
    const started = performance.now()
    quickTest('the theory of the thing')('t'.repeat(1 << 17))
    quickTest('a b')(`a${'-'.repeat(1 << 17)}`)
    expect(performance.now() - started).toBeLessThan(4_000)
  })
})
