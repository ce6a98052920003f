/** Blocks at the top and at the foot of a page among which a running head is looked for. */
const EDGE = 2
/** A running head fits on a line. */
const MOST_CHARACTERS = 120
/** Of fewer pages nothing can be said. */
const FEWEST_PAGES = 3

/** What stands at the edge of most pages, but for its number, is no part of the text. */
export function withoutHeads(pages: readonly string[]): readonly string[] {
  const blocks = pages.map((page) => page.split(/\n{2,}/).filter((block) => block.trim() !== ''))
  const filled = blocks.filter((page) => page.length > 0)
  if (filled.length < FEWEST_PAGES) return pages
  const counts = new Map<string, number>()
  for (const page of filled) {
    for (const key of new Set(edges(page).map((at) => headKey(page[at] ?? '')))) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  const isHead = (block: string): boolean => (counts.get(headKey(block)) ?? 0) * 2 > filled.length
  return blocks.map((page) => {
    const dropped = new Set(edges(page).filter((at) => isHead(page[at] ?? '')))
    return page.filter((_, at) => !dropped.has(at)).join('\n\n')
  })
}

/** The places of the first and the last blocks of a page. */
const edges = (page: readonly string[]): readonly number[] =>
  [...page.keys()].filter((at) => (at < EDGE || at >= page.length - EDGE) && mayBeHead(page[at] ?? ''))

const mayBeHead = (block: string): boolean =>
  block.length <= MOST_CHARACTERS && !block.includes('\n') && !/^(?:[-+*] |\||```)/.test(block)

/** `Chapter 3` is a heading on every page of a small book: only what is not one may differ in its number. */
function headKey(block: string): string {
  const plain = block.replaceAll(/[*_`]/g, '').trim()
  if (/^#{1,6} /.test(block)) return plain
  return /^[ivxlcdm]+$/i.test(plain) ? '#' : plain.replaceAll(/\d+/g, '#')
}

/** A paragraph or a block of code that goes on over the page is one. */
export function joinPages(pages: readonly string[]): string {
  let text = ''
  for (const page of pages.filter((each) => each.trim() !== '')) text = text === '' ? page : joinTwo(text, page)
  return text
}

function joinTwo(before: string, after: string): string {
  const opening = /^```(\w*)\n/.exec(after)
  if (opening && before.endsWith('\n```')) return `${before.slice(0, -4)}\n${after.slice(opening[0].length)}`
  const last = before.slice(before.lastIndexOf('\n') + 1)
  if (!isProse(last) || !goesOn(last, after)) return `${before}\n\n${after}`
  if (/\p{Ll}-$/u.test(last)) return before.slice(0, -1) + after
  return before + (HAN_END.test(last) ? '' : ' ') + after
}

const isProse = (line: string): boolean => !/^(?:#{1,6} |\||```)/.test(line)

const HAN_END = /[\p{Script=Han}，、；：]$/u

/** It ends in the middle of a sentence, and what comes next begins in the middle of one. */
const goesOn = (last: string, after: string): boolean =>
  (/[\p{Ll},;-]$/u.test(last) && /^\p{Ll}/u.test(after)) || (HAN_END.test(last) && /^\p{Script=Han}/u.test(after))
