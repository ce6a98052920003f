import type { Refusal } from './feed.ts'

/** Makes readable text of files that are none: PDF, office files, books. It runs elsewhere, within limits of time and memory. */
export interface Converter {
  /** Endings, lower case without the dot, of what it takes. */
  readonly endings: ReadonlySet<string>
  /** Version of its readers: files that an earlier version refused may be read by another. */
  readonly version: string
  convert(file: ForeignFile, signal: AbortSignal): Promise<ConvertedFile | RefusedFile>
  close(): Promise<void>
}

export interface ForeignFile {
  readonly path: string
  readonly bytes: Uint8Array
  /** At most so long, where that is less than usual. */
  readonly milliseconds?: number
}

export interface RefusedFile extends Refusal {
  /** It is not worth reading the same bytes again, unless somebody asks for it. */
  readonly isLasting: boolean
  /** Time of reading that came to nothing, where the file went beyond a limit; else 0. */
  readonly wastedMilliseconds: number
}

export interface ConvertedFile {
  readonly as: 'markdown' | 'html'
  /** UTF-8. */
  readonly bytes: Uint8Array
  /** Title from its own properties. */
  readonly title?: string
}
