/** Blank lines and headings of Markdown that are marked by signs. */
const BEFORE = /^(?:\s*#{1,6}(?:[ \t][^\n]*)?(?=\n|$))*\s*/

/**
 * Where the words of a stretch of Markdown begin, behind the headings that it begins with; its end when it has no more.
 * Never looked for behind that end: each of many chunks of headings alone would look through all that follow.
 */
export function leadOf(text: string, start: number, end: number): number {
  return start + (BEFORE.exec(text.slice(start, end))?.[0].length ?? 0)
}
