export interface Item {
  /** As Markdown writes it. */
  readonly sign: string
  /** Its lines, without the marker. */
  readonly lines: readonly string[]
}

export interface List {
  readonly items: readonly Item[]
  /** The line behind it. */
  readonly end: number
}

const ITEM = /^([ \t]*)([-+]|\d{1,9}[.)]|[a-zA-Z][.)]|(?<=[ \t])\*)(?:[ \t]+|$)(.*)$/

export const isItem = (line: string): boolean => ITEM.test(line)

/** The list that begins here. To an item belongs what is indented under it; two empty lines end a list. */
export function readList(lines: readonly string[], start: number): List {
  const base = indentOf(lines[start] ?? '')
  const items: { sign: string; lines: string[] }[] = []
  let at = start
  for (; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const isBlank = line.trim() === ''
    if (isBlank && (lines[at + 1] ?? '').trim() === '') break
    const found = !isBlank && indentOf(line) === base ? ITEM.exec(line) : undefined
    if (found) items.push({ sign: signOf(found[2] ?? '-'), lines: [withoutMarks(found[3] ?? '')] })
    else if (isBlank || indentOf(line) > base) items.at(-1)?.lines.push(line)
    else break
  }
  return { items, end: at }
}

const signOf = (sign: string): string => (/^\d/.test(sign) ? sign : '-')

/** `[@3]` sets a counter; `term :: what it means`. A box to tick is the same in Markdown. */
const withoutMarks = (text: string): string =>
  text
    .replace(/^\[@\w{1,9}\][ \t]*/, '')
    .replace(/^(\[[ xX-]\][ \t]+)/, (box) => box.replace('-', ' '))
    .replace(/^(.{1,200}?)[ \t]+::[ \t]+/, '*$1*: ')

/** A tab leads to the next column of eight. */
function indentOf(line: string): number {
  let column = 0
  for (const sign of line) {
    if (sign === '\t') column += 8 - (column % 8)
    else if (sign === ' ') column++
    else break
  }
  return column
}

/** Without the blanks that all lines begin with. */
export function dedent(lines: readonly string[]): readonly string[] {
  let least = Infinity
  for (const line of lines) if (line.trim() !== '') least = Math.min(least, /^[ \t]*/.exec(line)?.[0].length ?? 0)
  return least === Infinity || least === 0 ? lines : lines.map((line) => line.slice(least))
}

/**
 * The line that ends a block starting at `start`, matched by `ends`; `undefined` when there is none. A failed search is
 * not repeated: a file of nothing but openings would be read to its end for each.
 */
export function createEnds(lines: readonly string[]) {
  const missing = new Set<string>()
  return (name: string, start: number, ends: RegExp): number | undefined => {
    if (missing.has(name)) return undefined
    for (let at = start + 1; at < lines.length; at++) if (ends.test(lines[at] ?? '')) return at
    missing.add(name)
    return undefined
  }
}
