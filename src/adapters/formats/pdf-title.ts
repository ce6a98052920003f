/** What the properties of a PDF call it; those that are packed are not looked into. */
export function pdfTitle(bytes: Uint8Array): string | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const info = infoOf(file)
  if (info === undefined) return undefined
  const found = /\/Title\s*(?:<([\da-fA-F\s]*)>|\(((?:\\[^]|[^\\)])*)\))/.exec(info)
  const title = found?.[1] === undefined ? unescape(found?.[2] ?? '') : hexBytes(found[1])
  const text = decode(title).replaceAll(/\s+/g, ' ').trim()
  return isTelling(text) ? text : undefined
}

/** Near the end of the file, as a rule; the latest version of it counts. */
const TRAILER_BYTES = 4096
const INFO_BYTES = 16 * 1024

function infoOf(file: Buffer): string | undefined {
  const ends = [file.subarray(-TRAILER_BYTES), file.subarray(0, TRAILER_BYTES)].map((part) => part.toString('latin1'))
  const [number, generation] =
    ends
      .flatMap((end) => [...end.matchAll(/\/Info\s+(\d+)\s+(\d+)\s+R/g)])
      .at(-1)
      ?.slice(1) ?? []
  if (number === undefined || ends.some((end) => end.includes('/Encrypt'))) return undefined
  const start = file.lastIndexOf(`\n${number} ${generation} obj`, undefined, 'latin1')
  if (start < 0) return undefined
  const text = file.toString('latin1', start, start + INFO_BYTES)
  return text.slice(0, text.indexOf('endobj'))
}

const hexBytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex')

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function unescape(string: string): Buffer {
  const plain = string.replaceAll(/\\(?:([0-7]{1,3})|\r?\n|([^]))/g, (_, octal?: string, character?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
    return character === undefined ? '' : (ESCAPES[character] ?? character)
  })
  return Buffer.from(plain, 'latin1')
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return new TextDecoder().decode(bytes)
  return bytes.toString('latin1')
}

/** What programs write when nobody gave a title. */
const isTelling = (title: string): boolean =>
  title !== '' &&
  !/^(?:untitled|microsoft (?:word|powerpoint) - .*|.*\.(?:docx?|pptx?|xlsx?|indd|tex|dvi|rtf|odt))$/i.test(title)
