/**
 * Text as UTF-8, where the server or the page says what it is written in and that is known here. All else stays as it is:
 * the reader guesses well.
 */
export function toUtf8(bytes: Uint8Array, contentType: string | undefined, isHtml: boolean): Uint8Array {
  const head = isHtml ? new TextDecoder('latin1').decode(bytes.subarray(0, HEAD)) : ''
  const said = charsetIn(contentType) ?? charsetIn(head)
  const decoder = said === undefined || hasMark(bytes) ? undefined : decoderOf(said)
  if (!decoder || decoder.encoding === 'utf-8') return bytes
  // Many servers call everything Western European, whatever it is.
  if (decoder.encoding === 'windows-1252' && isUtf8(bytes)) return bytes
  return new TextEncoder().encode(decoder.decode(bytes))
}

/** Where a page has to say it, and a little more for those that say it late. */
const HEAD = 4_096

const charsetIn = (text = ''): string | undefined => /charset\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(text)?.[1]

const hasMark = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) ||
  (bytes[0] === 0xff && bytes[1] === 0xfe) ||
  (bytes[0] === 0xfe && bytes[1] === 0xff)

function decoderOf(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
