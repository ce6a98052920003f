import mammoth from 'mammoth'
import { readDocxStyles } from './docx-styles.ts'
import { shapeDocx, type DocxNode } from './docx-shape.ts'
import { htmlPage } from './html.ts'
import { mainPart, titleOf } from './parts.ts'
import type { Readable } from './readable.ts'
import { refusals } from './refusals.ts'
import type { Package } from './zip.ts'

/** Word documents. Pictures, linked files and templates are never opened. */
export async function readDocx(file: Package): Promise<Readable> {
  const main = await mainPart(file, 'word/document.xml')
  if (!file.has(main)) throw refusals.damaged('its text is missing')
  const styles = await readDocxStyles(file)
  const { value } = await mammoth.convertToHtml(asInput(file), {
    styleMap: STYLE_MAP,
    includeEmbeddedStyleMap: false,
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    transformDocument: (document: DocxNode) => shapeDocx(document, styles),
  })
  if (value.replaceAll(/<[^<>]*>/g, '').trim() === '') throw refusals.nothing()
  return htmlPage(value, await titleOf(file))
}

/** `shapeDocx` gives the first three to whatever is code or a heading, whatever its author called the style. */
const STYLE_MAP = [
  "p[style-name='Source Code'] => pre:fresh",
  "r[style-name='Verbatim Char'] => code",
  "p[style-name='Title'] => h1:fresh",
]

/**
 * Mammoth reads out of any object that looks like its archive. Its own would unpack without limits; that it takes
 * another is only missing in its types.
 */
function asInput(file: Package): Parameters<typeof mammoth.convertToHtml>[0] {
  const archive = {
    exists: (name: string) => file.has(name),
    read: async (name: string, encoding?: string) => {
      const bytes = await file.read(name)
      return encoding === undefined ? bytes : new TextDecoder(encoding).decode(bytes)
    },
  }
  return { file: archive } as unknown as Parameters<typeof mammoth.convertToHtml>[0]
}
