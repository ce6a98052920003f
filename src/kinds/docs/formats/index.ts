import { asciiDoc } from './asciidoc/index.ts'
import type { Format } from './format.ts'
import { html } from './html/index.ts'
import { markdown } from './markdown/index.ts'
import { notebook } from './notebook.ts'
import { openApi } from './openapi/index.ts'
import { restructuredText } from './rst/index.ts'
import { plainText } from './text.ts'

export const docFormats: readonly Format[] = [markdown, html, restructuredText, asciiDoc, openApi, notebook, plainText]

/** Endings of files that a converter makes Markdown or HTML of before they are read. */
export const convertedEndings: readonly string[] = (
  'pdf docx docm pptx pptm ppsx xlsx xlsm epub ' +
  // It refuses these, and says what to save them as.
  'doc ppt xls rtf odt odp ods'
).split(' ')
