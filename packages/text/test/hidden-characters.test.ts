import { assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutHidden, withoutHiddenWithin } from '../src/show/hidden-characters.ts'
import { repeated, timed, whySlow } from '../../../test/unit/growth/how-slow.ts'

it.each<[says: string, text: string, seen: string]>([
  ['loses escape sequences', 'a\u001B[31mb\u0007\u009B2J\u007F', 'a[31mb2J'],
  ['keeps its lines and tabs, and loses returns', 'a\tb\r\nc\rd\r\u200B\n', 'a\tb\r\ncd\n'],
  ['loses controls of direction', 'exe\u202Edm\u2066x\u2069', 'exedmx'],
  ['loses zero-width characters', 'i\u200Bg\u2060n\uFEFFo\u00ADr\u2064e', 'ignore'],
  ['loses orders in tags', 'hi\u{E0069}\u{E0067}\u{E007F}', 'hi'],
  ['loses orders in variation selectors', '😀\u{E0101}\u{E0102}\u{E0103}', '😀\u{E0101}'],
  ['loses selectors that are apart by what is lost too', '😀\u{FE00}\u200B\u{FE01}\u200B\u{FE02}', '😀\u{FE00}'],
  ['loses selectors of letters and blanks', 'a\uFE01b \uFE02\uFE0F', 'ab '],
  ['loses joiners and marks that join nothing', 'a\u200Db\u200Cc\u200D\u200E1\u200F.', 'abc1.'],
  ['keeps emoji', '👨‍👩‍👧 👩🏽‍💻 🏳️‍🌈 ❤️‍🔥 1️⃣ ☺︎ 🇫🇷', '👨‍👩‍👧 👩🏽‍💻 🏳️‍🌈 ❤️‍🔥 1️⃣ ☺︎ 🇫🇷'],
  ['keeps an emoji and loses a joiner behind it', '👩\u200D a', '👩 a'],
  ['keeps the joiners of Persian', 'می\u200Cخواهم ه\u200D.ش', 'می\u200Cخواهم ه\u200D.ش'],
  ['keeps the joiners of Hindi and Sinhala', 'क्\u200Dष ශ්\u200Dරී', 'क्\u200Dष ශ්\u200Dරී'],
  ['keeps one joiner and loses what is spelt in several', 'می\u200C\u200D\u200C\u200Dخ', 'می\u200Cخ'],
  ['keeps marks of direction in Hebrew', 'שפת C++\u200E היא', 'שפת C++\u200E היא'],
  ['keeps forms of Chinese characters', '葛\u{E0100}城', '葛\u{E0100}城'],
  ['keeps Chinese, accents and quotes', '潮汐 “é” ñ — 月', '潮汐 “é” ñ — 月'],
])('a text: %s', (_says, text, seen) => expect(withoutHidden(text)).toBe(seen))

const anything = string({
  unit: oneof(
    constantFrom(
      ...'\u001B\r\n\u200B\u200C\u200D\u200E\uFE0F\uFE00\u{E0101}\u{E0041}\u202E\u00AD',
      '👩',
      '🌈',
      'ه',
      'क्',
      'א',
      'a',
    ),
    string({ minLength: 1, maxLength: 1, unit: 'binary' }),
  ),
  maxLength: 40,
})

describe('whatever a text is', () => {
  it('has the values that JSON would have', () => {
    const said = { code: 'x', toJSON: () => 'a\u202Eb' }
    expect(withoutHiddenWithin({ said: [said], at: new Date(0) })).toEqual({
      said: ['ab'],
      at: '1970-01-01T00:00:00.000Z',
    })
  })

  it('nothing is left to take out, so parts that are put together hide no more than each', () =>
    assert(property(anything, (text) => withoutHidden(withoutHidden(text)) === withoutHidden(text))))
  it('what is seen stays as it is and where it is', () =>
    assert(
      property(anything, (text) => {
        const seen = (all: string) =>
          all.replaceAll(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\uFFF0-\uFFFB]/gu, '')
        expect(seen(withoutHidden(text))).toBe(seen(text))
      }),
    ))
  it('no control is left in any value, and its JSON parses to it', () =>
    assert(
      property(anything, anything, (key, text) => {
        const clean = withoutHiddenWithin({ [key]: [{ text }, 1, null, true] })
        const commanding =
          // oxlint-disable-next-line no-control-regex
          /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069\u200B\u00AD\u{E0000}-\u{E007F}]/u
        expect(JSON.parse(JSON.stringify(clean))).toEqual(clean)
        expect(
          Object.entries(clean as object)
            .flat()
            .flat()
            .map((part) => (part as { text?: string })?.text ?? part)
            .join(''),
        ).not.toMatch(commanding)
      }),
    ))
})

it.each(['\u200B', '\uFE01', 'ه\u200C', '\u{E0041}', '\u200E', 'a\r'])(
  'takes time in proportion to a text full of %j',
  (piece) => {
    const time = timed((size) => withoutHidden(repeated(piece, size)))
    expect(whySlow(time, 200_000)).toBeUndefined()
  },
)
