/** The text without the key, however it is written: plain, percent-encoded, or within something in Base64. */
export function maskKey(text: string, key: string): string {
  if (key === '') return text
  return text.replaceAll(new RegExp([plainOrPercent(key), ...base64Cores(key)].join('|'), 'g'), '[key]')
}

const plainOrPercent = (key: string): string =>
  [...Buffer.from(key)].map((byte) => `(?:\\x${hex(byte)}|%${eitherCase(hex(byte))})`).join('')

const hex = (byte: number): string => byte.toString(16).padStart(2, '0')
const eitherCase = (digits: string): string =>
  digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

/** Shorter ones could be a part of any word. */
const LEAST_CORE = 6

/**
 * What Base64 makes of the key depends on how many bytes stand before it, up to threes: each time only the characters
 * that hold nothing but bytes of the key are looked for.
 */
const base64Cores = (key: string): readonly string[] =>
  [0, 1, 2]
    .map((before) => {
      const bytes = before + Buffer.byteLength(key)
      const encoded = Buffer.from('\0'.repeat(before) + key).toString('base64')
      return encoded.slice(Math.ceil((before * 8) / 6), Math.floor((bytes * 8) / 6))
    })
    .filter((core) => core.length >= LEAST_CORE)
    .map((core) => core.replaceAll('+', '[+-]').replaceAll('/', '[/_]'))
