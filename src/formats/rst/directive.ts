import { dedented, isBlank, type Lines, trimmed } from './lines.ts'

export interface Directive {
  /** In lower case: `note`, `py:function`. */
  readonly name: string
  /** What stands behind the name, over all lines up to the options or the first blank line. */
  readonly arguments: Lines
  /** The same on one line. */
  readonly words: string
  readonly options: ReadonlyMap<string, string>
  /** What comes behind arguments and options. */
  readonly content: Lines
  /** Arguments and content as one text, for directives that take no argument. */
  readonly block: Lines
}

/** `.. name:: arguments`, and what is set in below it. */
export function takeDirective(line: string, below: Lines): Directive | undefined {
  const found = /^\.\. (?:\|[^|]{1,80}\| )?([\p{L}\p{N}][\p{L}\p{N}_.+:-]{0,60}?) ?::(?:\s+(.*))?$/su.exec(line)
  // A substitution has no place of its own.
  if (!found || line.startsWith('.. |')) return undefined
  const inner = below.length > 0 && isBlank(below[0]) ? ['', ...dedented(below)] : dedented(below)
  const first = found[2] ?? ''
  const optionsAt = inner.findIndex((each) => each === '' || OPTION.test(each))
  const wordsEnd = optionsAt === -1 ? inner.length : optionsAt
  const { options, end } = takeOptions(inner, wordsEnd)
  const said = [first, ...inner.slice(0, wordsEnd)].filter((each) => each !== '')
  const content = trimmed(inner.slice(end))
  return {
    name: (found[1] ?? '').toLowerCase(),
    arguments: said,
    words: said.map((each) => each.trim()).join(' '),
    options,
    content,
    block: trimmed([...(said.length > 0 ? [first, ...inner.slice(0, wordsEnd), ''] : []), ...content]),
  }
}

const OPTION = /^:([\w-]+):(?:\s+(.*))?$/s

/** An option may go on in lines that are set in. */
function takeOptions(lines: Lines, start: number): { readonly options: Map<string, string>; readonly end: number } {
  const options = new Map<string, string>()
  let end = start
  let last = ''
  for (; end < lines.length && lines[end] !== ''; end++) {
    const found = OPTION.exec(lines[end] ?? '')
    if (!found && last === '') break
    last = found?.[1]?.toLowerCase() ?? last
    options.set(last, found ? (found[2] ?? '') : `${options.get(last) ?? ''} ${(lines[end] ?? '').trim()}`)
  }
  return { options, end }
}
