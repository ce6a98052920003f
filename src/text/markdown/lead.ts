/** Blank lines and ATX headings of Markdown. */
const BEFORE = /^(?:\s*#{1,6}(?:[ \t][^\n]*)?(?=\n|$))*\s*/

/**
 * Start of the text after the leading headings of a stretch of Markdown; the end of the stretch when there is no more.
 * The search stops at that end: otherwise each of many chunks of headings alone would scan all that follow.
 */
export function leadOf(text: string, start: number, end: number): number {
  return start + (BEFORE.exec(text.slice(start, end))?.[0].length ?? 0)
}
