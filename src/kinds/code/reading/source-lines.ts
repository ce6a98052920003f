/** A line of a text, with where its ink begins and ends. */
export interface SourceLine {
  readonly row: number
  readonly start: number
  readonly inkStart: number
  readonly inkEnd: number
  readonly next: number
}

export function lineAt(text: string, start: number, row: number): SourceLine | undefined {
  if (start >= text.length) return undefined
  const feed = text.indexOf('\n', start)
  const end = feed < 0 ? text.length : feed
  let inkStart = start
  while (inkStart < end && isSpace(text.charCodeAt(inkStart))) inkStart++
  let inkEnd = end
  while (inkEnd > inkStart && isSpace(text.charCodeAt(inkEnd - 1))) inkEnd--
  return { row, start, inkStart, inkEnd, next: end + 1 }
}

const isSpace = (unit: number): boolean => unit === 32 || unit === 9 || unit === 13

export const lineAfter = (text: string, { next, row }: SourceLine): SourceLine | undefined =>
  lineAt(text, next, row + 1)

export const isBlank = ({ inkStart, inkEnd }: SourceLine): boolean => inkStart === inkEnd

export const widthOf = ({ start, inkStart }: SourceLine): number => inkStart - start
