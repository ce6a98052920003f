import { nestedHeadings } from '../text/markdown/sections.ts'

/** The first heading of the two highest levels, or else the first of any, or else what the file is called. */
export function titleOf(markdown: string, path: string): string {
  let first: string | undefined
  for (const { level, headings } of nestedHeadings(markdown, 0)) {
    const title = headings.at(-1)
    if (title !== undefined && level <= 2) return title
    first ??= title
  }
  return first ?? fileTitle(path)
}

/** Its name without the ending; of an index its folder's. */
export function fileTitle(path: string): string {
  const [name = '', folder] = path.split('/').toReversed()
  const stem = name.replace(/(?<=.)\.[^.]*$/, '')
  return folder !== undefined && folder !== '' && /^(?:_?index|readme)$/i.test(stem) ? folder : stem
}
