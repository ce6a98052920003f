/** A part of a page under one heading. */
export interface DocSection {
  /** Headings from the outermost to its own. */
  readonly path: readonly string[]
  readonly text: string
}

/** Which sections of two versions are one; an end that is missing was added or removed. */
export interface SectionPair {
  readonly before: DocSection | undefined
  readonly after: DocSection | undefined
}

/** Case and space do not tell two headings apart. */
export const keyOf = ({ path }: DocSection): string =>
  path.map((heading) => heading.trim().toLowerCase().replaceAll(/\s+/g, ' ')).join('\n')

/** Line breaks of Windows and space at the ends of lines are no change. */
export const linesIn = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/^\n+|\n+$/g, '')
    .split('\n')
