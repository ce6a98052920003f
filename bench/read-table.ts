import { readFileSync } from 'node:fs'

/** A page of results that another benchmark has written. */
export interface ResultPage {
  readonly name: string
  readonly text: string
  /** The day of its figures. */
  readonly day: string
}

export type Row = Readonly<Record<string, string>>

export function readPage(name: string): ResultPage {
  const text = readFileSync(new URL(`results/${name}`, import.meta.url), 'utf8')
  return { name, text, day: /\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? '' }
}

/**
 * Rows of the first table under a heading that has such a column; a second column of the same name is that name with
 * " again". A page that is written otherwise is an error.
 */
export function rowsUnder(page: ResultPage, heading: string, column: string): readonly Row[] {
  const section = page.text.split(/^(?=#{1,2} )/m).find((part) => part.startsWith(heading)) ?? ''
  for (const lines of section.split('\n\n').map((block) => block.trim().split('\n'))) {
    const [said = [], , ...rows] = lines.map(cellsOf)
    const head = said.map((name, at) => (said.indexOf(name) === at ? name : `${name} again`))
    if (head.includes(column))
      return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
  }
  throw new Error(`${page.name} has no table with "${column}" under "${heading}".`)
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** `86.7 %`, `2035`; a cell without a number is an error, too. */
export function numberIn(row: Row, column: string): number {
  const value = Number.parseFloat((row[column] ?? '').replaceAll(',', ''))
  if (Number.isNaN(value)) throw new Error(`"${row[column]}" under "${column}" is no number.`)
  return value
}
