import { zipOf, type Zipped } from '../../../chats/test/feed/zips.ts'

/** Office files and books with no more in them than it takes. */
export function docxOf(
  body: string,
  { styles = '', others = [] }: { styles?: string; others?: readonly Zipped[] } = {},
): Buffer {
  const space =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
  return packageOf([
    { name: '_rels/.rels', text: relationsOf({ r1: ['officeDocument', 'word/document.xml'] }) },
    { name: 'word/document.xml', text: `<w:document ${space}><w:body>${body}</w:body></w:document>` },
    { name: 'word/styles.xml', text: `<w:styles ${space}>${styles}</w:styles>` },
    ...others,
  ])
}

/** A paragraph of a Word document, with what its properties and those of its run say. */
export const paragraph = (text: string, { style = '', font = '' }: { style?: string; font?: string } = {}): string =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:rPr>${font && `<w:rFonts w:ascii="${font}"/>`}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

export const wordTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`

export interface SlideMaking {
  readonly shapes: string
  readonly notes?: string
}

/** The slides lie in the archive in the order of their names, and are shown in the reverse. */
export function pptxOf(slides: readonly SlideMaking[]): Buffer {
  const space = 'xmlns:p="urn:p" xmlns:a="urn:a" xmlns:r="urn:r"'
  const nameOf = (at: number): string => `slide${slides.length - at}`
  return packageOf([
    { name: '_rels/.rels', text: relationsOf({ r1: ['officeDocument', 'ppt/presentation.xml'] }) },
    {
      name: 'ppt/presentation.xml',
      text: `<p:presentation ${space}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      text: relationsOf(Object.fromEntries(slides.map((_, at) => [`s${at}`, ['slide', `slides/${nameOf(at)}.xml`]]))),
    },
    ...slides.flatMap(({ shapes, notes }, at) => [
      {
        name: `ppt/slides/${nameOf(at)}.xml`,
        text: `<p:sld ${space}><p:cSld><p:spTree><p:nvGrpSpPr/>${shapes}</p:spTree></p:cSld></p:sld>`,
      },
      {
        name: `ppt/slides/_rels/${nameOf(at)}.xml.rels`,
        text: relationsOf(notes === undefined ? {} : { n: ['notesSlide', `../notesSlides/${nameOf(at)}.xml`] }),
      },
      {
        name: `ppt/notesSlides/${nameOf(at)}.xml`,
        text: `<p:notes ${space}>${shapeOf('body', [notes ?? ''])}${shapeOf('sldNum', ['7'])}</p:notes>`,
      },
    ]),
  ])
}

/** `type` of its placeholder; none when empty. A line may begin with tabs, one for each level. */
export function shapeOf(type: string, lines: readonly string[], { font = '', properties = '' } = {}): string {
  const paragraphs = lines.map((line) => {
    const level = /^\t*/.exec(line)?.[0].length ?? 0
    const run = `<a:r><a:rPr>${font && `<a:latin typeface="${font}"/>`}</a:rPr><a:t>${line.slice(level)}</a:t></a:r>`
    return `<a:p><a:pPr lvl="${level}">${properties}</a:pPr>${run}</a:p>`
  })
  const placeholder = type && `<p:ph type="${type}"/>`
  return `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`
}

export interface SheetMaking {
  readonly name: string
  readonly rows: string
  readonly state?: string
}

export function xlsxOf(sheets: readonly SheetMaking[], { strings = '', styles = '', properties = '' } = {}): Buffer {
  const space = 'xmlns="urn:x" xmlns:r="urn:r"'
  const list = sheets.map(
    ({ name, state = 'visible' }, at) => `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="s${at}"/>`,
  )
  return packageOf([
    { name: '_rels/.rels', text: relationsOf({ r1: ['officeDocument', '/xl/workbook.xml'] }) },
    { name: 'xl/workbook.xml', text: `<workbook ${space}>${properties}<sheets>${list.join('')}</sheets></workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: relationsOf({
        ...Object.fromEntries(sheets.map((_, at) => [`s${at}`, ['worksheet', `worksheets/sheet${at + 1}.xml`]])),
        words: ['sharedStrings', 'sharedStrings.xml'],
        looks: ['styles', 'styles.xml'],
      }),
    },
    { name: 'xl/sharedStrings.xml', text: `<sst ${space}>${strings}</sst>` },
    { name: 'xl/styles.xml', text: `<styleSheet ${space}>${styles}</styleSheet>` },
    ...sheets.map(({ rows }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      text: `<worksheet ${space}><sheetData>${rows}</sheetData></worksheet>`,
    })),
  ])
}

export interface BookMaking {
  readonly chapters: Readonly<Record<string, string>>
  readonly metadata?: string
  readonly manifest?: string
  readonly guide?: string
  readonly others?: readonly Zipped[]
}

export function epubOf({ chapters, metadata = '', manifest = '', guide = '', others = [] }: BookMaking): Buffer {
  const names = Object.keys(chapters)
  const items = names.map((name) => `<item id="${name}" href="${encodeURI(name)}" media-type="application/xhtml+xml"/>`)
  const spine = names.map((name) => `<itemref idref="${name}"/>`)
  return zipOf([
    { name: 'mimetype', text: 'application/epub+zip', isStored: true },
    {
      name: 'META-INF/container.xml',
      text: '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    },
    {
      name: 'OEBPS/book.opf',
      text: `<package><metadata xmlns:dc="urn:dc">${metadata}</metadata><manifest>${manifest}${items.join('')}</manifest><spine>${spine.join('')}</spine>${guide}</package>`,
    },
    ...names.map((name) => ({
      name: `OEBPS/${name}`,
      text: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>no</title></head><body>${chapters[name]}</body></html>`,
    })),
    ...others,
  ])
}

export const core = (title: string): Zipped => ({
  name: 'docProps/core.xml',
  text: `<cp:coreProperties xmlns:cp="urn:cp" xmlns:dc="urn:dc"><dc:title>${title}</dc:title></cp:coreProperties>`,
})

export function relationsOf(relations: Readonly<Record<string, readonly string[]>>): string {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const all = Object.entries(relations).map(
    ([id, [type, target, mode = 'Internal']]) =>
      `<Relationship Id="${id}" Type="${base}/${type}" Target="${target}" TargetMode="${mode}"/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`
}

const packageOf = (files: readonly Zipped[]): Buffer =>
  zipOf([
    {
      name: '[Content_Types].xml',
      text: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    ...files,
  ])
