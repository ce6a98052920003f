import { attempt } from '@wuku/core/environment'

export interface Decoded {
  readonly text: string
  /** As the Encoding Standard spells it. */
  readonly encoding: string
}

/**
 * Bytes as text, without its byte order mark, or `'binary'`. A few broken bytes in UTF-8 become replacement characters;
 * what is neither UTF-8, UTF-16 nor Chinese in GB18030 is taken for Western European.
 */
export function decodeText(bytes: Uint8Array): Decoded | 'binary' {
  const decoded = decodeMarked(bytes) ?? (bytes.includes(0) ? decodeUnmarkedUtf16(bytes) : decodeUnmarked(bytes))
  return decoded && isReadable(decoded.text) ? decoded : 'binary'
}

const decodeAs = (bytes: Uint8Array, encoding: string, fatal = false): Decoded => ({
  text: new TextDecoder(encoding, { fatal }).decode(bytes),
  encoding,
})

function decodeMarked(bytes: Uint8Array): Decoded | undefined {
  const encoding = encodingOfMark(bytes)
  return encoding === undefined ? undefined : decodeAs(bytes, encoding)
}

/** By its byte order mark. */
export function encodingOfMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined
}

/** Bytes examined: the start of a file is enough to recognise its encoding. */
const SAMPLE = 16 * 1024

/** Spaces, line breaks and ASCII letters put their NUL on one side only. */
function decodeUnmarkedUtf16(bytes: Uint8Array): Decoded | undefined {
  const nulls = [0, 0]
  bytes.subarray(0, SAMPLE).forEach((byte, at) => {
    if (byte === 0) nulls[at % 2] = (nulls[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = nulls
  return even > 0 && odd > 0 ? undefined : decodeStrictly(bytes, odd > 0 ? 'utf-16le' : 'utf-16be')
}

const decodeUnmarked = (bytes: Uint8Array): Decoded =>
  decodeStrictly(bytes, 'utf-8') ??
  decodeDamagedUtf8(bytes) ??
  (looksChinese(bytes) ? decodeStrictly(bytes, 'gb18030') : undefined) ??
  decodeAs(bytes, 'windows-1252')

/** Data read as text gives what nobody writes; packed data does in every tenth byte. */
function isReadable(text: string): boolean {
  const sample = text.slice(0, SAMPLE)
  return !isStrange.test(sample) || (sample.match(allStrange)?.length ?? 0) * 50 <= sample.length
}

/** Control characters except line breaks, tabs, form feeds and the escapes of coloured output; private use. */
// oxlint-disable-next-line no-control-regex
const isStrange = /[\0-\x08\x0E-\x1A\x1C-\x1F\uE000-\uF8FF\uFFFE\uFFFF]/
const allStrange = new RegExp(isStrange, 'g')

const decodeStrictly = (bytes: Uint8Array, encoding: string): Decoded | undefined =>
  attempt(() => decodeAs(bytes, encoding, true))

/** One bad byte in a long note must not turn all of it into another encoding. */
function decodeDamagedUtf8(bytes: Uint8Array): Decoded | undefined {
  const text = new TextDecoder('utf-8').decode(bytes)
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  const validCount = text.match(/[^\0-\x7F\uFFFD]/g)?.length ?? 0
  return broken * 10 <= validCount ? { text, encoding: 'utf-8' } : undefined
}

/**
 * Han characters follow one another, two bytes each. GB18030 would also allow the accented letter of a Western text,
 * which it reads as one Han character together with the letter behind it; but that one stands alone.
 */
function looksChinese(bytes: Uint8Array): boolean {
  const isHigh = (at: number): boolean => (bytes[at] ?? 0) > 0x80
  let inRuns = 0
  let isolatedPairs = 0
  for (let at = 0, runEnd = -1; at < Math.min(bytes.length, SAMPLE); at++) {
    if (!isHigh(at)) continue
    if (runEnd === at || isHigh(at + 2)) inRuns++
    else isolatedPairs++
    runEnd = at + 2
    at++
  }
  return inRuns > isolatedPairs
}
