export type Format = 'pdf' | 'docx' | 'pptx' | 'xlsx' | 'epub'

/** Type of a file by its ending. */
export interface Claim {
  /** With its article, as a sentence needs it. */
  readonly called: string
  /** When it is one that is read here. */
  readonly format?: Format
}

export const claimOfFormat: Readonly<Record<Format, Claim>> = {
  pdf: { called: 'a PDF', format: 'pdf' },
  docx: { called: 'a Word document', format: 'docx' },
  pptx: { called: 'a PowerPoint presentation', format: 'pptx' },
  xlsx: { called: 'an Excel workbook', format: 'xlsx' },
  epub: { called: 'an EPUB book', format: 'epub' },
}

/** Unsupported documents are taken all the same, so that a problem names the formats to save them as. */
const claims: ReadonlyMap<string, Claim> = new Map<string, Claim>([
  ['pdf', claimOfFormat.pdf],
  ['docx', claimOfFormat.docx],
  ['docm', claimOfFormat.docx],
  ['pptx', claimOfFormat.pptx],
  ['pptm', claimOfFormat.pptx],
  ['ppsx', claimOfFormat.pptx],
  ['xlsx', claimOfFormat.xlsx],
  ['xlsm', claimOfFormat.xlsx],
  ['epub', claimOfFormat.epub],
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
