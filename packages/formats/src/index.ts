import { endings } from './converter/endings.ts'
import type { Format } from './format.ts'

/** A format by the endings of its files; loaded when a file first needs it, since each is much and most are never needed. */
export interface KnownFormat {
  readonly name: Format['name']
  /** Lower case without the dot. */
  readonly endings: readonly string[]
  /** People write it line by line, and its pages keep their order; what other formats hold stands elsewhere in the file. */
  readonly keepsLines?: true
  load(): Promise<Format>
}

export const knownFormats: readonly KnownFormat[] = [
  {
    name: 'markdown',
    keepsLines: true,
    endings: ['md', 'mdx', 'markdown', 'mdown', 'mkd', 'qmd', 'rmd'],
    load: async () => (await import('./markdown/index.ts')).markdown,
  },
  { name: 'html', endings: ['html', 'htm', 'xhtml'], load: async () => (await import('./html/index.ts')).html },
  {
    name: 'restructuredtext',
    keepsLines: true,
    endings: ['rst', 'rest'],
    load: async () => (await import('./rst/index.ts')).restructuredText,
  },
  {
    name: 'asciidoc',
    keepsLines: true,
    endings: ['adoc', 'asciidoc', 'asc'],
    load: async () => (await import('./asciidoc/index.ts')).asciiDoc,
  },
  { name: 'org', keepsLines: true, endings: ['org'], load: async () => (await import('./org/index.ts')).org },
  { name: 'openapi', endings: ['json', 'yaml', 'yml'], load: async () => (await import('./openapi/index.ts')).openApi },
  { name: 'notebook', endings: ['ipynb'], load: async () => (await import('./notebook.ts')).notebook },
  {
    name: 'text',
    keepsLines: true,
    endings: ['txt', 'text', 'man'],
    load: async () => (await import('./text.ts')).plainText,
  },
]

/** Formats that a converter may produce. */
export const convertedTo: readonly string[] = ['markdown', 'html']

/** Endings of files that a converter makes Markdown or HTML of before they are read. */
export const convertedEndings: readonly string[] = [...endings]
