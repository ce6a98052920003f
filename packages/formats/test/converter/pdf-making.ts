/** PDFs written by hand, with the fonts that every reader has: nothing is embedded, as in many a Chinese one. */
export interface PdfText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size?: number
  readonly font?: 'plain' | 'bold' | 'mono' | 'chinese'
}

export interface PdfMaking {
  readonly pages: readonly (readonly PdfText[])[]
  /** Objects of the trailer, as `/Encrypt 9 0 R`. */
  readonly trailer?: string
  readonly title?: string
  readonly picture?: boolean
}

const FONTS = { plain: 3, bold: 4, mono: 5, chinese: 6 } as const
const FIRST_PAGE = 12

export function pdfOf({ pages, title, trailer = '', picture = false }: PdfMaking): Buffer {
  const kids = pages.map((_, at) => `${FIRST_PAGE + 2 * at} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [7 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 8 0 R >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    `<< ${title === undefined ? '' : `/Title <FEFF${hexOf(title)}>`} >>`,
    '<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <' + '00'.repeat(32) + '> /U <' + '11'.repeat(32) + '> >>',
    stream(
      '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
      '\u0010\u0080\u00f0\u0040',
    ),
    ...pages.flatMap((texts, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${FIRST_PAGE + 2 * at + 1} 0 R /Resources << /Font << /plain 3 0 R /bold 4 0 R /mono 5 0 R /chinese 6 0 R >> /XObject << /Picture 11 0 R >> >> >>`,
      stream('', (picture ? 'q 595 0 0 842 0 0 cm /Picture Do Q\n' : '') + texts.map(shown).join('\n')),
    ]),
  ]
  return assembled(objects, `/Root 1 0 R /Info 9 0 R ${trailer}`)
}

/** A column of text, a line under the other. */
export const column = (lines: readonly string[], place: Omit<PdfText, 'text'>): readonly PdfText[] =>
  lines.map((text, at) => ({ ...place, text, y: place.y - at * (place.size ?? 11) * 1.3 }))

const hexOf = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')

function shown({ text, x, y, size = 11, font = 'plain' }: PdfText): string {
  const string = font === 'chinese' ? `<${hexOf(text)}>` : `(${text.replaceAll(/[\\()]/g, '\\$&')})`
  return `BT /${font in FONTS ? font : 'plain'} ${size} Tf ${x} ${y} Td ${string} Tj ET`
}

const stream = (entries: string, text: string): string =>
  `<< ${entries} /Length ${text.length} >>\nstream\n${text}\nendstream`

function assembled(objects: readonly string[], trailer: string): Buffer {
  const starts: number[] = []
  let text = '%PDF-1.4\n'
  for (const [at, object] of objects.entries()) {
    starts.push(text.length)
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const end = `trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`, 'latin1')
}
