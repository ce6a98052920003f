import type { Refusal } from './feed.ts'

/** Makes readable text of files that are none: PDF, office files, books. It runs elsewhere, within limits of time and memory. */
export interface Converter {
  /** Endings, lower case without the dot, of what it takes. */
  readonly endings: ReadonlySet<string>
  convert(file: ForeignFile, signal: AbortSignal): Promise<ConvertedFile | Refusal>
  close(): Promise<void>
}

export interface ForeignFile {
  readonly path: string
  readonly bytes: Uint8Array
}

export interface ConvertedFile {
  readonly as: 'markdown' | 'html'
  /** UTF-8. */
  readonly bytes: Uint8Array
  /** Title from its own properties. */
  readonly title?: string
}
