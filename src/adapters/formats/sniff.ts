/** What a file is by its bytes; its ending is only a claim. */
export interface Sniffed {
  readonly is: 'pdf' | 'zip' | 'other'
  /** With its article, as a sentence needs it. */
  readonly called: string
  /** What to save it as, when it is a document that is not read here. */
  readonly saveAs?: string
  readonly isLocked?: boolean
}

export function sniff(bytes: Uint8Array): Sniffed {
  const head = latin(bytes.subarray(0, 1024))
  if (ZIP_STARTS.some((start) => head.startsWith(start))) return { is: 'zip', called: 'a ZIP archive' }
  // Some programs write a line of their own before it, and every reader looks over that.
  if (head.includes('%PDF-')) return { is: 'pdf', called: 'a PDF' }
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return compoundFile(bytes)
  if (head.startsWith('{\\rtf')) return { is: 'other', called: 'an RTF document', saveAs: 'DOCX or PDF' }
  const known = SIGNATURES.find(([start]) => head.startsWith(start))?.[1] ?? calledByText(head)
  return { is: 'other', called: known ?? (isText(bytes) ? 'plain text' : 'a file of no known kind') }
}

/** With something in it, and empty. */
const ZIP_STARTS = ['PK\u0003\u0004', 'PK\u0005\u0006']

const latin = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

/** What Office wrote before 2007, and the envelope that it still puts around a document with a password. */
function compoundFile(bytes: Uint8Array): Sniffed {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const holds = (stream: string): boolean => file.includes(Buffer.from(stream, 'utf16le'))
  if (holds('EncryptedPackage')) return { is: 'other', called: 'an office document', isLocked: true }
  if (holds('WordDocument')) return { is: 'other', called: 'an old Word document (.doc)', saveAs: 'DOCX or PDF' }
  if (holds('PowerPoint Document')) {
    return { is: 'other', called: 'an old PowerPoint file (.ppt)', saveAs: 'PPTX or PDF' }
  }
  if (holds('Workbook') || holds('Book')) {
    return { is: 'other', called: 'an old Excel workbook (.xls)', saveAs: 'XLSX or CSV' }
  }
  return { is: 'other', called: 'an old office document', saveAs: 'DOCX or PDF' }
}

const SIGNATURES: readonly (readonly [start: string, called: string])[] = [
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['RIFF', 'an image, sound or film (RIFF)'],
  ['II*\0', 'a TIFF image'],
  ['MM\0*', 'a TIFF image'],
  ['\x1f\x8b', 'a gzip archive'],
  ['7z\xbc\xaf', 'a 7z archive'],
  ['Rar!', 'a RAR archive'],
  ['\x7fELF', 'a program'],
  ['MZ', 'a program'],
  ['SQLite format 3', 'a SQLite database'],
  ['%!PS', 'a PostScript file'],
]

/** Pages and data that begin with spaces or a byte order mark are what they are all the same. */
function calledByText(head: string): string | undefined {
  const start = head.replace(/^(?:\xef\xbb\xbf)?\s*/, '').toLowerCase()
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return 'an HTML page'
  return start.startsWith('<?xml') ? 'an XML file' : undefined
}

/** A character may be cut at the end of what is looked at. */
function isText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 4096)
  if (start.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return true
  } catch {
    return false
  }
}
