export type Format = 'pdf' | 'docx' | 'pptx' | 'xlsx' | 'epub'

/** Type of a file by its ending. */
export interface Claim {
  /** With its article, as a sentence needs it. */
  readonly called: string
  /** When it is one that is read here. */
  readonly format?: Format
}

/** With the article, as a sentence needs it. */
export const formatNames: Readonly<Record<Format, string>> = {
  pdf: 'a PDF',
  docx: 'a Word document',
  pptx: 'a PowerPoint presentation',
  xlsx: 'an Excel workbook',
  epub: 'an EPUB book',
}

const claimed = (format: Format): Claim => ({ called: formatNames[format], format })

/** Unsupported documents are taken all the same, so that a problem names the formats to save them as. */
const claims: ReadonlyMap<string, Claim> = new Map([
  ['pdf', claimed('pdf')],
  ['docx', claimed('docx')],
  ['docm', claimed('docx')],
  ['pptx', claimed('pptx')],
  ['pptm', claimed('pptx')],
  ['ppsx', claimed('pptx')],
  ['xlsx', claimed('xlsx')],
  ['xlsm', claimed('xlsx')],
  ['epub', claimed('epub')],
  ['doc', { called: 'an old Word document' }],
  ['ppt', { called: 'an old PowerPoint file' }],
  ['xls', { called: 'an old Excel workbook' }],
  ['rtf', { called: 'an RTF document' }],
  ['odt', { called: 'an OpenDocument text' }],
  ['odp', { called: 'an OpenDocument presentation' }],
  ['ods', { called: 'an OpenDocument spreadsheet' }],
])

export const endings: ReadonlySet<string> = new Set(claims.keys())

export const claimOf = (path: string): Claim =>
  claims.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? { called: 'a document' }
