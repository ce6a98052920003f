import { isWukuError } from '../../core/errors.ts'
import type { ConvertedFile, ForeignFile } from '../../ports/converter.ts'
import { claimOf, type Claim, type Format } from './endings.ts'
import type { Readable } from './readable.ts'
import { refusals } from './refusals.ts'
import { sniff } from './sniff.ts'
import { sniffPackage } from './sniff-package.ts'
import { openPackage, type Package } from './zip.ts'

/** What comes back from the process in which files are read. */
export type Answer = ConvertedFile | { readonly said: string; readonly remedy: string }

/** Never throws: whatever goes wrong is about the file. */
export async function convertHere({ path, bytes }: ForeignFile): Promise<Answer> {
  try {
    const { text, ...facts } = await read(path, bytes)
    return { ...facts, bytes: Buffer.from(text) }
  } catch (error) {
    const told = isWukuError(error) ? error : refusals.damaged(`it cannot be read as ${claimOf(path).called}`)
    return { said: told.message, remedy: told.remedy }
  }
}

/** Each brings libraries of its own: only what is needed is loaded. */
const READERS: Readonly<Record<Exclude<Format, 'pdf'>, (file: Package) => Promise<Readable>>> = {
  docx: async (file) => (await import('./docx.ts')).readDocx(file),
  pptx: async (file) => (await import('./pptx.ts')).readPptx(file),
  xlsx: async (file) => (await import('./xlsx.ts')).readXlsx(file),
  epub: async (file) => (await import('./epub.ts')).readEpub(file),
}

async function read(path: string, bytes: Uint8Array): Promise<Readable> {
  const claim = claimOf(path)
  const { is, called, saveAs, isLocked } = sniff(bytes)
  if (isLocked === true) throw refusals.locked()
  if (saveAs !== undefined) throw refusals.notTaken(called, saveAs)
  if (is === 'pdf' && claim.format === 'pdf') return (await import('./pdf.ts')).readPdf(bytes)
  if (is === 'pdf') throw refusals.wrongEnding(called, claim.called, 'pdf')
  if (is === 'other') throw refusals.wrongEnding(called, claim.called)
  return readPackage(await openPackage(bytes), claim)
}

async function readPackage(file: Package, claim: Claim): Promise<Readable> {
  const { format, called, saveAs } = await sniffPackage(file)
  if (saveAs !== undefined) throw refusals.notTaken(called, saveAs)
  if (format === undefined) throw refusals.wrongEnding(called, claim.called)
  if (format !== claim.format) throw refusals.wrongEnding(called, claim.called, format)
  return READERS[format](file)
}
