import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { cSharp } from '../../src/languages/jvm/c-sharp.ts'
import { kotlin } from '../../src/languages/jvm/kotlin.ts'
import { rust } from '../../src/languages/systems/rust.ts'
import { scala } from '../../src/languages/jvm/scala.ts'
import { swift } from '../../src/languages/systems/swift.ts'

const fragments = [
  'cfg_rt! {',
  '}',
  '    pub fn a() {}',
  '  }',
  'pin_project! {',
  '    use b;',
  '\n',
  '\r\n',
  '\n    ',
  ' ',
  '#if A',
  '# else',
  '  #endif',
  '@A(1) internal constructor(',
  '{ fun a() }',
  '{ override val 名 = 1 };',
  '😀',
  '👩‍👩‍👧',
  '\u{20000}',
  '名字',
  'é',
  '\uD83D',
  'x',
]
const source = fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary' })), { maxLength: 40 })

const breaks = (text: string): readonly number[] => [...text.matchAll(/\n/g)].map(({ index }) => index)

const check = (parts: readonly string[], blanked: (text: string) => string): void => {
  const text = parts.join('')
  const given = blanked(text)
  expect(given).toHaveLength(text.length)
  expect(breaks(given)).toEqual(breaks(text))
}

it.each([cSharp, kotlin, rust, scala, swift])('keeps every character in its place: $name', (rules) => {
  const { blanked } = rules
  if (!blanked) throw new Error('nothing to check')
  fc.assert(fc.property(source, (parts) => check(parts, blanked)))
})
