import type { Lines } from './reading.ts'

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
