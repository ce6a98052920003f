/**
 * A part of a text file of the user's that is ours, between two marks. Taking it out gives the file back as it was, with or
 * without a line break at its end.
 */
const BEGIN = '<!-- wuku: begin. Written by "wuku connect"; "wuku connect <client> --remove" takes it out. -->'
const END = '<!-- wuku: end -->'

export const readBlock = (text: string): string | undefined => {
  const found = locate(text)
  return found && text.slice(found.from, found.to)
}

/** `head` comes first in a file that is ours alone. */
export function setBlock(text: string, block: string, head = ''): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const own = [BEGIN, block.trim(), END].join('\n').replaceAll('\n', newline)
  const found = locate(text)
  if (found) return text.slice(0, found.from) + own + text.slice(found.to)
  if (text === '') return `${head}${own}\n`
  return text.endsWith('\n') ? `${text}${newline}${own}${newline}` : `${text}${newline}${newline}${own}`
}

/** What is left of a file that is ours alone is nothing. */
export function removeBlock(text: string, head = ''): string {
  const found = locate(text)
  if (!found) return text
  const [before, after] = [text.slice(0, found.from), text.slice(found.to)]
  const rest =
    after === '' ? before.replace(/(?:\r?\n){1,2}$/, '') : before.replace(/\r?\n$/, '') + after.replace(/^\r?\n/, '')
  return rest.trim() === head.trim() ? '' : rest
}

function locate(text: string): { readonly from: number; readonly to: number } | undefined {
  const from = text.indexOf(BEGIN)
  const end = from < 0 ? -1 : text.indexOf(END, from)
  return end < 0 ? undefined : { from, to: end + END.length }
}
