/** A server renders so many bytes of a text, and no letter has more than three of them for each of its units. */
const MOST = 130_000

/** The end of a long text, from the beginning of a line on: there agents write. */
export function shownEnd(text: string, most = MOST): string {
  if (text.length <= most) return text
  const from = text.length - most
  const line = text.indexOf('\n', from)
  return text.slice(line < 0 ? from : line + 1)
}

/** A cut text ends with what an agent would pass for more; the page has its own way. */
const CUT_SIGN = / \([\d,]+ more characters; pass max_content_chars: \d+\)$/
/** Between blocks that were appended one by one. */
const BLOCK_MARK = /^---\n<!--- block start --->$/gm

/** The beginning of a text, in one line and without its markup. */
export const shownBeginning = (content: string): string =>
  content
    .replace(CUT_SIGN, '')
    .replaceAll(BLOCK_MARK, ' ')
    .replaceAll(/[#*`>\s-]+/g, ' ')
    .trim()
