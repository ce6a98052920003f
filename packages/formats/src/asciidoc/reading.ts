import type { Lines } from '../blank-lines.ts'
import type { PageWriter } from '../writing/page-writer.ts'
import type { BlockAttributes } from './attributes.ts'

/** Shared by the readers of blocks. */
export interface Reading {
  readonly writer: PageWriter
  /** In a list, a quote or a cell there are no sections. */
  readonly isNested: boolean
  /** A paragraph there ends where the next item begins. */
  readonly isInList: boolean
  readonly depth: number
  readonly state: { title: string | undefined }
  inline(text: string): string
  /** Blocks as Markdown of their own. */
  nested(lines: Lines): string
  /** One block, and what is said above it; answers where the next one begins. */
  one(lines: Lines, at: number, writer: PageWriter): number
}

/** A block with what is said above it. */
export interface Above {
  readonly attributes: BlockAttributes
  /** `.Title` */
  readonly title: string
  /** `[[id]]` */
  readonly id: string
}

/** Whether a block between two like lines begins here. */
export const isBlockStart = (line: string): boolean =>
  /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|--|```[\w+-]*|[|,:!]={3,})$/.test(line)

/** The line that ends the block that begins at `at`; one that is left open goes on to the end. */
export function blockEnd(lines: Lines, at: number): number {
  const opening = lines[at] ?? ''
  const closing = opening.startsWith('```') ? '```' : opening
  const end = lines.indexOf(closing, at + 1)
  return end === -1 ? lines.length : end
}
