import { array, assert, constantFrom, integer, jsonValue, property, string, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCutter, createLineCutter, type Cutter } from '../../src/feed/export-cutter.ts'

const MOST = 1024 * 1024

/** Each cut as text, with its place proved; `undefined` for what was too long. */
function cutAll(cutter: Cutter, bytes: Buffer, sizes: readonly number[] = []) {
  const cuts: (string | undefined)[] = []
  const see = (found: ReturnType<Cutter['push']>): void => {
    for (const { start, length, bytes: own } of found) {
      if (own && !own.equals(bytes.subarray(start, start + length))) expect.fail(`no such bytes at ${start}`)
      cuts.push(own?.toString())
    }
  }
  const memory = Buffer.alloc(Math.max(bytes.length, 1))
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = Math.min(sizes[turn % Math.max(1, sizes.length)] ?? bytes.length, bytes.length - at)
    // The same memory each time, as feeds do.
    bytes.copy(memory, 0, at, at + size)
    see(cutter.push(memory.subarray(0, size)))
    at += size
  }
  const { cuts: last, brokenAt } = cutter.end()
  see(last)
  return { cuts, brokenAt }
}

describe('createCutter', () => {
  it.each<[says: string, text: string, cuts: readonly (string | undefined)[], brokenAt?: number]>([
    ['nothing in nothing', '', []],
    ['nothing in an empty array', ' [ ] ', []],
    ['elements of every type', '[{"a":[1]}, [2] ,"]",3,true,null]', ['{"a":[1]}', '[2]', '"]"', '3', 'true', 'null']],
    ['brackets and quotes in strings', '[{"a":"]}\\"["},"\\\\"]', ['{"a":"]}\\"["}', '"\\\\"']],
    ['behind a byte order mark', '\uFEFF[1]', ['1']],
    ['Chinese and emoji', '[{"题":"潮汐👩‍👩‍👧🇨🇳"}]', ['{"题":"潮汐👩‍👩‍👧🇨🇳"}']],
    ['values that follow one another', '{"a":1}\r\n{"b":2}\n3', ['{"a":1}', '{"b":2}', '3']],
    ['nothing behind the array', '[1] {"a":2}', ['1']],
    ['what comes before the text breaks off', '[{"a":1},{"b":"', ['{"a":1}'], 15],
    ['what comes before a missing end', '[1,2', ['1', '2'], 4],
    ['a closing bracket too many', '}{"a":1}', ['}', '{"a":1}']],
    ['a long one without its bytes', `["${'x'.repeat(60)}",1]`, [undefined, '1']],
  ])('cuts %s', (_says, text, cuts, brokenAt) => {
    const bytes = Buffer.from(text)
    for (const size of [1, 2, 3, 7, 1000]) expect(cutAll(createCutter(60), bytes, [size])).toEqual({ cuts, brokenAt })
  })

  const tricky = string({
    unit: constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', '\n', '潮', '😀', '👩‍👩‍👧', '\ud83d', '\u2028', 'a', ' '),
  })
  const sizes = array(integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 9 })
  it('gives the elements that JSON.parse gives, however the bytes come', () =>
    assert(
      property(
        array(jsonValue({ stringUnit: 'binary', maxDepth: 3 })),
        array(tricky),
        sizes,
        integer({ min: 0, max: 3 }),
        (values, texts, pieces, indent) => {
          const elements: readonly unknown[] = [...values, ...texts, { [texts[0] ?? 'key']: texts }]
          const bytes = Buffer.from(JSON.stringify(elements, null, indent))
          const { cuts, brokenAt } = cutAll(createCutter(MOST), bytes, pieces)
          expect(brokenAt).toBeUndefined()
          expect(JSON.stringify(cuts.map((cut) => JSON.parse(cut ?? '') as unknown))).toBe(JSON.stringify(elements))
        },
      ),
    ))

  it('cuts any bytes without a word, the same however they come', () =>
    assert(
      property(
        string({ unit: constantFrom('"', '\\', '[', ']', '{', '}', ',', '\n', '1', 'é') }),
        uint8Array(),
        sizes,
        (text, noise, pieces) => {
          const bytes = Buffer.concat([Buffer.from(text), noise])
          for (const create of [createCutter, createLineCutter])
            expect(cutAll(create(MOST), bytes, pieces)).toEqual(cutAll(create(MOST), bytes))
        },
      ),
    ))
})

it.each<[says: string, text: string, cuts: readonly (string | undefined)[]]>([
  ['each line', '{"a":1}\r\n\r\n{"b":2}\n', ['{"a":1}\r', '{"b":2}']],
  ['no other line for a broken one', '{"a":"\n{"b":2}', ['{"a":"', '{"b":2}']],
  ['a long one without its bytes', `${'x'.repeat(61)}\n{}`, [undefined, '{}']],
])('createLineCutter cuts %s', (_says, text, cuts) => {
  for (const size of [1, 3, 1000])
    expect(cutAll(createLineCutter(60), Buffer.from(text), [size])).toEqual({ cuts, brokenAt: undefined })
})
