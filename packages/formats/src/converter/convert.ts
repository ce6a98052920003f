import { packed } from '@wuku/messages/message'
import { attempt } from '@wuku/core/environment'
import { isWukuError } from '@wuku/core/errors'
import type { ConvertedFile, ForeignFile } from '@wuku/core/ports/converter'
import { claimOf, type Claim, claimOfFormat, type Format } from './endings.ts'
import type { Readable } from './markdown-output.ts'
import { refusals } from './format-refusals.ts'
import { openPackage, type Package } from './zip.ts'

/** Result from the process in which files are read. */
export type Answer = ConvertedFile | Refused

export interface Refused {
  /** Packed: it comes from another process. */
  readonly said: string
  readonly remedy: string
  /** Not when a part of the program is missing. */
  readonly isLasting: boolean
}

/** Never throws: whatever goes wrong is about the file. `home`: the data folder, which optional parts lie in. */
export async function convertHere({ path, bytes }: ForeignFile, home = ''): Promise<Answer> {
  try {
    const { text, ...facts } = await read({ path, bytes }, home)
    return { ...facts, bytes: Buffer.from(text) }
  } catch (error) {
    const failure = isWukuError(error) ? error : refusals.damaged(`it cannot be read as ${claimOf(path).called}`)
    const isLasting = failure.message !== refusals.noPdfReader().message
    return { said: packed(failure.texts.message), remedy: packed(failure.texts.remedy), isLasting }
  }
}

/** Each brings libraries of its own: only what is needed is loaded. */
const READERS: Readonly<Record<Exclude<Format, 'pdf'>, (file: Package) => Promise<Readable>>> = {
  docx: async (file) => (await import('./docx.ts')).readDocx(file),
  pptx: async (file) => (await import('./pptx.ts')).readPptx(file),
  xlsx: async (file) => (await import('./xlsx.ts')).readXlsx(file),
  epub: async (file) => (await import('./epub.ts')).readEpub(file),
}

async function read({ path, bytes }: ForeignFile, home: string): Promise<Readable> {
  const claim = claimOf(path)
  const { is, called, saveAs, isLocked } = sniff(bytes)
  if (isLocked === true) throw refusals.locked()
  if (saveAs !== undefined) throw refusals.notTaken(called, saveAs)
  if (is === 'pdf' && claim.format === 'pdf') return (await import('./pdf.ts')).readPdf(bytes, home)
  if (is === 'pdf') throw refusals.wrongEnding(called, claim.called, 'pdf')
  if (is !== 'zip') throw refusals.wrongEnding(called, claim.called)
  return readPackage(await openPackage(bytes), claim)
}

async function readPackage(file: Package, claim: Claim): Promise<Readable> {
  const { format, called, saveAs } = await sniffPackage(file)
  if (saveAs !== undefined) throw refusals.notTaken(called, saveAs)
  if (format === undefined) throw refusals.wrongEnding(called, claim.called)
  if (format !== claim.format) throw refusals.wrongEnding(called, claim.called, format)
  return READERS[format](file)
}

/** Recognises the type of a ZIP archive by its contents. */
async function sniffPackage(file: Package): Promise<Sniffed> {
  const type = file.has('mimetype') ? (await file.read('mimetype')).toString('latin1', 0, 100).trim() : ''
  if (type.includes('opendocument')) return openDocument(type)
  const format = type === 'application/epub+zip' || file.has('META-INF/container.xml') ? 'epub' : officeFormat(file)
  if (format !== undefined) return { ...claimOfFormat[format], format }
  return { called: file.has('META-INF/MANIFEST.MF') ? 'a Java archive' : 'a ZIP archive' }
}

function openDocument(type: string): Sniffed {
  if (type.includes('presentation')) return { called: 'an OpenDocument presentation', saveAs: 'PPTX or PDF' }
  if (type.includes('spreadsheet')) return { called: 'an OpenDocument spreadsheet', saveAs: 'XLSX' }
  return { called: 'an OpenDocument text', saveAs: 'DOCX or PDF' }
}

function officeFormat(file: Package): 'docx' | 'pptx' | 'xlsx' | undefined {
  if (!file.has('[Content_Types].xml')) return undefined
  const folders = new Set(file.names.map((name) => name.slice(0, name.indexOf('/'))))
  if (folders.has('word')) return 'docx'
  if (folders.has('ppt')) return 'pptx'
  return folders.has('xl') ? 'xlsx' : undefined
}

/** Type of a file by its bytes; its ending is only a claim. */
interface Sniffed {
  readonly is?: 'pdf' | 'zip'
  /** With its article, as a sentence needs it. */
  readonly called: string
  /** Entries of an archive that is read here. */
  readonly format?: Exclude<Format, 'pdf'>
  /** Formats to save it as, if it is a document that is not read here. */
  readonly saveAs?: string
  readonly isLocked?: boolean
}

function sniff(bytes: Uint8Array): Sniffed {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const head = file.toString('latin1', 0, 1024)
  if (ZIP_STARTS.some((start) => head.startsWith(start))) return { is: 'zip', called: 'a ZIP archive' }
  // Some programs write a line of their own before it, and every reader looks over that.
  if (head.includes('%PDF-')) return { is: 'pdf', called: 'a PDF' }
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return compoundFile(file)
  if (head.startsWith('{\\rtf')) return { called: 'an RTF document', saveAs: 'DOCX or PDF' }
  const known = SIGNATURES.find(([start]) => head.startsWith(start))?.[1] ?? calledByText(head)
  return { called: known ?? (isText(bytes) ? 'plain text' : 'a file of unknown type') }
}

/** With something in it, and empty. */
const ZIP_STARTS = ['PK\u0003\u0004', 'PK\u0005\u0006']

/** Formats of Office before 2007, and the envelope that it still puts around a document with a password. */
function compoundFile(file: Buffer): Sniffed {
  const holds = (stream: string): boolean => file.includes(Buffer.from(stream, 'utf16le'))
  if (holds('EncryptedPackage')) return { called: 'an office document', isLocked: true }
  if (holds('WordDocument')) return { called: 'an old Word document (.doc)', saveAs: 'DOCX or PDF' }
  if (holds('PowerPoint Document')) return { called: 'an old PowerPoint file (.ppt)', saveAs: 'PPTX or PDF' }
  if (holds('Workbook') || holds('Book')) return { called: 'an old Excel workbook (.xls)', saveAs: 'XLSX or CSV' }
  return { called: 'an old office document', saveAs: 'DOCX or PDF' }
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
  return attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })) !== undefined
}
