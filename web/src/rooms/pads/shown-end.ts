/** A server renders so many bytes of a text, and no letter has more than three of them for each of its units. */
const MOST = 130_000

/** The end of a long text, from the beginning of a line on: there agents write. */
export function shownEnd(text: string, most = MOST): string {
  if (text.length <= most) return text
  const from = text.length - most
  const line = text.indexOf('\n', from)
  return text.slice(line < 0 ? from : line + 1)
}
