import { formatNames, type Format } from './endings.ts'
import type { Package } from './zip.ts'

export interface SniffedPackage {
  readonly called: string
  /** When it is one that is read here. */
  readonly format?: Exclude<Format, 'pdf'>
  readonly saveAs?: string
}

/** What a ZIP archive is by what lies in it. */
export async function sniffPackage(file: Package): Promise<SniffedPackage> {
  const type = file.has('mimetype') ? (await file.read('mimetype')).toString('latin1', 0, 100).trim() : ''
  if (type.includes('opendocument')) return openDocument(type)
  const format = type === 'application/epub+zip' || file.has('META-INF/container.xml') ? 'epub' : officeFormat(file)
  if (format !== undefined) return { called: formatNames[format], format }
  return { called: file.has('META-INF/MANIFEST.MF') ? 'a Java archive' : 'a ZIP archive' }
}

function openDocument(type: string): SniffedPackage {
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
