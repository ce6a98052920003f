/** Blank lines and headings of Markdown that are marked by signs. */
const BEFORE = /(?:\s*#{1,6}(?:[ \t][^\n]*)?(?=\n|$))*\s*/y

/** Where the words of a stretch of Markdown begin, behind the headings that it begins with; its end when it has no more. */
export function leadOf(text: string, start: number, end: number): number {
  BEFORE.lastIndex = start
  BEFORE.test(text)
  return Math.min(end, BEFORE.lastIndex)
}
