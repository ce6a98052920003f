import { endings } from './converter/endings.ts'
import type { Format } from './format.ts'

/** A format by the endings of its files; loaded when a file first needs it, since each is much and most are never needed. */
export interface KnownFormat {
  readonly name: string
  /** Lower case without the dot. */
  readonly endings: readonly string[]
  /** People write it line by line, and its pages keep their order; what other formats hold stands elsewhere in the file. */
  readonly keepsLines?: true
  load(): Promise<{ readonly read: Format }>
}

export const knownFormats: readonly KnownFormat[] = [
  {
    name: 'markdown',
    keepsLines: true,
    endings: ['md', 'mdx', 'markdown', 'mdown', 'mkd', 'qmd', 'rmd'],
    load: () => import('./markdown/index.ts'),
  },
  { name: 'html', endings: ['html', 'htm', 'xhtml'], load: () => import('./html/index.ts') },
  { name: 'restructuredtext', keepsLines: true, endings: ['rst', 'rest'], load: () => import('./rst/index.ts') },
  {
    name: 'asciidoc',
    keepsLines: true,
    endings: ['adoc', 'asciidoc', 'asc'],
    load: () => import('./asciidoc/index.ts'),
  },
  { name: 'org', keepsLines: true, endings: ['org'], load: () => import('./org/index.ts') },
  { name: 'openapi', endings: ['json', 'yaml', 'yml'], load: () => import('./openapi/index.ts') },
  { name: 'notebook', endings: ['ipynb'], load: () => import('./notebook.ts') },
  { name: 'text', keepsLines: true, endings: ['txt', 'text', 'man'], load: () => import('./text.ts') },
]

/** Formats that a converter may produce. */
export const convertedTo: readonly string[] = ['markdown', 'html']

/** Endings of files that a converter makes Markdown or HTML of before they are read. */
export const convertedEndings: readonly string[] = [...endings]
