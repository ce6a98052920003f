import { describe, expect, it } from 'vitest'
import { decodeText } from '../src/decode.ts'

const utf16be = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16()

/** Every two-byte character of GB18030, turned round. */
const gbBytes = new Map<string, readonly number[]>()
const gbDecoder = new TextDecoder('gb18030')
for (let lead = 0x81; lead < 0xff; lead++)
  for (let trail = 0x40; trail < 0xff; trail++)
    if (trail !== 0x7f) gbBytes.set(gbDecoder.decode(Uint8Array.of(lead, trail)), [lead, trail])
const gb18030 = (text: string): Uint8Array =>
  Uint8Array.from([...text].flatMap((character) => gbBytes.get(character) ?? [character.charCodeAt(0)]))

/** Bytes without any order, the same every time. */
const noise = (length: number, least: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => Math.max(least, (at * 7919 + ((at * at) >> 3)) & 255))

/** As threads get it, among other bytes. */
function inSharedMemory(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length + 2)).fill(0x2a)
  shared.set(bytes, 1)
  return shared.subarray(1, 1 + bytes.length)
}

const check = (bytes: Uint8Array, text: string, encoding: string): void =>
  expect(decodeText(bytes)).toEqual({ text, encoding })

describe('decodeText', () => {
  it.each([
    ['nothing', new Uint8Array(), '', 'utf-8'],
    ['UTF-8', Buffer.from('tides 潮汐 🌊\n'), 'tides 潮汐 🌊\n', 'utf-8'],
    ['UTF-8 with a mark', Buffer.from('\uFEFF潮汐'), '潮汐', 'utf-8'],
    ['UTF-16 LE with a mark', Buffer.from('\uFEFF潮汐 a', 'utf16le'), '潮汐 a', 'utf-16le'],
    ['UTF-16 BE with a mark', utf16be('\uFEFF潮汐 a'), '潮汐 a', 'utf-16be'],
    ['UTF-16 LE without a mark', Buffer.from('潮汐 tides\n', 'utf16le'), '潮汐 tides\n', 'utf-16le'],
    ['UTF-16 BE without a mark', utf16be('潮汐 tides\n'), '潮汐 tides\n', 'utf-16be'],
    ['GB18030', gb18030('你好，世界。\nebb 退潮'), '你好，世界。\nebb 退潮', 'gb18030'],
    ['GB18030, Traditional', gb18030('繁體中文，資料庫與網路。'), '繁體中文，資料庫與網路。', 'gb18030'],
    [
      'Western',
      Buffer.from('für Müller, größe, café naïve', 'latin1'),
      'für Müller, größe, café naïve',
      'windows-1252',
    ],
    ['one Western letter', Buffer.from('Übung für', 'latin1'), 'Übung für', 'windows-1252'],
    ['colours of a terminal', Buffer.from('\x1B[31mred\x1B[0m'), '\x1B[31mred\x1B[0m', 'utf-8'],
  ])('reads %s', (_, bytes, text, encoding) => {
    check(bytes, text, encoding)
    check(inSharedMemory(bytes), text, encoding)
  })

  it('keeps a Chinese note that has one broken byte', () =>
    check(
      Buffer.concat([Buffer.from('退潮之后的海滩很长很长'), Buffer.of(0xe4), Buffer.from('尾')]),
      '退潮之后的海滩很长很长\uFFFD尾',
      'utf-8',
    ))

  it.each([
    ['NUL on both sides', Uint8Array.of(0x61, 0, 0, 0x62)],
    ['random bytes', noise(4_000, 0)],
    ['random bytes without NUL', noise(4_000, 1)],
    ['a PNG', Buffer.from('\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x01\0', 'latin1')],
  ])('says of %s that it is binary', (_, bytes) => expect(decodeText(bytes)).toBe('binary'))
})
