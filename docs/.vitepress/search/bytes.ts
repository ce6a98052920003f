/** As much of Node's Buffer as the analyser asks for, where a browser has none: code units to text and back. */

type Encoding = 'utf16le' | 'latin1'

/** Most arguments of one call. */
const AT_ONCE = 8_192

function textOf(units: Uint8Array | Uint16Array): string {
  let text = ''
  for (let at = 0; at < units.length; at += AT_ONCE) text += String.fromCharCode(...units.subarray(at, at + AT_ONCE))
  return text
}

/** An even number of bytes, from an even place: as the analyser has them. */
const bytesOver = (buffer: ArrayBuffer) =>
  Object.assign(new Uint8Array(buffer), {
    toString: (encoding: Encoding, start = 0, end = buffer.byteLength): string =>
      encoding === 'latin1'
        ? textOf(new Uint8Array(buffer, start, end - start))
        : textOf(new Uint16Array(buffer, start, (end - start) / 2)),
    write(text: string): number {
      const units = new Uint16Array(buffer)
      for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
      return 2 * text.length
    },
  })

function from(what: ArrayBuffer | string) {
  if (typeof what !== 'string') return bytesOver(what)
  const bytes = bytesOver(new ArrayBuffer(2 * what.length))
  bytes.write(what)
  return bytes
}

export const browserBuffer = {
  from,
  alloc: (size: number) => bytesOver(new ArrayBuffer(size)),
  byteLength: (text: string): number => new TextEncoder().encode(text).length,
}

const world = globalThis as { Buffer?: unknown }
world.Buffer ??= browserBuffer
