import { type BlockReader, type Reading, dedented, indentedEnd, isBlank, type Lines } from './reading.ts'
import { fence } from '../writing/write-markdown.ts'

/** `::` alone on its line. */
export const readLiteral: BlockReader = (lines, at, reading) =>
  lines[at] === '::' ? literalEnd(lines, at + 1, reading) : at

/** Writes the literal block that follows a paragraph which ends with `::`; answers where it ends. */
export function literalEnd(lines: Lines, from: number, { writer, state }: Reading): number {
  let start = from
  while (start < lines.length && isBlank(lines[start])) start++
  const end = lines[start]?.startsWith(' ') ? indentedEnd(lines, start) : quotedEnd(lines, start)
  const code = dedented(lines.slice(start, end)).join('\n')
  writer.block(fence(code, languageOf(code, state.language)))
  return end
}

/** The language that the file names, else a guess from the code. */
export function languageOf(code: string, language: string): string {
  if (language !== '')
    return language === 'default' || language === 'python3' || language === 'pycon' ? 'python' : language
  return PYTHON.test(code) ? 'python' : ''
}

const PYTHON =
  /^ *(?:>>> |import \w+$|from [\w.]+ import |def \w+\(|class \w+[:(]|async (?:def|with) |await \w|(?:with|for|if|while) \S.*:$|print\()/m

/** Up to the next blank line, as Python's own prompt does. */
export const readDoctest: BlockReader = (lines, at, { writer }) => {
  if (!lines[at]?.startsWith('>>> ')) return at
  let end = at + 1
  while (!isBlank(lines[end])) end++
  writer.block(fence(lines.slice(at, end).join('\n'), 'python'))
  return end
}

/** A literal block that is not indented: all of its lines begin with the same character. */
function quotedEnd(lines: Lines, start: number): number {
  const sign = /^[!-/:-@[-`{-~]/.exec(lines[start] ?? '')?.[0]
  if (sign === undefined) return start
  const end = lines.findIndex((line, at) => at > start && !line.startsWith(sign))
  return end === -1 ? lines.length : end
}
