import { tokenWeight } from '../../../text/tokens.ts'

export interface CutText {
  readonly text: string
  readonly isCut: boolean
}

/** The beginning of a text, as many whole lines as fit; a fence that is cut is closed, and says that it was. */
export function cutAround(text: string, tokens: number): CutText {
  if (tokenWeight(text, 0, text.length) <= tokens) return { text, isCut: false }
  let end = 0
  let weight = 0
  let fence = ''
  for (let next = lineEnd(text, 0); end < text.length; next = lineEnd(text, next)) {
    weight += tokenWeight(text, end, next)
    if (weight > tokens && end > 0) break
    fence = fenceAfter(fence, text.slice(end, next))
    end = next
  }
  const kept = text.slice(0, end).trimEnd()
  return { text: fence === '' ? `${kept}\n…` : `${kept}\n…\n${fence}`, isCut: true }
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at < 0 ? text.length : at + 1
}

/** The mark that closes what is open after a line. */
function fenceAfter(open: string, line: string): string {
  const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
  if (mark === '') return open
  if (open === '') return mark
  return mark.startsWith(open) ? '' : open
}
